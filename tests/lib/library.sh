#!/bin/sh
# The library as an application uses it: installed, found by pkg-config, the
# program of docs/library.md and one that tries what lift_tune.h promises;
# nothing but lt_* is to be seen of it.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
build=${LIFT_TUNE%/*}
LIFT_TUNE_WORKER=$LIFT_TUNE
export LIFT_TUNE_WORKER

for library in so a; do
	case $library in so) options=-D ;; a) options=-g ;; esac
	nm $options --defined-only "$build/liblift_tune.$library" |
		awk 'NF == 3 { print $3 }' | sort -u > names
	grep -qx lt_plan_make names || fail ".$library: no lt_plan_make"
	grep -v '^lt_' names && fail ".$library shows these"
done

# The host's signals, processes, environment and output are its own.
nm -D --undefined-only "$build/liblift_tune.so.0" | sed 's/@.*//' |
	grep -wE 'signal|sigaction|sigprocmask|pthread_sigmask|atexit|on_exit|v?fork|system|popen|setenv|putenv|unsetenv|chdir|umask|setlocale|printf|puts' &&
	fail "the library may touch what is its host's"

mkdir -p prefix/include prefix/lib
cp "$srcdir/lib/lift_tune.h" prefix/include
cp -P "$build"/liblift_tune.so* "$build/liblift_tune.a" prefix/lib
sed "s|^prefix=.*|prefix=$work/prefix|; s|^exec_prefix=.*|exec_prefix=$work/prefix|
	s|^libdir=.*|libdir=$work/prefix/lib|
	s|^includedir=.*|includedir=$work/prefix/include|" \
	"$build/lift-tune.pc" > prefix/lift-tune.pc
PKG_CONFIG_PATH=$work/prefix
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs lift-tune) || fail "pkg-config"
static="$(pkg-config --cflags lift-tune) prefix/lib/liblift_tune.a
	$(pkg-config --libs --static lift-tune | sed 's/-llift_tune//')"
LD_LIBRARY_PATH=$work/prefix/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
sanitize=
nm "$build/liblift_tune.so" | grep -q __asan_init &&
	sanitize=-fsanitize=address,undefined

sed -n '/^```c$/,/^```$/p' "$srcdir/docs/library.md" | sed '1d;$d' > doc.c
warnings="-O1 -g -Wall -Wextra -Wshadow -pedantic -Werror $sanitize"
# shellcheck disable=SC2086
cc -std=c11 $warnings doc.c $flags -o doc || fail "the program of the page"
./doc 100 70 > said 2>&1 || fail "it fails"
has said "an estimate on "
has said "y[0] = 140"

cat > weigh.lift <<'L'
program weigh
  size N = 5000
  input xs : f32[N] ; w : f32
  output ys
  map (\x. w * x + 1) xs
L
tune_at weigh.lift
# shellcheck disable=SC2086
cc -std=c11 $warnings -D_GNU_SOURCE "$srcdir/tests/lib/library_host.c" $flags \
	-lpthread -o host && ./host > said 2>&1 ||
	fail "what the header promises"
cat said
printf '#include <lift_tune.h>\nint main() { return !lt_version(); }\n' > x.cc
# shellcheck disable=SC2086
g++ -std=c++17 $warnings x.cc $static -o cxx && ./cxx ||
	fail "C++, with the static library"

finish
