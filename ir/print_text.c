#include "ir/print.h"

void print_text(Text *text, const Program *program, const Expr *e)
{
	print_json(text, program, e);
}
