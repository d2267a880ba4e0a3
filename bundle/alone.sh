#!/bin/sh
# alone.sh NAME: the bundle NAME.tar.gz in a root folder of its own that holds
# the C library, PoCL and what PoCL needs, and nothing else of this machine:
# no loader of OpenCL, no jansson, no SQLite. Only root can do that.
set -e
archive=$PWD/$1.tar.gz
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
unshare -m true 2> /dev/null || { echo "not tried alone: needs root"; exit; }
work=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-alone.XXXXXX")
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
mkdir -p "$root/tmp" "$root/proc" "$root/sys" "$root/dev/shm"
for folder in bin lib lib64; do
	[ ! -L /$folder ] || { mkdir -p "$root/usr/$folder" &&
		ln -s usr/$folder "$root/$folder"; }
done
mknod -m 666 "$root/dev/null" c 1 3

place() { # place FILE...: to where it is here, links as what they point to
	for file; do
		[ ! -e "$root$file" ] || continue
		mkdir -p "$root$(dirname "$file")"
		cp -L "$file" "$root$file"
	done
}

with_libraries() { # with_libraries FILE...: FILEs and all that they load
	place "$@"
	# shellcheck disable=SC2046
	place $(ldd "$@" | grep -oE '(^|[[:space:]])/[^ :]+' | sort -u)
}

driver=$(cat /etc/OpenCL/vendors/pocl.icd)
case $driver in
/*) ;;
*) driver=$(find /usr/lib -name "$driver" | head -n 1) ;;
esac
place /etc/OpenCL/vendors/pocl.icd /etc/ld.so.cache
with_libraries "$driver" "$(dirname "$driver")"/pocl/*.so
mkdir -p "$root/usr/share"
cp -R /usr/share/pocl "$root/usr/share/"
with_libraries /bin/sh /usr/bin/ld
# PoCL links each kernel with these.
folder=$(dirname "$driver")
place "$folder"/libc.so "$folder"/libm.so "$folder"/libc_nonshared.a \
	"$folder"/libmvec.so.1 /usr/lib/gcc/x86_64-linux-gnu/*/crtbegin*.o \
	/usr/lib/gcc/x86_64-linux-gnu/*/crtend*.o \
	/usr/lib/gcc/x86_64-linux-gnu/*/libgcc* "$folder"/crt?.o
tar -xzf "$archive" -C "$root"
mv "$root/$1" "$root/bundle"

cat > "$root/tmp/try" <<'END'
set -e
cd /tmp
tool=/bundle/bin/lift-tune
$tool devices -v
$tool tune /bundle/examples/asum.json --size N=100000 --max-fevals 3 --quiet
$tool run /bundle/examples/asum.json --size N=100000 --fill --verify
$tool query
END
if find "$root" -name 'libOpenCL*' ! -path '*/bundle/*' | grep .; then
	exit 1
fi
# What is mounted is so for these commands only.
unshare -m sh -c '
	mount -t proc proc "$1/proc" && mount -t sysfs sysfs "$1/sys" &&
	env -i HOME=/tmp PATH="$PATH" chroot "$1" /bin/sh /tmp/try
' sh "$root"
echo "the bundle works alone"
