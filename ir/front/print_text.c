/* Expressions in the notation, on one line, as people read them: literals without
 * their types where the same is read without, f . g $ x for f (g x). What is
 * printed is the body of a program in the notation (docs/notation.md). */
#include <string.h>

#include "ir/front/document.h"
#include "ir/front/notation.h"
#include "ir/front/print_tree.h"

/* -- whether types may be left out ------------------------------------------ */

static const Expr *body_of(Ir *ir, const Program *like, const Text *document)
{
	const ReadOptions how = { .concrete = like->concrete,
				  .unsafe_c = true };
	Diags *diags = diags_new();
	const Program *program = program_read(ir, "", text_string(document),
					      &how, diags);

	diags_free(diags);
	return program ? program->body : NULL;
}

/* Both are read in a world of their own, where the same is one expression. */
static bool reads_back(const Program *program, const Expr *e,
		       const Tree *plain)
{
	Ir *ir = ir_new();
	Text typed_text = { 0 }, plain_text = { 0 };
	const Expr *typed;

	program_print(&typed_text, program, e);
	program_print_tree(&plain_text, program, plain);
	typed = body_of(ir, program, &typed_text);
	if (typed && typed != body_of(ir, program, &plain_text))
		typed = NULL;
	text_free(&typed_text);
	text_free(&plain_text);
	ir_free(ir);
	return typed;
}

static bool is_body(const Program *program, const Expr *e)
{
	return e->kind != EXPR_LAMBDA && !e->open
	    && e->type == program->body->type;
}

/* -- printing --------------------------------------------------------------- */

static const Node *node_of_tree(Arena *arena, const Tree *tree)
{
	JsonText *source = ARENA_NEW(arena, JsonText);
	Diags *diags = diags_new();
	Text json = { 0 };
	const Node *node;

	print_layout(&json, tree, 0);
	*source = (JsonText){ arena, "", arena_strdup(arena,
						      text_string(&json)),
			      diags };
	node = json_read(source);
	text_free(&json);
	diags_free(diags);
	return node;
}

static const Tree *tree_for_people(Arena *arena, const Program *program,
				   const Expr *e)
{
	Printer p = { .arena = arena, .program = program, .plain = true };
	const Tree *tree = print_value(&p, e, NULL, tree_step(&p, NULL, 0));

	return is_body(program, e) && !reads_back(program, e, tree)
		? print_tree(arena, program, e) : tree;
}

void program_print_text(Text *text, const Program *program, const Expr *body)
{
	Arena *arena = arena_new();
	Text json = { 0 };

	program_print_tree(&json, program,
			   tree_for_people(arena, program, body));
	notation_of_json(text, text_string(&json));
	text_free(&json);
	arena_free(arena);
}

void print_text(Text *text, const Program *program, const Expr *e)
{
	Arena *arena = arena_new();
	const Tree *tree = tree_for_people(arena, program, e);
	const Node *node = node_of_tree(arena, tree);

	if (node)
		notation_expression_print(text, node);
	else
		print_layout(text, tree, 0); /* beyond a document's limits */
	arena_free(arena);
}
