/* What the parts of the notation's reader share; for notation*.c only. A
 * function that gives NULL or false has added a diagnostic. */
#ifndef IR_FRONT_NOTATION_DRAFT_H
#define IR_FRONT_NOTATION_DRAFT_H

#include "ir/front/notation_scan.h"

typedef struct NotationDraft {
	NotationScan scan;
	Arena *arena;
	int values, depth; /* limits of language.md */
} NotationDraft;

/* A growing list of values. */
typedef struct NodeList {
	Node **items;
	int count, capacity;
} NodeList;

/* -- making values (notation_node.c) --------------------------------------- */

/* At length bytes of the text. NULL when there are too many. */
Node *node_new(NotationDraft *draft, NodeKind kind, int at, int length);
Node *node_string(NotationDraft *draft, int at, int length,
		  const char *string);

/* A number as JSON has it; what no JSON number is (hexadecimal, beyond 64
 * bits) is a string. text is the literal, sign included. */
Node *node_number(NotationDraft *draft, int at, const char *text);

/* The same value once more, NULL of NULL. */
Node *node_copy(NotationDraft *draft, const Node *value);

/* Adds; false when the value is NULL. In an object under that key, whose place
 * is key_at. */
bool node_add(NotationDraft *draft, NodeList *list, Node *value);
bool node_put(NotationDraft *draft, NodeList *members, const char *key,
	      int key_at, Node *value);

/* A list, or an object, of these values, up to the last word read. */
Node *node_of(NotationDraft *draft, NodeKind kind, int at,
	      const NodeList *list);

/* Text as it stands, trimmed, up to one of the stops outside of brackets, which
 * is the next word then; as a size or a bound: an integer, a real number, or a
 * string. NULL when it is empty. */
Node *node_raw(NotationDraft *draft, const char *stops, const char *expected);

/* -- the parts ------------------------------------------------------------- */

/* f32[N][M], (f32, i32), <f32; 4>: as the JSON form's string
 * (notation_type.c). */
const char *notation_type(NotationDraft *draft);

Node *notation_expression(NotationDraft *draft); /* notation_expr.c */

/* An atom without an index behind it (notation_atom.c); whether the word begins
 * one; a name, true or false; a number, with the sign before it at `at`. */
Node *notation_atom(NotationDraft *draft);
bool notation_at_atom(const NotationDraft *draft);
Node *notation_word(NotationDraft *draft);
Node *notation_number(NotationDraft *draft, bool negative, int at);

Node *notation_pattern(NotationDraft *draft);    /* notation_binder.c */
Node *notation_lambda(NotationDraft *draft);
Node *notation_let(NotationDraft *draft);

/* Parameters up to a mark, then the mark: "fun", [parameters], body. With none
 * it is the body alone. */
Node *notation_function(NotationDraft *draft, const char *mark);

/* A name, quoted or not, or NULL. */
const char *notation_name(NotationDraft *draft, const char *expected);

/* What closes the bracket that was opened there. False, where it seems to be
 * missing, after a diagnostic. */
bool notation_close(NotationDraft *draft, const Word *opened,
		    const char *close);

bool notation_enter(NotationDraft *draft);

/* Which names take sizes in brackets (notation_sizes.c): so many, then perhaps
 * a mode; at: in the JSON form the sizes come after so many arguments. */
typedef struct SizedName {
	int count, at;
	bool mode;
} SizedName;
bool notation_sized(const char *name, SizedName *sized);

/* How tightly text holds together; the higher the tighter. */
enum { LEVEL_LOOSE, LEVEL_DOLLAR, LEVEL_POINT, LEVEL_OR, LEVEL_AND,
       LEVEL_COMPARE, LEVEL_BITS, LEVEL_SHIFT, LEVEL_SUM, LEVEL_PRODUCT,
       LEVEL_SIGNED, LEVEL_APPLIED, LEVEL_ATOM };

/* The level of a scalar function that is written between its arguments; 0 when
 * it is not. */
int notation_infix(const char *name);

/* Whether it takes two or more: + and * but not - and /. */
bool notation_chains(const char *name);

/* Words that are no names unless quoted. */
bool notation_is_reserved(const char *name);
bool notation_is_clause(const char *name);

#endif
