/* A form as text: "for i<96 j<80: reduce + b0<64 {A[i][b0] * B[b0][j]}". */
#include <inttypes.h>

#include "search/normal/index_form.h"
#include "search/normal/form.h"

#include "ir/front/print.h"

enum { OUTER_FIRST = 1 << 20, OUTER_LEAST = (1 << 20) - (1 << 10) };

static void put_variable(Text *text, const Form *form)
{
	const int64_t outer = OUTER_FIRST - form->number;

	if (form->extent < 0)
		text_printf(text, "s%" PRId64, form->number);
	else if (outer >= 0 && outer < 8)
		text_char(text, "ijklmnpq"[outer]);
	else if (outer >= 0 && form->number > OUTER_LEAST)
		text_printf(text, "i%" PRId64, outer);
	else
		text_printf(text, "b%" PRId64, form->number);
}

static void put_list(Text *text, const Normal *n, const Form *form, int from,
		     int count, const char *between)
{
	for (int i = 0; i < count; i++) {
		text_put(text, i ? between : "");
		form_text(text, n, form->parts[from + i]);
	}
}

static void put_term(Text *text, const Normal *n, const Form *atom,
		     int64_t factor, bool first)
{
	if (factor < 0)
		text_put(text, "-");
	else if (!first)
		text_put(text, "+");
	if (factor != 1 && factor != -1)
		text_printf(text, "%" PRId64 "*", factor < 0 ? -factor
							       : factor);
	form_text(text, n, atom);
}

static void put_index(Text *text, const Normal *n, const Form *form)
{
	for (int i = 0; i < form->count; i++)
		put_term(text, n, form->parts[i], form->factors[i], !i);
	if (form->number || !form->count)
		text_printf(text, form->count ? "%+" PRId64 : "%" PRId64,
			    form->number);
}

static void put_literal(Text *text, const Normal *n, const Form *form)
{
	Text typed = { 0 };

	print_text(&typed, n->program,
		   expr_literal(n->ir, form->type, (uint64_t)form->number));
	text_put(text, text_string(&typed));
	text_free(&typed);
}

static bool is_infix(Op op)
{
	switch (op) {
	case OP_ADD: case OP_SUB: case OP_MUL: case OP_DIV: case OP_REM:
	case OP_LT: case OP_LE: case OP_EQ: case OP_NE: case OP_AND: case OP_OR:
	case OP_BITAND: case OP_BITOR: case OP_BITXOR: case OP_SHL: case OP_SHR:
		return true;
	default:
		return false;
	}
}

static void put_op(Text *text, const Normal *n, const Form *form)
{
	if (!is_infix(form->op)) {
		text_printf(text, "%s(", op_rows[form->op].name);
		put_list(text, n, form, 0, form->count, ", ");
		text_put(text, ")");
		return;
	}
	text_put(text, "(");
	form_text(text, n, form->parts[0]);
	text_printf(text, " %s ", op_rows[form->op].name);
	form_text(text, n, form->parts[1]);
	text_put(text, ")");
}

static void put_access(Text *text, const Normal *n, const Form *form)
{
	form_text(text, n, form->parts[0]);
	for (int i = 1; i < form->count; i++) {
		text_put(text, "[");
		form_text(text, n, form->parts[i]);
		text_put(text, "]");
	}
}

static void put_binders(Text *text, const Normal *n, const Form *form)
{
	for (int i = 0; i < form->binds; i++) {
		text_put(text, " ");
		form_text(text, n, form->parts[i]);
		if (form->parts[i]->extent >= 0)
			text_printf(text, "<%" PRId64,
				    form->parts[i]->extent);
	}
}

static const char *binder_word(const Form *form)
{
	switch (form->kind) {
	case FORM_EACH: return "each";
	case FORM_REDUCE: return op_rows[form->op].name;
	case FORM_FOLD: return form->ordered ? "fold" : "reduce";
	case FORM_SCAN: return "scan";
	case FORM_ITERATE: return "iterate";
	case FORM_SCATTER:
		return form->function ? "by an operator"
		     : form->op == OP_COUNT ? "permute"
					    : op_rows[form->op].name;
	default: return "by an operator";
	}
}

static void put_binder(Text *text, const Normal *n, const Form *form)
{
	const int inside = form->binds + form->outer;

	if (form->kind == FORM_REDUCE || form->kind == FORM_REDUCE_BY)
		text_put(text, "reduce ");
	else if (form->kind == FORM_SCATTER)
		text_put(text, "scatter ");
	text_put(text, binder_word(form));
	if (form->kind == FORM_ITERATE)
		text_printf(text, " %" PRId64, form->number);
	put_binders(text, n, form);
	text_put(text, " {");
	put_list(text, n, form, inside, form->count - inside, ", ");
	text_put(text, "}");
	if (!form->outer)
		return;
	text_put(text, "(");
	put_list(text, n, form, form->binds, form->outer, ", ");
	text_put(text, ")");
}

static void put_condition(Text *text, const Normal *n, const Form *form)
{
	for (int i = 0; i < form->count; i++) {
		text_put(text, i ? " & " : "");
		form_text(text, n, form->parts[i]);
		text_put(text, ">=0");
	}
}

static void put_if(Text *text, const Normal *n, const Form *form)
{
	text_put(text, "if(");
	put_list(text, n, form, 0, 3, "; ");
	text_put(text, ")");
}

static void put_quotient(Text *text, const Normal *n, const Form *form)
{
	text_put(text, "(");
	form_text(text, n, form->parts[0]);
	text_printf(text, ")%c%" PRId64, form->kind == FORM_DIV ? '/' : '%',
		    form->number);
}

static void put_call(Text *text, const Normal *n, const char *word,
		     const Form *form)
{
	text_printf(text, "%s(", word);
	put_list(text, n, form, 0, form->count, ", ");
	text_put(text, ")");
}

void form_text(Text *text, const Normal *n, const Form *form)
{
	switch (form->kind) {
	case FORM_LITERAL: put_literal(text, n, form); break;
	case FORM_VAR: put_variable(text, form); break;
	case FORM_INDEX: put_index(text, n, form); break;
	case FORM_INPUT:
		text_put(text, n->program->in_ports[form->number].name);
		break;
	case FORM_ACCESS: put_access(text, n, form); break;
	case FORM_DIV:
	case FORM_MOD: put_quotient(text, n, form); break;
	case FORM_MIN: put_call(text, n, "min", form); break;
	case FORM_MAX: put_call(text, n, "max", form); break;
	case FORM_OP: put_op(text, n, form); break;
	case FORM_CONVERT:
		put_call(text, n, type_string(n->ir, form->type), form);
		break;
	case FORM_BITS: put_call(text, n, "bits", form); break;
	case FORM_CALL: put_call(text, n, "opencl", form); break;
	case FORM_UNSET: put_call(text, n, "unset", form); break;
	case FORM_COND: put_condition(text, n, form); break;
	case FORM_IF: put_if(text, n, form); break;
	case FORM_GET:
		form_text(text, n, form->parts[0]);
		text_printf(text, ".%" PRId64, form->number);
		break;
	default: put_binder(text, n, form); break;
	}
}

static void put_output(Text *text, const IndexForm *form,
		       const IndexOutput *output, const char *name)
{
	text_printf(text, "%s: ", name);
	type_text(text, output->type);
	text_put(text, " =");
	for (int i = 0; i < output->loop_count; i++) {
		text_put(text, i ? " " : " for ");
		form_text(text, form->normal, output->loops[i]);
		text_printf(text, "<%" PRId64, output->loops[i]->extent);
	}
	text_put(text, output->loop_count ? ": " : " ");
	form_text(text, form->normal, output->body);
	text_put(text, "\n");
}

void index_form_text(Text *text, const IndexForm *form)
{
	const Program *program = form->normal->program;

	for (int i = 0; i < form->count && !form->reason; i++)
		put_output(text, form, &form->outputs[i],
			   i < program->output_count
				 ? program->out_ports[i].name : "out");
	if (form->reason)
		text_printf(text, "no form: %s\n", form->reason);
}
