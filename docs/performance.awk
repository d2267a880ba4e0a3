# The tables of performance.md, of the lines that bench --json prints:
#
#     lift-tune bench --suite all --json | awk -f docs/performance.awk
#
# A row is a program with its sizes, its --fp and its caches; the last of
# several that were measured counts. Each ratio is the tuned kernel's time
# divided by that of the side, (1) behind it where the side kept a single thread
# busy and the kernel more. Rows whose sizes are all odd stand in a second table:
# the time of an element, over that of the row of the same program that is
# nearest in size and has an even one.

function field(name,    at, rest) {
	at = index($0, "\"" name "\": ")
	if (!at)
		return ""
	rest = substr($0, at + length(name) + 4)
	if (match(rest, /^"([^"\\]|\\.)*"/))
		return substr(rest, 2, RLENGTH - 2)
	sub(/[,}].*/, "", rest)
	return rest
}

function label(    name) {
	name = field("program")
	if (field("fp") != "reassoc")
		name = name ", `--fp " field("fp") "`"
	return field("caches") == "cold" ? name ", cold" : name
}

function measure_sizes(row, text,    i, n, size) {
	elements[row] = 1
	odd[row] = 1
	n = split(text, size)
	for (i = 1; i <= n; i++) {
		sub(/.*=/, "", size[i])
		elements[row] *= size[i]
		if (size[i] % 2 == 0)
			odd[row] = 0
	}
}

function milliseconds(row) {
	return sprintf("%.3g ms", time[row] * 1e-6)
}

function cell(row, side) {
	return sprintf("%.2f%s", ratio[row, side], \
		       threads[row, side] < 1.5 && busy[row] >= 1.5 ? " (1)" : "")
}

function best_c(row,    side, best) {
	for (side in plain)
		if ((row, side) in ratio && (!best \
		    || ratio[row, side] > ratio[row, best]))
			best = side
	return best
}

function print_row(row,    i, line) {
	line = "| " row " | " milliseconds(row) " |"
	for (i = 1; i <= columns; i++)
		if (column[i] in met)
			line = line ((row, column[i]) in ratio \
				     ? " " cell(row, column[i]) " |" : " |")
	line = line (best_c(row) ? " " cell(row, best_c(row)) " |" : " |")
	print line " " quiet[row] " |"
}

function print_head(    i, head, rule) {
	for (i = 1; i <= columns; i++)
		if (column[i] in met) {
			head = head " " (column[i] == "OpenCL by hand" \
					 ? "by hand" : column[i]) " |"
			rule = rule "---:|"
		}
	print "| program | time |" head " best C | quiet rounds |"
	print "|---|---:|" rule "---:|---:|"
}

function neighbour(row,    i, other, apart, least, found) {
	for (i = 1; i <= rows; i++) {
		other = order[i]
		if (odd[other] || first[other] != first[row] \
		    || kind[other] != kind[row])
			continue
		apart = log(elements[other] / elements[row])
		apart = apart < 0 ? -apart : apart
		if (!found || apart < least) {
			least = apart
			found = other
		}
	}
	return found
}

function print_pairs(    i, row, other, begun) {
	for (i = 1; i <= rows; i++) {
		row = order[i]
		other = odd[row] ? neighbour(row) : ""
		if (!other)
			continue
		if (!begun++) {
			print "\n| odd sizes | time | round sizes | time | of an element |"
			print "|---|---:|---|---:|---:|"
		}
		printf "| %s | %s | %s | %s | %.2f |\n", row,
		       milliseconds(row), other, milliseconds(other),
		       time[row] / elements[row] \
		       / (time[other] / elements[other])
	}
}

BEGIN {
	columns = split("OpenBLAS;MKL;CLBlast;OpenCL by hand", column, ";")
}

field("status") == "ok" && field("side") == "lift-tune" {
	row = label()
	if (!(row in time))
		order[++rows] = row
	for (side in met)
		delete ratio[row, side]
	time[row] = field("median_ns")
	busy[row] = field("threads")
	quiet[row] = field("quiet") " of " field("rounds")
	first[row] = field("program")
	sub(/ .*/, "", first[row])
	kind[row] = field("fp") field("caches")
	measure_sizes(row, field("sizes"))
}

field("status") == "ok" && field("ratio") != "" {
	side = field("side")
	met[side] = 1
	if (side ~ /^C, /)
		plain[side] = 1
	ratio[label(), side] = field("ratio")
	threads[label(), side] = field("threads")
}

END {
	print_head()
	for (i = 1; i <= rows; i++)
		if (!odd[order[i]] || !neighbour(order[i]))
			print_row(order[i])
	print_pairs()
}
