/* What NAME.c has of open sizes: every number that depends on them, by a case
 * of one function for each variant, in this order: the kernels' arguments, the
 * global sizes of each kernel, the elements of each port and of each intermediate
 * buffer, and the guards, which are negative where they do not hold. */
#include <inttypes.h>

#include "codegen_opencl/affine.h"
#include "codegen_opencl/files_open.h"

typedef struct Cases {
	Text *text;
	const FilesInfo *info;
	int count;
} Cases;

/* -- sizes in C ------------------------------------------------------------ */

static int size_number(const Program *p, const char *name)
{
	int i = 0;

	while (i < p->size_count && strcmp(p->sizes[i].name, name))
		i++;
	return i;
}

static void put_size(const Cases *c, const Size *size);

static void put_atom(const Cases *c, const SizeAtom *atom)
{
	static const char *const functions[] = {
		[ATOM_DIV] = "exact", [ATOM_FLOORDIV] = "quotient",
		[ATOM_MOD] = "rest", [ATOM_POW] = "power",
	};

	if (!atom->open) {
		text_printf(c->text, "%" PRId64, atom->value);
		return;
	}
	if (atom->kind == ATOM_VAR) {
		text_printf(c->text, "n[%d]",
			    size_number(c->info->program, atom->name));
		return;
	}
	text_printf(c->text, "%s_%s(", c->info->program->name,
		    functions[atom->kind]);
	put_size(c, atom->a);
	text_put(c->text, ", ");
	put_size(c, atom->b);
	text_put(c->text, ", bad)");
}

static void put_term(const Cases *c, const SizeTerm *term)
{
	for (int i = 0; i < term->count; i++)
		text_printf(c->text, "%s_times(", c->info->program->name);
	text_printf(c->text, "%" PRId64, term->factor);
	for (int i = 0; i < term->count; i++) {
		text_put(c->text, ", ");
		put_atom(c, term->atoms[i]);
		text_put(c->text, ", bad)");
	}
}

static void put_size(const Cases *c, const Size *size)
{
	for (int t = 1; t < size->count; t++)
		text_printf(c->text, "%s_plus(", c->info->program->name);
	if (!size->count)
		text_char(c->text, '0');
	for (int t = 0; t < size->count; t++) {
		if (t)
			text_put(c->text, ", ");
		put_term(c, &size->terms[t]);
		if (t)
			text_put(c->text, ", bad)");
	}
}

/* -- cases ----------------------------------------------------------------- */

static void put_case(Cases *c)
{
	text_printf(c->text, "\tcase %d:\n\t\treturn ", c->count++);
}

/* The size, or the number where it is not open. */
static void put_value(Cases *c, const Size *size, int64_t value)
{
	put_case(c);
	if (size)
		put_size(c, size);
	else
		text_printf(c->text, "%" PRId64, value);
	text_put(c->text, ";\n");
}

static void put_guards(Cases *c)
{
	const Artifact *artifact = c->info->artifact;

	for (int i = 0; i < artifact->guard_count; i++) {
		const SizeGuard *guard = &artifact->guards[i];

		if (!guard->by) {
			put_value(c, guard->size, 0);
			continue;
		}
		put_case(c);
		text_printf(c->text, "-%s_rest(", c->info->program->name);
		put_size(c, guard->size);
		text_put(c->text, ", ");
		put_size(c, guard->by);
		text_put(c->text, ", bad);\n");
	}
}

/* The buffer of a port, as the stub numbers them, or of a temp behind them;
 * -1: none. */
static int buffer_of(const FilesInfo *info, int port)
{
	const Artifact *artifact = info->artifact;
	int found = -1;

	for (int i = 0; i < artifact->buffer_count; i++)
		if (files_slot(info, i) == port)
			found = i;
	return found;
}

static void put_buffers(Cases *c)
{
	const Artifact *artifact = c->info->artifact;
	const int count = files_slots(c->info);

	for (int i = 0; i < count; i++) {
		int b = buffer_of(c->info, i);

		put_value(c, b < 0 ? NULL : artifact_size(artifact, b),
			  b < 0 ? 0 : artifact->buffers[b].elements);
	}
}

static void put_element_bytes(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;

	text_printf(text, "static const unsigned char %s_each_%d[] = {",
		    info->program->name, info->variant);
	for (int i = 0; i < files_slots(info); i++) {
		int b = buffer_of(info, i);

		text_printf(text, " %zu,", b < 0 ? 0
			    : scalar_bytes(artifact->buffers[b].scalar));
	}
	text_put(text, " 0 };\n\n");
}

static void put_guard_texts(Text *text, const FilesInfo *info)
{
	text_printf(text, "static const char *const %s_guards_%d[] = {",
		    info->program->name, info->variant);
	for (int i = 0; i < info->artifact->guard_count; i++) {
		Text guard = { 0 };

		size_guard_text(&guard, &info->artifact->guards[i]);
		text_put(text, " ");
		text_json(text, text_string(&guard));
		text_put(text, ",");
		text_free(&guard);
	}
	text_put(text, " NULL };\n\n");
}

/* The most that a size of any of them may be. */
static int64_t largest(const FilesInfo *variants, int count)
{
	int64_t most = 0;

	for (int v = 0; v < count; v++)
		if (artifact_most(variants[v].artifact) > most)
			most = artifact_most(variants[v].artifact);
	return most;
}

/* Which sizes are open, and which values they all take. */
void files_put_taken(Text *text, const FilesInfo *variants, int count)
{
	const Program *p = variants->program;
	const int64_t most = largest(variants, count);

	text_printf(text, "static const cl_ulong %s_largest = %" PRId64 ";\n",
		    p->name, most);
	text_printf(text, "static const unsigned char %s_is_open[] = {",
		    p->name);
	for (int i = 0; i < p->size_count; i++)
		text_printf(text, " %d,", p->open[i]);
	text_printf(text, " 0 };\nstatic const char %s_sizes_taken[] = \"",
		    p->name);
	for (int i = 0; i < p->size_count; i++)
		if (p->open[i])
			text_printf(text, "%s%s from 0 to %" PRId64,
				    i ? ", " : "", p->sizes[i].name, most);
		else
			text_printf(text, "%s%s = %" PRId64, i ? ", " : "",
				    p->sizes[i].name, p->sizes[i].value);
	text_put(text, "\";\n\n");
}

void files_put_open(Text *text, const FilesInfo *info)
{
	const Artifact *artifact = info->artifact;
	Cases c = { .text = text, .info = info };

	put_element_bytes(text, info);
	put_guard_texts(text, info);
	text_printf(text, "/* Numbers that depend on the sizes n. */\n"
		    "static cl_long %s_number_%d(int which, const cl_long *n, "
		    "int *bad)\n{\n\tswitch (which) {\n",
		    info->program->name, info->variant);
	for (int i = 0; i < artifact->open_count; i++)
		put_value(&c, artifact->open[i], 0);
	for (int k = 0; k < artifact->kernel_count; k++)
		for (int d = 0; d < DEVICE_DIMS; d++)
			put_value(&c, artifact->kernels[k].open[d],
				  d < artifact->kernels[k].dims
				  ? artifact->kernels[k].global[d] : 1);
	put_buffers(&c);
	put_guards(&c);
	text_put(text, "\tdefault:\n\t\t*bad = 1;\n\t\treturn n[0];\n\t}\n"
		 "}\n\n");
}

void files_put_open_members(Text *text, const FilesInfo *info)
{
	const char *name = info->program->name;
	const int v = info->variant;

	text_printf(text, "\t\t%s_number_%d, %s_each_%d, %s_guards_%d, %d, "
		    "%d,\n\t\t%" PRId64 ", \"arrays of fewer than 2^%d "
		    "elements, launches of fewer than 2^%d items\",\n", name, v,
		    name, v, name, v,
		    info->artifact->open_count, files_slots(info),
		    artifact_most(info->artifact),
		    info->artifact->wide ? 40 : 30,
		    info->artifact->wide ? 40 : 31);
}
