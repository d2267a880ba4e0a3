#!/bin/sh
# The examples that simulate and count: `eval` gives what awk computes from the
# formulas.
. "$srcdir/tests/cli/e2e_lib.sh"

draw() { # draw NAME TYPE SHAPE SEED LOW HIGH: whole multiples of 1/64
	count=$(echo "$3" | tr , '*')
	# shellcheck disable=SC2046
	"$probe" npy-write "$1.npy" "$2" "$3" $(awk -v n="$count" -v s="$4" \
		-v low="$5" -v high="$6" 'BEGIN {
		split(n, d, "*"); n = d[1] * (d[2] ? d[2] : 1)
		for (i = 0; i < n; i++) {
			s = (s * 1103 + 12345) % 65536
			print low + int(s * (high - low) / 1024) / 64
		}
	}') || fail "cannot write $1.npy"
}

values() { # values FILE: one to a line
	"$probe" npy-print "$1.npy" | sed 's/^[^:]*: //' | tr ' ' '\n'
}

agrees() { # agrees OUTPUT...: with the columns of ./wanted, to 1e-4
	column=0
	for output in "$@"; do
		column=$((column + 1))
		values "results/$output" > found
		awk -v c=$column '{ print $c }' wanted | paste - found | awk '
			function size(v) { return v < 0 ? -v : v }
			{ want[NR] = $1; got[NR] = $2
			  if (size($1) > most) most = size($1) }
			END {
				for (i = 1; i <= NR; i++)
					if (!(size(want[i] - got[i]) <= 1e-4 * most)) {
						print i, want[i], got[i]
						bad = 1
					}
				exit bad || !NR
			}' > different || fail "$doc: $output (place, expected, found):" \
				"$(head -n 3 different)"
	done
}

evaluate() { # evaluate EXAMPLE INPUTS...
	doc=$1
	shift
	try 0 eval "$examples/$doc.json" -o results "$@"
}

draw price '<f4' 50 1 5 30
draw strike '<f4' 50 2 1 100
draw years '<f4' 50 3 1 10
for i in price strike years; do values $i > $i.txt; done
paste price.txt strike.txt years.txt | awk '
	function cnd(d,   k, t) {
		k = 1 / (1 + 0.2316419 * (d < 0 ? -d : d))
		t = 0.39894228 * exp(-d * d / 2) * k * (0.31938153 + k * \
			(-0.356563782 + k * (1.781477937 + k * \
			(-1.821255978 + k * 1.330274429))))
		return d > 0 ? 1 - t : t
	}
	{ spread = 0.25 * sqrt($3)
	  d = (log($1 / $2) + (0.03125 + 0.25 * 0.25 / 2) * $3) / spread
	  x = $2 * exp(-0.03125 * $3); a = cnd(d); b = cnd(d - spread)
	  print $1 * a - x * b, x * (1 - b) - $1 * (1 - a) }' > wanted
evaluate blackscholes --input price=price.npy --input strike=strike.npy \
	--input years=years.npy --input rate=0.03125 --input volatility=0.25 &&
	agrees call put

draw x '<f4' 40 6 -1 1
draw y '<f4' 40 7 -1 1
draw z '<f4' 40 8 -1 1
draw mass '<f4' 40 9 0 1
for i in x y z mass; do values $i > $i.txt; done
paste x.txt y.txt z.txt mass.txt | awk '
	{ x[NR] = $1; y[NR] = $2; z[NR] = $3; m[NR] = $4 }
	END { for (i = 1; i <= NR; i++) {
		ax = ay = az = 0
		for (j = 1; j <= NR; j++) {
			u = x[j] - x[i]; v = y[j] - y[i]; w = z[j] - z[i]
			r = sqrt(u * u + v * v + w * w + 0.01)
			ax += u * m[j] / r^3; ay += v * m[j] / r^3
			az += w * m[j] / r^3
		}
		print ax, ay, az
	} }' > wanted
evaluate nbody --input x=x.npy --input y=y.npy --input z=z.npy \
	--input mass=mass.npy && agrees ax ay az

draw position '<f4' 30,4 11 0 8
"$probe" npy-write neighbours.npy '<i4' 30,5 $(awk 'BEGIN {
	for (i = 0; i < 30; i++)
		for (k = 1; k <= 5; k++)
			print (i + k * k * k) % 30 }')
values position | paste - - - - | awk '
	{ x[NR - 1] = $1; y[NR - 1] = $2; z[NR - 1] = $3 }
	END { for (i = 0; i < NR; i++) {
		fx = fy = fz = 0
		for (k = 1; k <= 5; k++) {
			j = (i + k * k * k) % NR
			u = x[i] - x[j]; v = y[i] - y[j]; w = z[i] - z[j]
			r = u * u + v * v + w * w
			f = r > 0 && r < 16 ? (1.5 / r^3 - 2) / r^4 : 0
			fx += u * f; fy += v * f; fz += w * f
		}
		print fx, fy, fz
	} }' > wanted
evaluate md --input position=position.npy --input neighbours=neighbours.npy \
	--input cutoff2=16 && agrees fx fy fz

awk 'BEGIN { n = 16
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++) {
			a = -2 + 3 * j / n; b = -1.5 + 3 * i / n; x = y = 0
			for (k = 0; k < 256 && x * x + y * y <= 4; k++) {
				t = x * x - y * y + a; y = 2 * x * y + b; x = t
			}
			print k
		} }' > wanted
evaluate mandelbrot --size N=16 && agrees out

paste x.txt y.txt z.txt mass.txt |
	awk '{ print $1 * $3 - $2 * $4, $1 * $4 + $2 * $3 }' > wanted
evaluate complexmul --input a.0=x.npy --input a.1=y.npy --input b.0=z.npy \
	--input b.1=mass.npy && agrees re im

awk '{ s += $1; q += $1 * $1 }
	END { m = s / NR; print m, q / NR - m * m }' x.txt > wanted
evaluate meanvar --input xs=x.npy && agrees mean variance

"$probe" npy-write five.npy '<f4' 5 1 -3 7 7 2
echo "7 2" > wanted
evaluate argmax --input xs=five.npy && agrees value place

# The check value of CRC-32: that of "123456789".
doc=crc
"$probe" npy-write digits.npy '|u1' 1,9 49 50 51 52 53 54 55 56 57
try 0 eval "$srcdir/tests/programs_e2e/crc.json" -o results \
	--input s=digits.npy
echo 3421780262 > wanted
agrees out

finish
