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
		same "the kernel of row $id" "$(sql "SELECT kernel FROM results
			WHERE id = $id")" "$kernel"
	done < lines
}

announced_so_far() {
	grep -c '"measurement".*}$' out
}

announced=0
round=0
while [ $round -lt 20 ]; do
	round=$((round + 1))
	"$LIFT_TUNE" tune "$examples/dot.json" --device 0 --size N=20003 \
		--json --max-fevals 1000 --seed $round -o out.d > out 2> err &
	tuner=$!
	# After 0 to 4 announcements and some hundredths of a second.
	for _ in $(seq 200); do
		[ "$(announced_so_far)" -ge $((round % 5)) ] && break
		sleep 0.05
	done
	sleep "0.$(printf '%02d' $((round * 37 % 50)))"
	if [ $((round % 4)) = 0 ]; then
		before=$(announced_so_far)
		worker=$(worker_of $tuner)
		[ -n "$worker" ] && kill -KILL "$worker"
		for _ in $(seq 200); do
			[ "$(announced_so_far)" -gt $((before + 1)) ] && break
			sleep 0.05
		done
		[ "$(announced_so_far)" -gt $((before + 1)) ] ||
			{ fail "the search does not go on without its worker"
			  show; }
	fi
	kill -KILL $tuner 2> /dev/null
	wait $tuner 2> /dev/null
	grep '}$' out > whole && mv whole out # half a line announces nothing
	check_rows
	announced=$((announced + $(wc -l < lines)))
	[ -e "$LIFT_TUNE_DB" ] && try 0 db check
done
[ $announced -ge 30 ] || fail "only $announced measurements in 20 rounds"
tune_at "$examples/dot.json" N=20003
same "kernels measured twice" \
	"$(sql 'SELECT count(*) - count(DISTINCT kernel) FROM measurements
		WHERE repeat = 0')" 0
finish
