#!/bin/sh
# A kernel that passes all data sets, but is hundreds of times as far off as the
# other kernels of its search, is verified again with other data, and is not
# stored as best when it is wrong there. tests/cli/fake_driver.c makes one: it
# changes a bit of the sum, by less than long sums may be off; on the data of the
# next seed the sum is seven times as large, and so is the change.
. "$srcdir/tests/cli/e2e_lib.sh"
fake=${LIFT_TUNE%/*}/tests/cli/fake_driver.so
[ -e "$fake" ] || skip "no $fake"
OPENCL_FAKE_REAL=$(cat /etc/OpenCL/vendors/pocl*.icd 2> /dev/null | head -n 1)
[ -n "$OPENCL_FAKE_REAL" ] || skip "no PoCL"
mkdir vendors
echo "$fake" > vendors/fake.icd
OCL_ICD_VENDORS=$work/vendors/
export OPENCL_FAKE_REAL OCL_ICD_VENDORS
"$LIFT_TUNE" devices > out 2> err || skip "PoCL cannot be wrapped"
OPENCL_FAKE=drift:17
export OPENCL_FAKE

cat > products.json <<'J'
{"name": "products", "sizes": {"N": 20003},
 "inputs": [{"name": "xs", "type": "[f32; N]"},
	{"name": "ys", "type": "[f32; N]"}],
 "body": ["reduce", "+", 0, ["map", "*", ["zip", "xs", "ys"]]]}
J

# searched EVALUATIONS: the drifting kernel is the first, and the fastest
searched() {
	rm -f tuned.db
	timeout 1200 "$LIFT_TUNE" tune products.json --device 0 --jobs 0 \
		--max-fevals "$1" --time-limit 900 --seed 0 -o kernels > out 2> err
	same "the first kernel of $1" "$(sql "SELECT status FROM measurements
		WHERE id = 1")" ok || show
}

# Too few kernels to say what is usual: no other oracle sees it.
searched 3
same "kernels that are wrong, of 3" "$(sql "SELECT count(*) FROM measurements
	WHERE status = 'wrong'")" 0
searched 8
same "verdict among 8" "$(sql "SELECT m.kernel = f.kernel AND m.reason
	LIKE 'siblings: output 0%' FROM measurements m, measurements f
	WHERE m.status = 'wrong' AND f.id = 1")" 1 || show
finish
