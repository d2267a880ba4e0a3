#!/bin/sh
# pack.sh NAME: the folder NAME and NAME.tar.gz around bundle/lift-tune.
set -e
name=$1
documents=/usr/share/doc

loader() { # the path of the OpenCL loader of this machine
	/sbin/ldconfig -p | awk '$1 == "libOpenCL.so.1" && /x86-64/ {
		print $NF; exit }'
}

references=libexec/lift-tune/references
rm -rf "$name" "$name.tar.gz"
mkdir -p "$name/bin" "$name/lib" "$name/licenses" "$name/$references"
cp bundle/lift-tune "$name/bin/"
# Those that are not made for this very machine.
for reference in openblas clblast opencl; do
	cp "references/$reference.so" "$name/$references/"
done
cp -L "$(loader)" "$name/lib/libOpenCL.so.1"
(cd "$srcdir" && find examples docs -type f \( -name '*.json' -o \
	-name '*.md' -o -name '*.svg' -o -name '*.[ch]' -o -name Makefile \) \
	! -path '*/kernels/*' -print) | while read -r file; do
	mkdir -p "$name/$(dirname "$file")"
	cp "$srcdir/$file" "$name/$file"
done
cp "$srcdir/README.md" "$srcdir/LICENSE" "$srcdir/NOTICE" "$name/"
for package in libjansson-dev libsqlite3-dev libstdc++-12-dev \
		ocl-icd-libopencl1; do
	[ ! -e "$documents/$package/copyright" ] ||
		cp "$documents/$package/copyright" "$name/licenses/$package"
done
sh "$srcdir/bundle/needs.sh" "$name/bin/lift-tune" "$name/lib/libOpenCL.so.1"
# The worker has opened OpenCL when it opens these.
OPENED=libOpenCL.so.1 sh "$srcdir/bundle/needs.sh" "$name/$references"/*.so
tar --sort=name --owner=0 --group=0 --numeric-owner -czf "$name.tar.gz" "$name"
