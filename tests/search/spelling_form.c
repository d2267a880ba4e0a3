#include "tests/search/spelling_form.h"

#include "base/hash.h"
#include "search/normal/index_form.h"

/* Without a form each program is a form of its own. */
static uint64_t index_form(const Program *program, const Expr *body,
			   Text *why)
{
	IndexForm *form = index_form_new(program, body, false);
	const uint64_t hash = form->reason
		? hash_combine(hash_string(form->reason), body->hash)
		: form->hash;

	if (form->reason)
		text_put(why, form->reason);
	index_form_free(form);
	return hash;
}

const SpellingForm spelling_form = { "index form", 0.98, index_form };
