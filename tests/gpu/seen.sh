# seen.sh: what the plugin counts, for the other scripts here. They set plugin.

# counted FIELD...: for each kernel in what the plugin wrote to standard input a
# line of these values; "loads sectors" is that of one side, items those of a group
counted() {
	awk -v fields="$(printf '%s;' "$@")" 'BEGIN {
		count = split(fields, field, ";") - 1
	}
	{
		gsub(/[][{}",:]/, " ")
		for (i = 1; i < NF; i++) {
			if ($i == "loads" || $i == "stores")
				side = $i " "
			if ($i == "local" && !("items" in value))
				value["items"] = $(i + 1) * $(i + 2) * $(i + 3)
			if (!((side $i) in value))
				value[side $i] = $(i + 1)
			value[$i] = $(i + 1)
		}
		for (i = 1; i <= count; i++)
			printf "%s%s", value[field[i]], i < count ? " " : "\n"
		delete value
		side = ""
	}'
}

# seen KERNEL: what the plugin counts of it, in the order of COUNTS
seen() {
	rm -f seen
	WARP_OUT=seen oclgrind-kernel --plugins "$plugin" "$1.sim" > log 2>&1 ||
		cat log
	counted "loads requests" "loads sectors" "stores requests" \
		"stores sectors" local_requests wavefronts barriers \
		warp_instructions group_sectors < seen
}

# document PROGRAM
document() {
	for place in examples/$1.lift examples/programs/$1.json \
		tests/gpu/programs/$1.lift; do
		[ ! -f "$srcdir/$place" ] || echo "$srcdir/$place"
	done
}
