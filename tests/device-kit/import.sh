#!/bin/sh
# import.sh LIFT_TUNE RESULTS TO: from what run.sh left, a folder or WORK.tar.gz,
# to the folder TO: facts.json (tune --device-facts), tuned.db, to which rows are
# added, spaces/NAME.jsonl.gz (bench search), table.md (docs/devices.md). Exits
# with 1 and a message where results are not what they should be; what is not
# there yet is left out.
set -u
tool=$1 results=$2 to=$3
scratch=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-kit.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT

refuse() {
	echo "$results: $*" >&2
	exit 1
}

work=$results
if [ -f "$results" ]; then
	mkdir "$scratch/results"
	tar -xzf "$results" -C "$scratch/results" 2> /dev/null ||
		refuse "no archive of results"
	work=$(find "$scratch/results" -mindepth 1 -maxdepth 1 -type d)
fi
[ -f "$work/kit" ] || refuse "no results of a device kit"
read -r kit < "$work/kit"
[ "$kit" = "lift-tune device-kit 1" ] ||
	refuse "results of $kit, not of lift-tune device-kit 1"
[ -f "$work/facts.json" ] || refuse "no facts.json"
mkdir -p "$to/spaces" || exit 1

# -- the device's facts, checked as tune checks them ----------------------------

cat > "$scratch/twice.lift" <<'P'
program twice
  size N = 64
  input xs : f32[N]
  map (\x. x + x) xs
P
facts=$work/items/measure # those of facts.json, and what was measured
[ -f "$facts" ] || facts=$work/facts.json
"$tool" rewrite "$scratch/twice.lift" --list --device-facts "$facts" \
	> /dev/null 2> "$scratch/err" || {
	cat "$scratch/err" >&2
	refuse "$(basename "$facts") is refused"
}
cp "$facts" "$to/facts.json"

# -- the database ---------------------------------------------------------------

if [ -f "$work/tuned.db" ]; then
	cp "$work/tuned.db"* "$scratch/"
	"$tool" db merge "$scratch/tuned.db" --db "$to/tuned.db" ||
		refuse "tuned.db is refused"
fi

# -- recorded spaces ------------------------------------------------------------

for space in "$work"/spaces/*.jsonl; do
	[ -f "$space" ] || continue
	"$tool" bench search "$space" --seeds 1 --max-fevals 1 \
		--strategy random > /dev/null 2> "$scratch/err" || {
		cat "$scratch/err" >&2
		refuse "$(basename "$space") is refused"
	}
	gzip -9nc "$space" > "$to/spaces/$(basename "$space").gz"
done

# -- the table ------------------------------------------------------------------

# The programs that an expert's kernel computes, where it is called otherwise.
others='gemm matmul gemm64 matmul jacobi_local jacobi'

lines() { # best PROGRAM NS; expert NAME NS; candidate PROGRAM STATUS MODEL NS
	[ ! -f "$to/tuned.db" ] || "$tool" query --best --json \
		--db "$to/tuned.db" --device "$device" |
		sed -n 's/.*"program": "\([^"]*\)".*"time_ns": \([0-9.e+]*\).*/best \1 \2/p'
	cat "$work"/items/expert-* 2> /dev/null | sed -n \
		's/.*"expert": "\([^"]*\)", "right": true, "ns": \([0-9]*\).*/expert \1 \2/p'
	for file in "$work"/candidates-*.jsonl; do
		[ -f "$file" ] || continue
		sed -n 's/.*"candidate": "\([^"]*\)-[0-9]*", "modelled_ns": \([0-9]*\), "status": "\([a-z]*\)"\(, "ns": \)*\([0-9]*\).*}$/candidate \1 \3 \2 0\5/p' \
			"$file"
	done
}

device=$(sed -n 's/.*"name": "\([^"]*\)".*/\1/p' "$work/facts.json")
driver=$(sed -n 's/.*"driver": "\([^"]*\)".*/\1/p' "$work/facts.json")
lines > "$scratch/lines"
awk -v device="$device" -v driver="$driver" -v others="$others" '
function us(ns) { return ns > 0 ? sprintf("%.4g us", ns / 1000) : "-" }

# Ranks of values[1..count], the mean of equal ones.
function rank(values, ranks, count,   i, j, below, same) {
	for (i = 1; i <= count; i++) {
		below = same = 0
		for (j = 1; j <= count; j++) {
			below += values[j] < values[i]
			same += values[j] == values[i]
		}
		ranks[i] = below + (same + 1) / 2
	}
}

# Of the candidates of a program that are right.
function spearman(program,   n, i, x, y, p, q, sx, sy, xx, yy, xy, d) {
	n = right[program]
	for (i = 1; i <= n; i++) {
		x[i] = model[program, i]
		y[i] = taken[program, i]
	}
	rank(x, p, n)
	rank(y, q, n)
	for (i = 1; i <= n; i++) {
		sx += p[i]
		sy += q[i]
		xx += p[i] * p[i]
		yy += q[i] * q[i]
		xy += p[i] * q[i]
	}
	d = (n * xx - sx * sx) * (n * yy - sy * sy)
	return n > 2 && d > 0 ? sprintf("%.2f", (n * xy - sx * sy) / sqrt(d)) \
		: "-"
}

function known(program) {
	if (!(program in seen)) {
		order[++programs] = program
		seen[program] = 1
	}
}

BEGIN {
	count = split(others, word, " ")
	for (i = 1; i < count; i += 2)
		of[word[i]] = word[i + 1]
}
$1 == "best" {
	known($2)
	if (!best[$2] || $3 + 0 < best[$2])
		best[$2] = $3 + 0
}
$1 == "expert" {
	program = $2 in of ? of[$2] : $2
	known(program)
	if (!expert[program] || $3 + 0 < expert[program])
		expert[program] = $3 + 0
}
$1 == "candidate" {
	known($2)
	drawn[$2]++
	if ($3 == "ok") {
		model[$2, ++right[$2]] = $4 + 0
		taken[$2, right[$2]] = $5 + 0
	}
}
END {
	printf "%s, driver %s:\n\n", device, driver
	print "| program | lift-tune | expert | expert / lift-tune |" \
		" candidates right | Spearman of the model |"
	print "|---|---|---|---|---|---|"
	for (i = 1; i <= programs; i++) {
		p = order[i]
		printf "| %s | %s | %s | %s | %s | %s |\n", p, us(best[p]),
			us(expert[p]), best[p] && expert[p] \
				? sprintf("%.2f", expert[p] / best[p]) : "-",
			drawn[p] ? right[p] + 0 " of " drawn[p] : "-",
			drawn[p] ? spearman(p) : "-"
	}
}' "$scratch/lines" > "$to/table.md"
cat "$to/table.md"
