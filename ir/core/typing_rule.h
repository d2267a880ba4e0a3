/* What the typing rules of primitives share: the question that is put to a rule,
 * and its refusals. For ir/ only.
 */
#ifndef IR_CORE_TYPING_RULE_H
#define IR_CORE_TYPING_RULE_H

#include "ir/core/typing.h"

/* One question to a rule: the parameters of function kid `want`, or the result
 * when want is -1. */
typedef struct Ask {
	const Typing *typing;
	Prim prim;
	const Size *const *sizes;
	int count;
	const Type *const *types;
	int want;
	const Type *params[2];
	TypingFault *fault; /* may be NULL */
} Ask;

typedef const Type *PrimTyping(Ask *ask);

/* One rule for each name in the last column of prim.def. */
#define PRIM(id, name, signature, traits, typing) PrimTyping prim_##typing;
#include "ir/core/prim.def"
#undef PRIM

/* Always NULL: sets the fault. kid: the argument to blame, or -1. */
const Type *ask_refuse(Ask *ask, DiagCode code, int kid, const char *expected,
		       const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* The same for a size; other, if any, stands at the end of the message. */
const Type *ask_refuse_size(Ask *ask, int size, const Size *found,
			    const char *expected, const char *format,
			    const Size *other);

Ir *ask_ir(const Ask *ask);
bool ask_match(Ask *ask, const Type *a, const Type *b);

/* The argument as an array; as an array of arrays; NULL: refused. */
const Type *ask_array(Ask *ask, int kid);
const Type *ask_nested(Ask *ask, int kid);

/* The argument as a list or as rows, or NULL, also of what is low-level, which takes
 * arrays; as an array or the elements of a list, or NULL: refused; array, made of
 * that, as what the argument is. */
const Type *ask_shaped(Ask *ask, int kid);
const Type *ask_sequence(Ask *ask, int kid);
const Type *ask_as_list(Ask *ask, int kid, const Type *array);

/* Whether two arguments are both arrays (of any length) or two lists that are
 * known to be of one length; false: refused. */
bool ask_as_many(Ask *ask, int first, int kid);

/* What one of its elements is: of rows, a list. Rows one after the other. */
const Type *ask_element(Ask *ask, int kid);
const Type *ask_joined(Ask *ask, const Type *rows);

/* An array; refused when the length, NULL, overflowed. */
const Type *ask_array_of(Ask *ask, const Type *element, const Size *length);

/* length by the primitive's size; NULL: it does not divide. */
const Size *ask_divided(Ask *ask, const Size *length);

/* The argument as an initial value of that type; NULL: refused. */
const Type *ask_initial(Ask *ask, int kid, const Type *element);

/* Whether it can be an index: an integer, or a number that can become one. */
bool ask_is_index(Ask *ask, const Type *type);

/* The type as text, as far as it is known. */
void typing_put(const Typing *typing, char *out, size_t size,
		const Type *type);

#endif
