#!/bin/sh
# kill -9 at any moment, 20 times: what was announced is in the database, the
# database is whole, and the next search goes on from there. Now and then it is
# the worker that is killed: the search survives that.
. "$srcdir/tests/e2e_lib.sh"
need_device

worker_of() { # worker_of PID: its first child
	cat /proc/"$1"/task/*/children 2> /dev/null | cut -d ' ' -f 1
}

check_rows() {
	grep -h '"measurement"' out | "$probe" json measurement kernel > lines
	while IFS=$tab read -r id kernel; do
		same "row $id" "$(sql "SELECT count(*) FROM measurements
			WHERE id = $id AND kernel LIKE '%$kernel'")" 1
	done < lines
}

announced=0
round=0
while [ $round -lt 20 ]; do
	round=$((round + 1))
	"$LIFT_TUNE" tune "$examples/dot.json" --device 0 --size N=20003 \
		--json --max-fevals 1000 --seed $round -o out.d > out 2> err &
	tuner=$!
	# 0.00 to 0.99 s after the first announcement of this round at most
	sleep 0.$(printf '%02d' $((round * 37 % 100)))
	if [ $((round % 4)) = 0 ]; then
		worker=$(worker_of $tuner)
		[ -n "$worker" ] && kill -KILL "$worker"
		sleep 1
		kill -0 $tuner 2> /dev/null ||
			{ fail "the search died with its worker"; show; }
	fi
	[ $((round % 3)) = 0 ] && sleep 1.3
	kill -KILL $tuner 2> /dev/null
	wait $tuner 2> /dev/null
	# A line that was cut off was not announced.
	grep '}$' out > whole && mv whole out
	check_rows
	announced=$((announced + $(wc -l < lines)))
	[ -e "$LIFT_TUNE_DB" ] && try 0 db check
done
[ $announced -ge 10 ] || fail "only $announced measurements in 20 rounds"
tune_at "$examples/dot.json" N=20003
same "kernels measured twice" \
	"$(sql 'SELECT count(*) - count(DISTINCT kernel) FROM measurements
		WHERE repeat = 0')" 0
finish
