# Completion of lift-tune's words in bash (lift-tune help bash).
_lift_tune()
{
	local words now=${COMP_WORDS[COMP_CWORD]}
	local before=${COMP_WORDS[COMP_CWORD - 1]}

	case ${COMP_WORDS[1]} in
	tune) words='--device --device-facts --env --size --input --cast --strategy --list-strategies --list-schedules --require --forbid --fix --record --no-files --t4 --max-fevals --time-limit --jobs --seed --db -o --atol --rtol --fp --fp-strict --build-timeout --run-timeout --from --fresh --schedules --rules --prove -d --allow-unsafe-c --json --quiet -v --werror --help -h --version' ;;
	run) words='--device --env --size --input --cast --fill --seed --db -o --atol --rtol --fp --fp-strict --build-timeout --run-timeout --verify --schedules --rules --allow-unsafe-c --json --quiet -v --werror --help -h --version' ;;
	eval) words='--size --input --cast --fill --seed -o --allow-unsafe-c --json --quiet -v --werror --help -h --version' ;;
	check) words='--size --print --allow-unsafe-c --json --quiet -v --werror --help -h --version' ;;
	format) words='--size --allow-unsafe-c --json --quiet -v --werror --help -h --version' ;;
	rewrite) words='--device-facts --size --list --at --rule --schedule --schedules --steps --index-form --canonical --rules --coq --allow-unsafe-c --json --quiet -v --werror --help -h --version' ;;
	codegen) words='--device-facts --size -o --fp --fp-strict --allow-unsafe-c --json --quiet -v --werror --help -h --version' ;;
	devices) words='--env --json --quiet -v --help -h --version' ;;
	query) words='--device --size --db --best --limit --json --quiet -v --help -h --version' ;;
	export) words='--sizes --db -o --schedules --rules --allow-unsafe-c --json --quiet -v --help -h --version' ;;
	explain) words='--db --schedules --rules --coq --allow-unsafe-c --json --quiet -v --help -h --version' ;;
	replay) words='--device --env --size --seed --db --atol --rtol --build-timeout --run-timeout --schedules --rules -d --allow-unsafe-c --json --quiet -v --help -h --version' ;;
	prove) words='--size --db --fp --rules --allow-unsafe-c --json --quiet -v --werror --help -h --version' ;;
	rules) words='--rules --show --coq --json --quiet -v --help -h --version' ;;
	db) words='--db --json --quiet -v --help -h --version' ;;
	report) words='--device --db -o --json --quiet -v --help -h --version' ;;
	bench) words='--device --env --size --strategy --require --forbid --fix --seeds --warm --max-fevals --time-limit --suite --rounds --round-limit --cold --against --references --seed --db -o --atol --rtol --fp --build-timeout --run-timeout --fresh --best --json --quiet -v --help -h --version' ;;
	help) words='--json --quiet -v --help -h --version' ;;
	version) words='--json --quiet -v --help -h --version' ;;
	*) words='--device --device-facts --env --size --input --cast --strategy --list-strategies --list-schedules --require --forbid --fix --record --no-files --t4 --max-fevals --time-limit --jobs --seed --db -o --atol --rtol --fp --fp-strict --build-timeout --run-timeout --from --fresh --schedules --rules --prove -d --allow-unsafe-c --json --quiet -v --werror --help -h --version' ;;
	esac
	[ "$COMP_CWORD" != 1 ] || words+=' tune run eval check format rewrite codegen devices query export explain replay prove rules db report bench help version '
	case $before in
	--device) words= ;;
	--device-facts) words= ;;
	--env) words= ;;
	--size) words= ;;
	--sizes) words= ;;
	--input) words= ;;
	--strategy) words= ;;
	--require) words= ;;
	--forbid) words= ;;
	--fix) words= ;;
	--record) words= ;;
	--t4) words= ;;
	--seeds) words= ;;
	--warm) words= ;;
	--max-fevals) words= ;;
	--time-limit) words= ;;
	--suite) words= ;;
	--rounds) words= ;;
	--round-limit) words= ;;
	--against) words= ;;
	--references) words= ;;
	--jobs) words= ;;
	--seed) words= ;;
	--db) words= ;;
	-o) words= ;;
	--atol) words= ;;
	--rtol) words= ;;
	--fp) words=$(echo 'strict|reassoc|relaxed' | tr '|' ' ') ;;
	--build-timeout) words= ;;
	--run-timeout) words= ;;
	--from) words= ;;
	--at) words= ;;
	--rule) words= ;;
	--schedule) words= ;;
	--schedules) words= ;;
	--steps) words= ;;
	--limit) words= ;;
	--rules) words= ;;
	--show) words= ;;
	-d) words= ;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$now")
}
complete -o default -F _lift_tune lift-tune
