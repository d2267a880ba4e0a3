/* Statements and kernels. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "codegen_opencl/code.h"
#include "codegen_opencl/source.h"

/* -- names ----------------------------------------------------------------- */

typedef struct Naming {
	int next[VAR_KINDS];
} Naming;

static void name_block(Naming *naming, const Block *block, int loops)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_DECLARE)
			stmt->var->number = naming->next[stmt->var->kind]++;
		if (stmt->kind == STMT_LOOP)
			stmt->var->number = loops;
		if (stmt->body)
			name_block(naming, stmt->body,
				   loops + (stmt->kind == STMT_LOOP));
		if (stmt->other)
			name_block(naming, stmt->other, loops);
	}
}

void source_names(Kernel *kernel)
{
	Naming naming = { { 0 } };
	int locals = 0, privates = 0;

	for (int i = 0; i < kernel->array_count; i++) {
		Buffer *array = kernel->arrays[i];
		bool local = array->space == SPACE_LOCAL;

		snprintf(array->name, sizeof array->name, "%c%d",
			 local ? 'm' : 'p', local ? locals++ : privates++);
	}
	name_block(&naming, kernel->prologue, 0);
	name_block(&naming, kernel->top, 0);
}

/* -- lines ----------------------------------------------------------------- */

enum { SOURCE_COLUMNS = 80 };

/* Lines end behind operators, not before. */
static bool is_operator(const char *text)
{
	return strchr("+-*/%<>=&|?:^", *text)
	    && (text[1] == ' ' || text[2] == ' ');
}

/* Marks of globals take no room. */
static bool is_mark(char c)
{
	return c == SOURCE_GLOBAL[0];
}

static size_t columns(const char *line)
{
	size_t count = 0;

	for (; *line; line++)
		count += !is_mark(*line);
	return count;
}

/* How good it is to end a line at a space: after a comma, outside of
 * parentheses, late. */
static long break_value(const char *space, size_t column, int depth)
{
	bool comma = column > 0 && space[-1] == ',';

	return (long)column - 40 * depth + (comma ? 30 : 0);
}

/* Behind the first space that is before no operator; 0 when there is none. */
static size_t first_break(const char *line)
{
	for (size_t i = 0; line[i]; i++)
		if (line[i] == ' ' && !is_operator(line + i + 1))
			return i + 1;
	return 0;
}

/* Where a line may end before column limit, or else soon; 0 when nowhere. */
static size_t break_point(const char *line, size_t limit)
{
	size_t best = 0, column = 0;
	long value = -100000;
	int depth = 0;

	for (size_t i = 0; line[i] && column < limit; i++) {
		if (is_mark(line[i]))
			continue;
		depth += (line[i] == '(' || line[i] == '[')
		       - (line[i] == ')' || line[i] == ']');
		if (line[i] == ' ' && column >= 12
		    && !is_operator(line + i + 1)
		    && break_value(line + i, column, depth) > value) {
			value = break_value(line + i, column, depth);
			best = i + 1;
		}
		column++;
	}
	return best ? best : first_break(line);
}

/* One statement's text, broken where it is too long. */
static void put_line(Source *p, const char *line)
{
	size_t indent = 8 * (size_t)p->depth;

	for (int part = 0; *line; part++) {
		size_t room = indent + 24 < SOURCE_COLUMNS
			      ? SOURCE_COLUMNS - indent : 24;
		size_t length = strlen(line), end = length;

		if (part)
			room -= 8;
		if (columns(line) > room) {
			end = break_point(line, room + 1);
			if (!end)
				end = length;
		}
		for (int i = 0; i < p->depth + (part > 0); i++)
			text_char(p->out, '\t');
		text_bytes(p->out, line,
			   end < length ? end - 1 : end);
		text_char(p->out, '\n');
		line += end;
	}
}

static void put_text(Source *p, Text *line)
{
	put_line(p, text_string(line));
	text_clear(line);
}

/* -- statements ------------------------------------------------------------ */

static void source_block(Source *p, const Block *block);

static void declare(Source *p, const Var *var)
{
	if (var->wide)
		text_put(p->out, "long");
	else
		source_type(p->out, var->scalar, var->width, var->mask);
	text_char(p->out, ' ');
	source_var(p->out, var);
}

static void source_loop(Source *p, const Stmt *stmt)
{
	text_put(p->out, "for (");
	declare(p, stmt->var);
	text_put(p->out, " = ");
	if (stmt->start)
		source_code(p, stmt->start, 0);
	else
		text_char(p->out, '0');
	text_put(p->out, "; ");
	source_var(p->out, stmt->var);
	text_put(p->out, " < ");
	if (stmt->end)
		source_index(p->out, stmt->end, false);
	else
		text_printf(p->out, "%" PRId64, stmt->extent);
	text_put(p->out, "; ");
	source_var(p->out, stmt->var);
	if (stmt->step) {
		text_put(p->out, " += ");
		source_code(p, stmt->step, 0);
	} else {
		text_put(p->out, "++");
	}
	text_put(p->out, ") {");
}

static void source_barrier(Source *p, unsigned fence)
{
	bool local = fence & 1u << SPACE_LOCAL, global = fence & 1u << SPACE_GLOBAL;

	text_printf(p->out, "barrier(%s%s%s);",
		    local ? "CLK_LOCAL_MEM_FENCE" : "",
		    local && global ? " | " : "",
		    global ? "CLK_GLOBAL_MEM_FENCE" : "");
}

static void source_simple(Source *p, const Stmt *stmt)
{
	if (stmt->kind == STMT_DECLARE)
		declare(p, stmt->var);
	else if (stmt->kind == STMT_ASSIGN)
		source_var(p->out, stmt->var);
	if (stmt->kind == STMT_STORE) {
		source_store(p, stmt);
	} else if (stmt->value) {
		text_put(p->out, " = ");
		source_code(p, stmt->value, 0);
	}
	text_char(p->out, ';');
}

void source_head_of(Source *p, const Stmt *stmt)
{
	if (stmt->kind == STMT_LOOP) {
		source_loop(p, stmt);
	} else if (stmt->kind == STMT_IF) {
		text_put(p->out, "if (");
		source_code(p, stmt->value, 0);
		text_put(p->out, ") {");
	} else if (stmt->kind == STMT_LEAVE) {
		text_put(p->out, "if (");
		source_code(p, stmt->value, 0);
		text_put(p->out, ") break;");
	} else if (stmt->kind == STMT_BARRIER) {
		source_barrier(p, stmt->fence);
	} else {
		source_simple(p, stmt);
	}
}

/* Before a loop: no round of it stores what another one loads or stores. */
static void put_independent(Source *p)
{
	text_put(p->out, "#if defined(__clang__) && defined(__OPTIMIZE__)\n"
		 "#pragma clang loop vectorize(assume_safety)\n"
		 "#endif\n");
}

static void source_stmt(Source *p, const Stmt *stmt)
{
	Text line = { 0 };
	Source inner = { &line, p->access, p->depth };

	if (stmt->kind == STMT_LOOP && stmt->apart)
		put_independent(p);
	source_head_of(&inner, stmt);
	put_text(p, &line);
	text_free(&line);
	if (!stmt->body)
		return;
	source_block(p, stmt->body);
	if (stmt->other && stmt->other->count) {
		put_line(p, "} else {");
		source_block(p, stmt->other);
	}
	put_line(p, "}");
}

/* Loads and parts of indices share a line. */
static bool is_short(const Stmt *stmt)
{
	return stmt->kind == STMT_DECLARE && stmt->value
	    && (stmt->value->kind == CODE_LOAD
		|| stmt->var->kind == VAR_BASE);
}

static bool is_of_type(const Var *a, const Var *b)
{
	return a->scalar == b->scalar && a->width == b->width
	    && a->mask == b->mask && a->wide == b->wide;
}

static void source_more(Source *p, const Stmt *stmt)
{
	text_put(p->out, ", ");
	source_var(p->out, stmt->var);
	text_put(p->out, " = ");
	source_code(p, stmt->value, 0);
	text_char(p->out, ';');
}

/* The declarations from `at` on that fit one line; where they end. */
static int source_together(Source *p, const Block *block, int at)
{
	const Var *first = block->items[at]->var;
	const int room = SOURCE_COLUMNS - 8 * p->depth;
	Text line = { 0 };
	Source inner = { &line, p->access, p->depth };

	source_simple(&inner, block->items[at++]);
	for (; at < block->count && is_short(block->items[at])
	     && is_of_type(block->items[at]->var, first); at++) {
		size_t end = line.length;

		line.length = end - 1;
		source_more(&inner, block->items[at]);
		if ((long)columns(text_string(&line)) <= room)
			continue;
		line.length = end - 1;
		text_char(&line, ';');
		break;
	}
	put_text(p, &line);
	text_free(&line);
	return at;
}

static void source_block(Source *p, const Block *block)
{
	p->depth++;
	for (int i = 0; i < block->count;) {
		if (is_short(block->items[i])) {
			i = source_together(p, block, i);
			continue;
		}
		source_stmt(p, block->items[i++]);
	}
	p->depth--;
}

/* -- kernels --------------------------------------------------------------- */

static void source_arg(Text *out, const KernelArg *arg)
{
	Scalar scalar = arg->buffer ? arg->buffer->scalar : arg->var->scalar;
	const char *type = scalar_rows[scalar].opencl;

	if (arg->buffer) {
		text_printf(out, "global %s%s *restrict %s",
			    arg->buffer->mark ? "" : "const ", type,
			    arg->buffer->name);
		return;
	}
	text_printf(out, "%s%s ", arg->var->kind == VAR_SIZE ? "const " : "",
		    type);
	source_var(out, arg->var);
}

void source_kernel_name(Text *out, int number)
{
	for (int n = number; n >= 10; n /= 10)
		text_char(out, 'k');
	text_printf(out, "k%d", number);
}

static void source_signature(Source *p, const Kernel *kernel)
{
	Text line = { 0 };

	text_printf(p->out, "kernel __attribute__((reqd_work_group_size("
		    "%" PRId64 ", %" PRId64 ", %" PRId64 ")))\n",
		    kernel->local[0], kernel->local[1], kernel->local[2]);
	text_put(&line, "void " SOURCE_GLOBAL);
	source_kernel_name(&line, kernel->number);
	text_char(&line, '(');
	for (int i = 0; i < kernel->arg_count; i++) {
		if (i)
			text_put(&line, ", ");
		source_arg(&line, &kernel->args[i]);
	}
	text_char(&line, ')');
	put_text(p, &line);
	text_free(&line);
}

/* Vectors in it begin where they would in a buffer. */
static void source_array(Source *p, const Buffer *array)
{
	enum { LANES_MOST = 16 };
	Text line = { 0 };

	if (array->space == SPACE_LOCAL)
		text_put(&line, "local ");
	text_printf(&line, "%s %s[%" PRId64 "]",
		    scalar_rows[array->scalar].opencl, array->name,
		    array->elements);
	if (p->access == ACCESS_ALIGNED
	    || (array->space == SPACE_PRIVATE && array->elements >= LANES_MOST))
		text_put(&line, " __attribute__((aligned(64)))");
	text_char(&line, ';');
	put_text(p, &line);
	text_free(&line);
}

static void source_id(Source *p, const Var *id)
{
	static const char *const functions[] = {
		['g'] = "get_global_id", ['w'] = "get_group_id",
		['l'] = "get_local_id",
	};
	Text line = { 0 };

	text_printf(&line, "const %s ", id->wide ? "long" : "int");
	source_var(&line, id);
	text_printf(&line, " = %s(%d);", functions[(int)id->letter],
		    id->number);
	put_text(p, &line);
	text_free(&line);
}

/* The kernel does nothing when a loop around it is over. */
static void source_flags(Source *p, const KernelLoop *loop)
{
	Text line = { 0 };

	if (!loop)
		return;
	source_flags(p, loop->outer);
	if (!loop->flag)
		return;
	text_printf(&line, "if (%s[0] < 0) return;", loop->flag->name);
	put_text(p, &line);
	text_free(&line);
}

static int count_lines(const char *text)
{
	int lines = 0;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

void source_kernel(Text *out, Kernel *kernel, AccessForm access)
{
	Source p = { out, access, 0 };
	size_t start = out->length, top;

	for (int i = 0; i < kernel->arg_count; i++)
		if (kernel->args[i].buffer)
			kernel->args[i].buffer->mark = 0;
	for (int i = 0; i < kernel->array_count; i++)
		kernel->arrays[i]->mark = 1;
	block_mark_stored(kernel->prologue);
	block_mark_stored(kernel->top);
	source_names(kernel);
	source_signature(&p, kernel);
	text_put(out, "{\n");
	top = out->length;
	p.depth = 1;
	for (int i = 0; i < kernel->array_count; i++)
		source_array(&p, kernel->arrays[i]);
	for (int level = 0; level < LEVELS; level++)
		for (int d = 0; d < DEVICE_DIMS; d++)
			if (kernel->ids[level][d]
			    && kernel->ids[level][d]->reads)
				source_id(&p, kernel->ids[level][d]);
	source_flags(&p, kernel->loop);
	if (out->length > top)
		text_char(out, '\n');
	p.depth = 0;
	source_block(&p, kernel->prologue);
	source_block(&p, kernel->top);
	text_put(out, "}\n");
	kernel->lines = count_lines(text_string(out) + start);
}
