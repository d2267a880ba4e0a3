#include "tests/cli/mutate.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

typedef struct Range {
	const char *from, *to;
} Range;

/* The first range at or after a place of the source (which begins earlier, so
 * that text[-1] may be read); from is NULL when there is none. */
typedef Range Finder(const char *text);

enum { CHANGES = 2 };

/* In a change @ is what was there, $ keeps an index within the array it is of,
 * if that is one of the kernel's own, LAST holds in one item only: the last one
 * that comes there, in kernels of one dimension. */
typedef struct Operator {
	const char *fault;
	Finder *find;
	const char *changes[CHANGES];
} Operator;

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool is_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

static const char *past_digits(const char *text)
{
	while (isdigit((unsigned char)*text))
		text++;
	return text;
}

/* From behind `before`, at or after text, up to `after`. */
static Range between(const char *text, const char *before, const char *after)
{
	const char *found = strstr(text, before);

	if (!found)
		return (Range){ 0 };
	found += strlen(before);
	return (Range){ found, strstr(found, after) };
}

/* The bound of "for (int i = 0; i < 42; i++)". */
static Range find_bound(const char *text)
{
	Range head = between(text, "for (int ", " < ");

	if (!head.from)
		return head;
	return (Range){ head.to + 3, past_digits(head.to + 3) };
}

/* Where the bracket that is open at text closes. */
static const char *closing(const char *text)
{
	for (int depth = 0; *text; text++) {
		if (is_one_of(*text, ")]") && depth-- == 0)
			break;
		depth += is_one_of(*text, "([");
	}
	return text;
}

/* The buffer, local or private memory named at text; its end, or NULL. */
static const char *past_memory(const char *text)
{
	const char *end = past_digits(text + 1);

	return is_one_of(*text, "iotmp") && end > text + 1 && !is_word(text[-1])
	       ? end : NULL;
}

/* In "float m0[256];" that is a type's. */
static bool is_declared(const char *name)
{
	return name[-1] == ' ' && is_word(name[-2]);
}

/* The index of "i0[index]" or the offset of "(i0 + offset)". */
static Range find_index(const char *text)
{
	for (; *text; text++) {
		const char *end = past_memory(text);

		if (!end)
			continue;
		if (*end == '[' && !is_declared(text))
			return (Range){ end + 1, closing(end + 1) };
		if (!strncmp(end, " + ", 3)
		    && (text[-1] == '(' || text[-2] == ','))
			return (Range){ end + 3, closing(end + 3) };
	}
	return (Range){ 0 };
}

/* Is this the first statement of a block? */
static bool begins_block(const char *text)
{
	while (is_one_of(text[-1], " \t\n"))
		text--;
	return text[-1] == '{';
}

/* Not at the head of a loop: PoCL puts barriers around the turns of loops that
 * have any, so without that one the kernel is the same there. */
static Range find_barrier(const char *text)
{
	static const char barrier[] = "barrier(CLK_LOCAL_MEM_FENCE);";
	const char *found = strstr(text, barrier);

	while (found && begins_block(found))
		found = strstr(found + 1, barrier);
	return (Range){ found, found ? found + sizeof barrier - 1 : NULL };
}

static Range find_guard(const char *text)
{
	return between(text, "if (", ")");
}

/* The value of "float acc0 = value;". */
static Range find_start(const char *text)
{
	Range none = { 0 };

	while ((text = strstr(text, " acc"))) {
		const char *end = past_digits(text + 4);

		if (is_word(text[-1]) && !strncmp(end, " = ", 3))
			return (Range){ end + 3, strchr(end, ';') };
		text = end;
	}
	return none;
}

/* "acc0.s0" in a sum of lanes, or the last one. */
static Range find_lane(const char *text)
{
	Range none = { 0 };

	while ((text = strstr(text, " acc"))) {
		const char *end = past_digits(text + 4);

		if (!strncmp(end, ".s", 2) && (end[2] == '0' || end[3] == ';'))
			return (Range){ text + 1, end + 3 };
		text = end;
	}
	return none;
}

/* A statement of an array in global memory: "o0[3] = value;". */
static Range find_store(const char *text)
{
	Range none = { 0 };

	for (; *text; text++) {
		const char *end = past_digits(text + 1);

		if (is_one_of(*text, "ot") && end > text + 1 && *end == '['
		    && text[-1] == '\t' && !strncmp(closing(end + 1), "] = ", 4))
			return (Range){ text, strchr(end, ';') + 1 };
	}
	return none;
}

/* The value of "acc0 = value;" on a line of its own. */
static Range find_step(const char *text)
{
	Range none = { 0 };

	while ((text = strstr(text, "\tacc"))) {
		const char *end = past_digits(text + 4);

		if (!strncmp(end, " = ", 3))
			return (Range){ end + 3, strchr(end, ';') };
		text = end;
	}
	return none;
}

static Range find_minus(const char *text)
{
	const char *found = strstr(text, " - ");

	return (Range){ found, found ? found + 3 : NULL };
}

static const Operator operators[] = {
	{ "loop ends early", find_bound, { "@ - LAST" } },
	{ "index off by one", find_index, { "((@) + 1)$", "((@) + LAST)$" } },
	{ "barrier left out", find_barrier, { "" } },
	{ "guard left out", find_guard, { "1" } },
	{ "guard off by one", find_guard, { "@ - 1", "@ + 1" } },
	{ "wrong start", find_start, { "@ + LAST" } },
	{ "lane forgotten", find_lane, { "@ * !LAST" } },
};

static const Operator value_operators[] = {
	{ "result not stored", find_store, { "if (!LAST) { @ }" } },
	{ "another start", find_start, { "@ + 1" } },
	{ "sums of fewer bits", find_step, { "NARROW(@)" } },
	{ "another sign", find_minus, { " + " } },
	{ "step too many or few", find_bound, { "@ - 1", "@ + LAST" } },
	{ "index of the one before", find_index, { "((@) - LAST)$" } },
};

/* -- the last item --------------------------------------------------------- */

/* The brace before a place that opens the innermost block around it. */
static const char *opening(const char *source, const char *place)
{
	int depth = 0;

	while (place-- > source) {
		depth += *place == '}';
		if (*place == '{' && depth-- == 0)
			return place;
	}
	return NULL;
}

/* The condition "g0 < 7" of "if (g0 < 7) {", given its brace. */
static Range condition(const char *source, const char *brace)
{
	const char *line = brace;

	while (line > source && line[-1] != '\n')
		line--;
	line += strspn(line, "\t");
	if (strncmp(line, "if (", 4))
		return (Range){ 0 };
	return (Range){ line + 4, brace - 2 };
}

static void put_last(Text *out, const char *source, const char *place)
{
	const char *brace = opening(source, place);
	Range guard = { 0 };

	while (brace && !(guard = condition(source, brace)).from)
		brace = opening(source, brace);
	if (!guard.from) {
		text_put(out, "#define LAST (get_global_id(0) + 1 == "
			 "get_global_size(0))\n");
		return;
	}
	text_put(out, "#define LAST (!(1 + ");
	text_bytes(out, guard.from, (size_t)(guard.to - guard.from));
	text_put(out, *guard.from == 'g' ? "))\n"
		 : ") && get_group_id(0) + 1 == get_num_groups(0))\n");
}

/* -- one change ------------------------------------------------------------ */

/* The number of elements, as declared, of the array that is indexed at a place
 * of the source. */
static Range array_size(const char *source, const char *index)
{
	const char *name = index - 1;
	size_t length;

	if (*name != '[')
		return (Range){ 0 };
	while (is_word(name[-1]))
		name--;
	length = (size_t)(index - name);
	while ((source = strstr(source, "local "))) {
		source += strcspn(source, "[;") + 1;
		if (!strncmp(source - length, name, length))
			return (Range){ source, past_digits(source) };
	}
	return (Range){ 0 };
}

static void put_range(Text *out, Range range)
{
	text_bytes(out, range.from, (size_t)(range.to - range.from));
}

static void put_change(Text *out, const char *change, Range was, Range size)
{
	for (; *change; change++)
		if (*change == '@') {
			put_range(out, was);
		} else if (*change != '$') {
			text_char(out, *change);
		} else if (size.from) {
			text_put(out, " % ");
			put_range(out, size);
		}
}

static int line_of(const char *source, const char *place)
{
	int line = 1;

	for (; source < place; source++)
		line += *source == '\n';
	return line;
}

/* Floats of 11 bits, and vectors of them; anything else is as it was. */
static const char narrowing[] =
	"#define OF(f, u) f __attribute__((overloadable)) NARROW(f x) "
	"{ return as_##f((as_##u(x) + (u)0x1000) & (u)0xffffe000); }\n"
	"OF(float, uint) OF(float2, uint2) OF(float4, uint4) "
	"OF(float8, uint8) OF(float16, uint16)\n";

static void visit_change(const char *source, const Operator *operator,
			 const char *change, Range range, MutantVisit *visit,
			 void *context)
{
	Text whole = { 0 }, part = { 0 };
	Mutant mutant = { .fault = operator->fault,
			  .line = line_of(source, range.from) };

	if (strstr(change, "NARROW"))
		text_put(&whole, narrowing);
	put_change(&part, change, range, array_size(source, range.from));
	put_last(&whole, source, range.from);
	text_bytes(&whole, source, (size_t)(range.from - source));
	text_put(&whole, text_string(&part));
	text_put(&whole, range.to);
	mutant.change = text_string(&part);
	mutant.source = text_string(&whole);
	visit(context, &mutant);
	text_free(&whole);
	text_free(&part);
}

static void visit_places(const char *source, const Operator *operator,
			 MutantVisit *visit, void *context)
{
	Range range = operator->find(source + 2);

	while (range.from) {
		for (int i = 0; i < CHANGES && operator->changes[i]; i++)
			visit_change(source, operator, operator->changes[i],
				     range, visit, context);
		range = operator->find(range.to);
	}
}

/* -- swapped names --------------------------------------------------------- */

static bool is_name(const char *text, const char *name)
{
	size_t length = strlen(name);

	return !strncmp(text, name, length) && !is_word(text[-1])
	    && !is_word(text[length]);
}

/* Signatures, outside of all braces, stay. */
static void put_swapped(Text *out, const char *source, const char *a,
			const char *b)
{
	int depth = 0;

	for (const char *c = source; *c; c++) {
		bool is_a = depth && is_name(c, a), is_b = depth && is_name(c, b);

		depth += (*c == '{') - (*c == '}');
		if (is_a || is_b) {
			text_put(out, is_a ? b : a);
			c += strlen(is_a ? a : b) - 1;
		} else {
			text_char(out, *c);
		}
	}
}

static void visit_swaps(const char *source, const char *swaps,
			MutantVisit *visit, void *context)
{
	char a[16], b[16], change[40];
	int length;

	while (sscanf(swaps, "%15s %15s%n", a, b, &length) == 2) {
		Text whole = { 0 };
		Mutant mutant = { "swapped", 0, change, NULL };

		snprintf(change, sizeof change, "%s and %s", a, b);
		put_swapped(&whole, source, a, b);
		mutant.source = text_string(&whole);
		visit(context, &mutant);
		text_free(&whole);
		swaps += length;
	}
}

void mutate(const char *source, const char *swaps, MutantVisit *visit,
	    void *context)
{
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		visit_places(source, &operators[i], visit, context);
	visit_swaps(source, swaps, visit, context);
}

void mutate_values(const char *source, MutantVisit *visit, void *context)
{
	for (size_t i = 0; i < sizeof value_operators / sizeof *value_operators;
	     i++)
		visit_places(source, &value_operators[i], visit, context);
}
