/* The head of a program in the notation: clauses, then the body. A clause holds
 * one thing or several, with ; between them or each on a line of its own. */
#include "ir/front/notation.h"

#include <string.h>

#include "base/utf8.h"
#include "ir/front/notation_draft.h"

/* What the clauses gather, by the keys of the JSON form. */
typedef struct Document {
	NodeList members;
	NodeList sizes, open, inputs, outputs, tolerance, operators, defs, use;
	bool module;
} Document;

typedef bool Item(NotationDraft *draft, Document *document);

static Node *text_node(NotationDraft *d)
{
	const Word word = d->scan.word;
	const char *string = words_string(&d->scan);

	words_next(&d->scan);
	return node_string(d, word.at, word.length, string);
}

/* A text in quotes, if there is one. */
static bool doc(NotationDraft *d, NodeList *members)
{
	const Word word = d->scan.word;

	if (words_over(&d->scan) || word.kind != WORD_STRING)
		return true;
	return node_put(d, members, "doc", word.at, text_node(d));
}

/* -- the items of clauses -------------------------------------------------- */

/* One name, or several with commas between them. */
static bool names(NotationDraft *d, NodeList *list, const char *expected)
{
	do {
		int at = d->scan.word.at;
		const char *name = notation_name(d, expected);

		if (!name || !node_add(d, list, node_string(
			    d, at, d->scan.last - at, name)))
			return false;
	} while (words_accept(&d->scan, ","));
	return true;
}

static bool size_item(NotationDraft *d, Document *doc_of)
{
	NodeList list = { 0 };
	const Node *value;

	if (!names(d, &list, "a size variable"))
		return false;
	if (!words_accept(&d->scan, "="))
		return words_unexpected(&d->scan, "= and the default value");
	value = node_raw(d, ";#", "a whole number");
	for (int i = 0; value && i < list.count; i++)
		if (!node_put(d, &doc_of->sizes, list.items[i]->string,
			      list.items[i]->offset, node_copy(d, value)))
			return false;
	return value != NULL;
}

static bool range(NotationDraft *d, NodeList *input)
{
	const Word opened = d->scan.word;
	NodeList ends = { 0 };

	if (!words_accept(&d->scan, "["))
		return words_unexpected(&d->scan, "[least, most]");
	if (!node_add(d, &ends, node_raw(d, ",]", "a number or a size")))
		return false;
	if (!words_accept(&d->scan, ","))
		return words_unexpected(&d->scan, ", and the most");
	return node_add(d, &ends, node_raw(d, ",]", "a number or a size"))
	    && notation_close(d, &opened, "]")
	    && node_put(d, input, "range", opened.at,
			node_of(d, NODE_LIST, opened.at, &ends));
}

/* What stands behind the names of inputs: type, range and text. */
static bool input_rest(NotationDraft *d, NodeList *rest)
{
	int at;
	const char *type;

	if (!words_accept(&d->scan, ":"))
		return words_unexpected(&d->scan, ": and a type");
	at = d->scan.word.at;
	type = notation_type(d);
	if (!type || !node_put(d, rest, "type", at,
			       node_string(d, at, d->scan.last - at, type)))
		return false;
	return (!words_accept(&d->scan, "in") || range(d, rest))
	    && doc(d, rest);
}

static Node *input_of(NotationDraft *d, Node *name, const NodeList *rest)
{
	NodeList input = { 0 };

	if (!node_put(d, &input, "name", name->offset, name))
		return NULL;
	for (int i = 0; i < rest->count; i++) {
		const Node *part = rest->items[i];

		if (!node_put(d, &input, part->key, part->key_offset,
			      node_copy(d, part)))
			return NULL;
	}
	return node_of(d, NODE_OBJECT, name->offset, &input);
}

static bool input_item(NotationDraft *d, Document *doc_of)
{
	NodeList list = { 0 }, rest = { 0 };

	if (!names(d, &list, "an input") || !input_rest(d, &rest))
		return false;
	for (int i = 0; i < list.count; i++)
		if (!node_add(d, &doc_of->inputs,
			      input_of(d, list.items[i], &rest)))
			return false;
	return true;
}

static bool open_item(NotationDraft *d, Document *doc_of)
{
	return names(d, &doc_of->open, "a size variable");
}

static bool one_output(NotationDraft *d, Document *doc_of)
{
	NodeList output = { 0 };
	int at = d->scan.word.at, into_at;
	const char *name = notation_name(d, "the name of an output"), *into;
	Node *node;

	if (!name)
		return false;
	node = node_string(d, at, d->scan.last - at, name);
	if (!words_accept(&d->scan, "into"))
		return node_add(d, &doc_of->outputs, node);
	into_at = d->scan.word.at;
	into = notation_name(d, "the name of an input");
	return into && node_put(d, &output, "name", at, node)
	    && node_put(d, &output, "into", into_at,
			node_string(d, into_at, d->scan.last - into_at, into))
	    && node_add(d, &doc_of->outputs,
			node_of(d, NODE_OBJECT, at, &output));
}

static bool output_item(NotationDraft *d, Document *doc_of)
{
	do {
		if (!one_output(d, doc_of))
			return false;
	} while (words_accept(&d->scan, ","));
	return true;
}

static bool tolerance_item(NotationDraft *d, Document *doc_of)
{
	int at = d->scan.word.at;
	const char *key = notation_name(d, "rtol or atol");

	return key && node_put(d, &doc_of->tolerance, key, at,
			       node_raw(d, ";#", "a number"));
}

static Node *flag(NotationDraft *d, int at)
{
	bool is_false = words_accept(&d->scan, "false");
	Node *node;

	if (!is_false)
		words_accept(&d->scan, "true");
	node = node_new(d, NODE_BOOL, at, d->scan.last - at);
	if (node)
		node->integer = !is_false;
	return node;
}

/* assoc, comm, neutral expression, "text" */
static bool law(NotationDraft *d, NodeList *operator)
{
	int at = d->scan.word.at;
	const char *key;

	if (d->scan.word.kind == WORD_STRING && !words_over(&d->scan))
		return doc(d, operator);
	key = notation_name(d, "assoc, comm, neutral or a text");
	if (!key)
		return false;
	return node_put(d, operator, key, at, !strcmp(key, "neutral")
			? notation_expression(d) : flag(d, at));
}

static bool operator_item(NotationDraft *d, Document *doc_of)
{
	NodeList operator = { 0 };
	int at = d->scan.word.at, fun_at;
	const char *name = notation_name(d, "the name of an operator");

	if (!name)
		return false;
	fun_at = d->scan.word.at;
	if (!node_put(d, &operator, "fun", fun_at, notation_function(d, "=")))
		return false;
	while (words_accept(&d->scan, ";"))
		if (!law(d, &operator))
			return false;
	return node_put(d, &doc_of->operators, name, at,
			node_of(d, NODE_OBJECT, at, &operator));
}

static bool def_item(NotationDraft *d, Document *doc_of)
{
	int at = d->scan.word.at;
	const char *name = notation_name(d, "the name of a definition");

	return name && node_put(d, &doc_of->defs, name, at,
				notation_function(d, "="));
}

/* use "blas.lift" */
static bool use_item(NotationDraft *d, Document *doc_of)
{
	if (words_over(&d->scan) || d->scan.word.kind != WORD_STRING)
		return words_unexpected(&d->scan, "the name of a file in quotes");
	return node_add(d, &doc_of->use, text_node(d));
}

/* -- clauses --------------------------------------------------------------- */

static const struct Clause {
	const char *word;
	Item *item;
} clauses[] = {
	{ "size", size_item },           { "open", open_item },
	{ "input", input_item },         { "output", output_item },
	{ "tolerance", tolerance_item }, { "operator", operator_item },
	{ "where", def_item },           { "use", use_item },
	{ NULL, NULL },
};

/* size[N] is an expression. */
static bool opens_body(const NotationDraft *d)
{
	return d->scan.text[d->scan.word.at + d->scan.word.length] == '[';
}

static const struct Clause *at_clause(const NotationDraft *d)
{
	const struct Clause *clause = clauses;

	if (!d->scan.word.starts_line || opens_body(d))
		return NULL;
	while (clause->word && !words_is(&d->scan, clause->word))
		clause++;
	return clause->word ? clause : NULL;
}

/* Items of the clause whose word stands in that column. What an item says goes
 * on under its own first word, where that begins a line. */
static bool items(NotationDraft *d, Document *document, Item *item, int column)
{
	NotationScan *s = &d->scan;
	int under = s->word.column;
	bool more;

	do {
		s->margin = column;
		if (words_over(s))
			return words_unexpected(s, "one more");
		if (s->word.starts_line)
			under = s->word.column;
		s->margin = under;
		s->word.starts_line = false;
		if (!item(d, document))
			return false;
		more = words_accept(s, ";");
		s->margin = column;
	} while (more || (!words_over(s) && s->word.starts_line));
	return words_over(s)
	    || words_unexpected(s, "; or the end of the line");
}

static bool clause(NotationDraft *d, Document *document,
		   const struct Clause *of)
{
	int column = d->scan.word.column;

	d->scan.margin = column - 1;
	words_next(&d->scan);
	d->scan.margin = column;
	if (words_over(&d->scan))
		return words_unexpected(&d->scan, "what the clause is about");
	return items(d, document, of->item, column);
}

/* program NAME, or module NAME: which has no body. */
static bool head(NotationDraft *d, Document *document)
{
	int at;
	const char *name;

	document->module = words_accept(&d->scan, "module");
	if (!document->module && !words_accept(&d->scan, "program"))
		return words_unexpected(&d->scan, "program and its name");
	at = d->scan.word.at;
	name = notation_name(d, "the name of the program");
	return name && node_put(d, &document->members,
				document->module ? "module" : "name", at,
				node_string(d, at, d->scan.last - at, name))
	    && (d->scan.word.starts_line || doc(d, &document->members));
}

static bool body(NotationDraft *d, Document *document)
{
	NotationScan *s = &d->scan;
	int at = s->word.at;
	Node *node;

	s->margin = 0;
	if (words_over(s))
		return words_unexpected(s, "the body, an expression");
	s->margin = s->word.column;
	s->word.starts_line = false;
	node = notation_expression(d);
	if (!node)
		return false;
	s->margin = 0;
	if (!words_over(s))
		return words_unexpected(s, s->word.starts_line
			? "the end; lines that go on with the body are "
			  "indented further than its first"
			: "an operator, an argument or the end");
	return node_put(d, &document->members, "body", at, node);
}

static bool put_part(NotationDraft *d, Document *document, const char *key,
		     NodeKind kind, const NodeList *list, bool always)
{
	Node *node;

	if (!list->count && !always)
		return true;
	node = node_of(d, kind, list->count ? list->items[0]->offset : 0,
		       list);
	return node_put(d, &document->members, key, node ? node->offset : 0,
			node);
}

static bool put_parts(NotationDraft *d, Document *doc_of)
{
	return put_part(d, doc_of, "use", NODE_LIST, &doc_of->use, false)
	    && put_part(d, doc_of, "sizes", NODE_OBJECT, &doc_of->sizes, false)
	    && put_part(d, doc_of, "open", NODE_LIST, &doc_of->open, false)
	    && put_part(d, doc_of, "inputs", NODE_LIST, &doc_of->inputs, true)
	    && put_part(d, doc_of, "outputs", NODE_LIST, &doc_of->outputs,
			false)
	    && put_part(d, doc_of, "tolerance", NODE_OBJECT,
			&doc_of->tolerance, false)
	    && put_part(d, doc_of, "operators", NODE_OBJECT,
			&doc_of->operators, false)
	    && put_part(d, doc_of, "defs", NODE_OBJECT, &doc_of->defs, false);
}

bool notation_is(const char *text)
{
	const char *at = text;

	while (*at && (strchr(" \t\r\n", *at) || *at == '#'))
		at += *at == '#' ? strcspn(at, "\n") : 1;
	return (!strncmp(at, "program", 7) && strchr(" \t\r\n\"#", at[7]))
	    || (!strncmp(at, "module", 6) && strchr(" \t\r\n\"#", at[6]));
}

static bool clauses_and_body(NotationDraft *d, Document *document)
{
	NotationScan *s = &d->scan;
	const struct Clause *of;

	s->margin = 0;
	while ((of = at_clause(d))) {
		if (!clause(d, document, of))
			return false;
		s->margin = 0;
	}
	if (!document->module)
		return body(d, document);
	return words_over(s)
	    || words_unexpected(s, "use, operator, where or the end: a module "
				"has no body");
}

const Node *notation_read(const JsonText *source)
{
	NotationDraft d = { .scan = words_start(source),
			    .arena = source->arena };
	Document document = { .members = { 0 } };
	Node *root;

	if (d.scan.size > 1 << 20)
		return words_fail(&d.scan, E0002, 0, 1, "more than 1 MiB",
				  "a text of at most 1 MiB",
				  "the document is too large");
	for (size_t at = 0, more; source->text[at]; at += more) {
		more = (size_t)utf8_bytes(source->text + at);
		if (!more)
			return words_fail(&d.scan, E1101, (int)at, 1, "a byte "
					  "of no character", "UTF-8",
					  "the text is not UTF-8");
	}
	if (!head(&d, &document) || !clauses_and_body(&d, &document)
	    || !put_parts(&d, &document))
		return NULL;
	root = node_of(&d, NODE_OBJECT, 0, &document.members);
	if (root)
		root->source = source;
	return root;
}
