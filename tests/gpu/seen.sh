# seen.sh: the plugin's counts of kernels that counts.c wrote, for counts.sh and
# ranks.sh. They set plugin.

# seen KERNEL: what the plugin counts of it, in the order of COUNTS
seen() {
	rm -f seen
	WARP_OUT=seen oclgrind-kernel --plugins "$plugin" "$1.sim" > log 2>&1 ||
		cat log
	awk '{
		gsub(/[][{}",:]/, " ")
		for (i = 1; i < NF; i++) {
			if ($i == "loads" || $i == "stores")
				side = $i " "
			if (!((side $i) in value))
				value[side $i] = $(i + 1)
			value[$i] = $(i + 1)
		}
		print value["loads requests"], value["loads sectors"], \
			value["stores requests"], value["stores sectors"], \
			value["local_requests"], value["wavefronts"], \
			value["barriers"], value["warp_instructions"], \
			value["group_sectors"]
	}' seen
}

# document PROGRAM
document() {
	if [ -f "$srcdir/examples/$1.lift" ]; then
		echo "$srcdir/examples/$1.lift"
	else
		echo "$srcdir/tests/gpu/programs/$1.lift"
	fi
}
