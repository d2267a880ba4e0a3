#include "lib/fault.h"

#include "ir/front/print.h"

void fault_tell(Session *s, const Expr *low, const LegalFault *fault)
{
	Text pointer = { 0 };
	Place place = { .file = s->file };

	text_put(&pointer, "/body");
	print_pointer(&pointer, s->program, low, &fault->path);
	place.pointer = text_string(&pointer);
	diag_add(s->diags, fault->code, &place,
		 fault->found[0] ? fault->found : NULL,
		 fault->expected[0] ? fault->expected : NULL, "%s",
		 fault->message);
	text_free(&pointer);
}
