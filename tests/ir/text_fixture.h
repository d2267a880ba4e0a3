/* What print_text prints is the body of a program in the notation. */
#ifndef TESTS_IR_TEXT_FIXTURE_H
#define TESTS_IR_TEXT_FIXTURE_H

#include "ir/front/document.h"
#include "ir/front/notation.h"
#include "tests/ir/read_fixture.h"

/* The program in the notation, up to its body. */
static inline void put_head(Text *text, const Program *program)
{
	Arena *arena = arena_new();
	Diags *diags = diags_new();
	Text json = { 0 };
	JsonText source = { arena, "head", NULL, diags };
	const Node *document;
	Node body = { .kind = NODE_STRING, .key = "body", .string = "BODY" };
	Node whole;
	const Node *kids[16];

	program_print(&json, program, program->body);
	source.text = text_string(&json);
	document = json_read(&source);
	assert_non_null(document);
	whole = *document;
	whole.kids = kids;
	for (int i = 0; i < document->count; i++)
		kids[i] = strcmp(document->kids[i]->key, "body")
			? document->kids[i] : &body;
	notation_print(text, &whole);
	text->length -= strlen("BODY\n");
	text->data[text->length] = '\0';
	text_free(&json);
	diags_free(diags);
	arena_free(arena);
}

static inline void check_text(const Program *program, const Expr *e)
{
	Text text = { 0 };
	const Program *again;

	put_head(&text, program);
	print_text(&text, program, e);
	text_char(&text, '\n');
	again = must_read(program->ir, "text", text_string(&text),
			  program->concrete);
	if (again->body != e)
		fail_msg("this reads back differently:\n%s",
			 text_string(&text));
	text_free(&text);
}

/* The whole program, in the notation. */
static inline void check_text_document(const Program *program)
{
	Text text = { 0 };

	program_print_text(&text, program, program->body);
	if (must_read(program->ir, "text", text_string(&text),
		      program->concrete)->body != program->body)
		fail_msg("this reads back differently:\n%s",
			 text_string(&text));
	text_free(&text);
}

#endif
