/* Terms for Z3: integers with linear arithmetic. */
#include "prover/smt.h"

#include <stdlib.h>
#include <string.h>
#include <z3.h>
#include <z3_version.h>

struct Smt {
	Terms *terms;
	Z3_context z3;
	Z3_sort integer, truth;
	Z3_model model;  /* of the last answer, or NULL */
	int capacity;
	Z3_ast *made;    /* by number of the term; malloc */
};

/* What went wrong shows in the answer. */
static void ignore(Z3_context z3, Z3_error_code code)
{
	(void)z3;
	(void)code;
}

Smt *smt_new(Terms *terms)
{
	Smt *smt = base_calloc(1, sizeof *smt);
	Z3_config config = Z3_mk_config();

	smt->terms = terms;
	smt->z3 = Z3_mk_context(config);
	Z3_del_config(config);
	Z3_set_error_handler(smt->z3, ignore);
	smt->integer = Z3_mk_int_sort(smt->z3);
	smt->truth = Z3_mk_bool_sort(smt->z3);
	return smt;
}

static void forget(Smt *smt)
{
	if (smt->model)
		Z3_model_dec_ref(smt->z3, smt->model);
	smt->model = NULL;
}

void smt_free(Smt *smt)
{
	if (!smt)
		return;
	forget(smt);
	Z3_del_context(smt->z3);
	free(smt->made);
	free(smt);
}

/* -- terms ----------------------------------------------------------------- */

static Z3_ast number(Smt *smt, int64_t value)
{
	return Z3_mk_int64(smt->z3, value, smt->integer);
}

static Z3_ast made_of(Smt *smt, const Term *term);

static Z3_ast sum(Smt *smt, const Term *term)
{
	Z3_ast *parts = base_malloc(sizeof *parts
				    * (size_t)(term->count + 1)), made;

	for (int i = 0; i < term->count; i++) {
		Z3_ast pair[] = { number(smt, term->parts[i].factor),
				  made_of(smt, term->parts[i].term) };

		parts[i] = term->parts[i].factor == 1
			   ? pair[1] : Z3_mk_mul(smt->z3, 2, pair);
	}
	parts[term->count] = number(smt, term->constant);
	made = Z3_mk_add(smt->z3, (unsigned)term->count + 1, parts);
	free(parts);
	return made;
}

static Z3_ast make(Smt *smt, const Term *term)
{
	Z3_context z3 = smt->z3;
	Z3_ast p[3] = { NULL, NULL, NULL };

	for (int i = 0; i < term->count && i < 3; i++)
		p[i] = made_of(smt, term->parts[i].term);
	switch (term->kind) {
	case TERM_NUMBER:
		if (!term->truth)
			return number(smt, term->constant);
		return term->constant ? Z3_mk_true(z3) : Z3_mk_false(z3);
	case TERM_NAME:
		return Z3_mk_const(z3, Z3_mk_int_symbol(z3, term->number),
				   term->truth ? smt->truth : smt->integer);
	case TERM_SUM:
		return sum(smt, term);
	case TERM_DIV:
		return Z3_mk_div(z3, p[0], number(smt, term->constant));
	case TERM_MOD:
		return Z3_mk_mod(z3, p[0], number(smt, term->constant));
	case TERM_CHOOSE:
		return Z3_mk_ite(z3, p[0], p[1], p[2]);
	case TERM_LEAST:
		return Z3_mk_ge(z3, p[0], number(smt, 0));
	case TERM_ZERO:
		return Z3_mk_eq(z3, p[0], number(smt, 0));
	case TERM_NOT:
		return Z3_mk_not(z3, p[0]);
	case TERM_AND:
		return Z3_mk_and(z3, 2, p);
	default:
		return Z3_mk_or(z3, 2, p);
	}
}

static void reserve(Smt *smt)
{
	int wanted = smt->terms->count;

	if (wanted <= smt->capacity)
		return;
	wanted += wanted / 2 + 64;
	smt->made = base_realloc(smt->made, sizeof *smt->made
					    * (size_t)wanted);
	memset(smt->made + smt->capacity, 0,
	       sizeof *smt->made * (size_t)(wanted - smt->capacity));
	smt->capacity = wanted;
}

static Z3_ast made_of(Smt *smt, const Term *term)
{
	if (!smt->made[term->number])
		smt->made[term->number] = make(smt, term);
	return smt->made[term->number];
}

/* -- asking ---------------------------------------------------------------- */

typedef struct Asked {
	Smt *smt;
	Z3_solver solver;
} Asked;

static void limit_name(void *context, const Term *name)
{
	Asked *asked = context;
	Smt *smt = asked->smt;
	Z3_ast made;

	if (name->truth)
		return;
	made = made_of(smt, name);
	if (name->lo > -TERM_FAR)
		Z3_solver_assert(smt->z3, asked->solver,
				 Z3_mk_ge(smt->z3, made,
					  number(smt, name->lo)));
	if (name->hi < TERM_FAR)
		Z3_solver_assert(smt->z3, asked->solver,
				 Z3_mk_le(smt->z3, made,
					  number(smt, name->hi)));
}

/* By time, and by steps where a clock's interrupt comes late. */
static void limit_time(Smt *smt, Z3_solver solver, double seconds)
{
	enum { STEPS_A_SECOND = 4000000 };
	Z3_params limits = Z3_mk_params(smt->z3);

	Z3_params_inc_ref(smt->z3, limits);
	Z3_params_set_uint(smt->z3, limits,
			   Z3_mk_string_symbol(smt->z3, "timeout"),
			   (unsigned)(seconds * 1000) + 1);
	Z3_params_set_uint(smt->z3, limits,
			   Z3_mk_string_symbol(smt->z3, "rlimit"),
			   (unsigned)(seconds * STEPS_A_SECOND) + 1000);
	Z3_solver_set_params(smt->z3, solver, limits);
	Z3_params_dec_ref(smt->z3, limits);
}

SmtAnswer smt_ask(Smt *smt, int count, const Term *const *all, double seconds)
{
	Asked asked = { smt, Z3_mk_simple_solver(smt->z3) };
	Z3_lbool answer;

	forget(smt);
	reserve(smt);
	Z3_solver_inc_ref(smt->z3, asked.solver);
	limit_time(smt, asked.solver, seconds);
	for (int i = 0; i < count; i++) {
		term_names(smt->terms, all[i], limit_name, &asked);
		Z3_solver_assert(smt->z3, asked.solver,
				 made_of(smt, all[i]));
	}
	answer = Z3_solver_check(smt->z3, asked.solver);
	if (answer == Z3_L_TRUE) {
		smt->model = Z3_solver_get_model(smt->z3, asked.solver);
		if (smt->model)
			Z3_model_inc_ref(smt->z3, smt->model);
	}
	Z3_solver_dec_ref(smt->z3, asked.solver);
	if (Z3_get_error_code(smt->z3) != Z3_OK || smt->terms->overflow)
		return SMT_UNKNOWN;
	return answer == Z3_L_FALSE ? SMT_NEVER
	       : answer == Z3_L_TRUE && smt->model ? SMT_SOMETIMES
						   : SMT_UNKNOWN;
}

int64_t smt_value(Smt *smt, const Term *name)
{
	Z3_ast value;
	int64_t number;

	reserve(smt);
	if (!smt->model || !Z3_model_eval(smt->z3, smt->model,
					  made_of(smt, name), true, &value))
		return name->lo;
	if (name->truth)
		return Z3_get_bool_value(smt->z3, value) == Z3_L_TRUE;
	return Z3_get_numeral_int64(smt->z3, value, &number) ? number
							      : name->lo;
}

const char *smt_solver(void)
{
	static const char name[] = "z3 " Z3_FULL_VERSION;

	return name;
}
