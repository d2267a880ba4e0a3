#!/bin/sh
# Rows that data begin and end, by work-groups, for a GPU that is not there: the
# items of a group go through some rows, each row by so many side by side, and add up
# what they have. The search proposes such kernels, and they are right on the device
# that is here, for each number of rows in a group and of elements an item has
# (some of them without LIFT_TUNE_MORE), also where these do not divide; no row, one
# row and empty rows included. On Oclgrind, with it, none has a race. Where a group has
# no memory of its own there are none.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
devices=$srcdir/tests/devices
block="rows in lanes"
sums=$srcdir/examples/programs/row_sums.json

cat > greatest.lift <<'L'
program greatest "Of each row the greatest square, less 5."
  size M = 301; N = 4099
  input rs : i32[M][*N] in [-1000, 1000]
  map
      (\r.
       head (reduce (\s x. max s x) (-2147483648) $ map (\x. x * x) r) - 5) rs
L

# made ROWS EACH DOCUMENT SIZES...
made() {
	rows=$1 each=$2
	shift 2
	rm -rf tuned
	try 0 tune "$@" --device 0 --max-fevals 1 \
		--device-facts "$devices/h200.json" -o tuned \
		--require "$block" --fix "rows=$rows" --fix "each=$each" ||
		return
	[ "$(grep -c 'local .* m0\[' tuned/*.cl)" -gt 0 ] ||
		fail "$*: nothing in local memory"
}

made 8 2 "$sums" --size M=1021 --size N=16411
made 1 1 greatest.lift
made 4 4 greatest.lift --size M=3
if [ -n "$LIFT_TUNE_MORE" ]; then
	for rows in 1 4 8 16; do
		for each in 1 2 4; do
			# a group of one row has 32 items or less
			[ $rows -gt 1 ] || [ $each = 1 ] || continue
			made $rows $each "$sums" --size M=517 --size N=8209
			made $rows $each greatest.lift --size M=1
		done
	done
	made 16 1 "$srcdir/examples/programs/csr_product.json" --size M=513 \
		--size N=9001 --size K=700
fi

if [ -n "$LIFT_TUNE_MORE" ] && command -v oclgrind > /dev/null; then
	for rows in 1 8; do
		for each in 1 2; do
			[ $rows -gt 1 ] || [ $each = 1 ] || continue
			try_races "$block" "$sums" --size M=61 --size N=1021 \
				--fix "rows=$rows" --fix "each=$each"
			try_races "$block" greatest.lift --size M=13 --size N=255 \
				--fix "rows=$rows" --fix "each=$each"
		done
	done
fi

try 1 tune "$sums" --size M=61 --size N=1021 --device 0 --max-fevals 1 \
	--device-facts "$devices/mali.json" -o other --require "$block" &&
	has err "no candidate is as --require, --forbid and --fix ask"
finish
