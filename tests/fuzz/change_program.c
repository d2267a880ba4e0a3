/* Changes of programs: the words are those of the language. */
#include "tests/fuzz/change.h"

#define PRIM(id, name, ...) "\"" name "\"",
#define OP(id, name, ...) "\"" name "\"",

static const char *const values[] = {
#include "ir/core/op.def"
#include "ir/core/prim.def"
	"\"x\"", "\"xs\"", "\"ys\"", "0", "1", "-1", "2", "0.5", "1e308",
	"true", "null", "[]", "{}", "\"N\"", "\"N-1\"", "\"N//2\"", "\"N%4\"",
	"9223372036854775807", "\"N*N*N\"", "[\"f32\", 1]", "[\"i8\", -1]",
	"[\"f64\", 1e-9]", "[\"u64\", 2]", "[\"f16\", 1]", "\"[f32; N]\"",
	"\"[[i32; 2]; N]\"", "\"f32\"", "\"(f32, i32)\"", "\"mapLocal(1)\"",
	"[\"tuple\", \"x\", 1]", "[\"array\", 1, 2]", "[\"get\", 0, \"x\"]",
	"[\"fun\", [\"x\"], \"x\"]", "[\"if\", true, 1, 2]",
	"[\"let\", \"x\", 1, \"x\"]", "\"clamp\"", "\"mirror\"", "\"wrap\"",
};

#undef OP
#undef PRIM

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			       unsigned int seed)
{
	return change_json(&(Input){ data, size, max_size, seed }, values,
			   sizeof values / sizeof *values);
}
