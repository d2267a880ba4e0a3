#include "cli/options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options_rows.h"
#include "cli/usage.h"
#include "ir/front/read_names.h"

typedef struct Parse {
	Arena *arena;
	Diags *diags;
	Options *options;
	int argc, at;
	char **argv;
} Parse;

static bool wrong(Parse *p, const char *found, const char *expected,
		  const char *what)
{
	diag_add(p->diags, E0901, NULL, found, expected, "%s", what);
	return false;
}

static const OptionRow *row_named(const char *name, size_t length)
{
	for (int i = 0; i < option_row_count; i++)
		if (strlen(option_rows[i].name) == length
		    && !strncmp(option_rows[i].name, name, length))
			return &option_rows[i];
	return NULL;
}

static bool number(const char *text, double *value)
{
	char *end;

	errno = 0;
	*value = strtod(text, &end);
	return end != text && !*end && !errno && *value >= 0;
}

static bool whole(const char *text, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 0);
	return end != text && !*end && !errno && *text != '-';
}

static bool split_pair(Parse *p, const char *text, NamedText *pair)
{
	const char *equals = strchr(text, '=');

	if (!equals || equals == text || !equals[1])
		return wrong(p, text, "NAME=VALUE", "a value without a name");
	pair->name = arena_strndup(p->arena, text, (size_t)(equals - text));
	pair->text = equals + 1;
	return true;
}

static bool set_input(Parse *p, const char *text)
{
	Options *o = p->options;
	NamedText *input = &o->inputs[o->input_count];

	if (!split_pair(p, text, input))
		return false;
	for (int i = 0; i < o->input_count; i++)
		if (!strcmp(o->inputs[i].name, input->name))
			return wrong(p, text, "each input once",
				     "an input that is given twice");
	o->input_count++;
	return true;
}

bool options_size(Arena *arena, Diags *diags, const char *text, int least,
		  SizeBinding *size)
{
	Parse p = { .arena = arena, .diags = diags };
	NamedText pair;
	uint64_t value;

	if (!split_pair(&p, text, &pair))
		return false;
	if (!whole(pair.text, &value) || value < (uint64_t)least
	    || value > INT64_MAX)
		return wrong(&p, text, least ? "an integer of at least 1"
				: "an integer of at least 0",
			     "a size that is none");
	*size = (SizeBinding){ pair.name, (int64_t)value };
	return true;
}

static bool set_size(Parse *p, const char *text)
{
	Options *o = p->options;
	const int least = o->command & (CMD_EVAL | CMD_RUN) ? 0 : 1;

	if (!options_size(p->arena, p->diags, text, least,
			  &o->sizes[o->size_count]))
		return false;
	o->size_count++;
	return true;
}

static bool set_fp(Parse *p, const char *text)
{
	for (int mode = FP_STRICT; mode <= FP_RELAXED; mode++)
		if (!strcmp(text, fp_name((FpMode)mode))) {
			p->options->fp = (FpMode)mode;
			return true;
		}
	return wrong(p, text, "strict, reassoc or relaxed",
		     "an unknown floating-point mode");
}

/* The row's field is the kind of guide. */
static bool set_guide(Parse *p, const OptionRow *row, const char *text)
{
	Options *o = p->options;
	Guide guide = { .kind = (GuideKind)row->field, .name = text };
	NamedText pair;
	uint64_t value;

	if (o->guide_count == GUIDES_MAX)
		return wrong(p, text, "fewer of them", row->name);
	if (guide.kind == GUIDE_FIX) {
		if (!split_pair(p, text, &pair))
			return false;
		if (!whole(pair.text, &value) || value > INT64_MAX)
			return wrong(p, text, "NUMBER=VALUE", row->name);
		guide.name = pair.name;
		guide.value = (int64_t)value;
	}
	o->guides[o->guide_count++] = guide;
	return true;
}

/* The first --device belongs to the settings before it, each further one begins
 * a site of its own. */
static void set_device(Options *o, const char *text)
{
	if (o->sites[o->site].device)
		o->site = o->site_count++;
	o->sites[o->site].device = text;
	o->device = text;
}

static bool set_setting(Parse *p, const char *text)
{
	Site *site = &p->options->sites[p->options->site];
	NamedText pair;

	if (!split_pair(p, text, &pair))
		return false;
	if (!site->settings)
		site->settings = ARENA_ARRAY(p->arena, char *, p->argc);
	site->settings[site->setting_count++] = arena_strdup(p->arena, text);
	return true;
}

static bool set_number(Parse *p, const OptionRow *row, const char *text)
{
	char *field = (char *)p->options + row->field;
	uint64_t integer;
	double real;

	if (row->takes == TAKES_SECONDS) {
		if (!number(text, &real))
			return wrong(p, text, "a number of at least 0",
				     row->name);
		memcpy(field, &real, sizeof real);
		return true;
	}
	if (!whole(text, &integer)
	    || (row->takes == TAKES_COUNT
		&& (integer < 1 || integer > INT64_MAX)))
		return wrong(p, text, "a whole number of at least 1",
			     row->name);
	memcpy(field, &integer, sizeof integer);
	return true;
}

/* A list in one word, which a second one would not add to. */
static bool set_once(Parse *p, const OptionRow *row, const char *text)
{
	char *field = (char *)p->options + row->field;
	const char *before;

	memcpy(&before, field, sizeof before);
	if (before)
		return wrong(p, arena_printf(p->arena, "%s %s", row->name, text),
			     row->value, "an option that is given twice");
	memcpy(field, &text, sizeof text);
	return true;
}

static bool set_value(Parse *p, const OptionRow *row, const char *text)
{
	Options *o = p->options;

	switch (row->takes) {
	case TAKES_ONCE: return set_once(p, row, text);
	case TAKES_TEXT:
		memcpy((char *)o + row->field, &text, sizeof text);
		o->given_out |= row->field == FIELD(out);
		return true;
	case TAKES_SIZE: return set_size(p, text);
	case TAKES_INPUT: return set_input(p, text);
	case TAKES_STEP:
		o->steps[o->step_count++] = (NamedText){ row->name + 2, text };
		return true;
	case TAKES_FP: return set_fp(p, text);
	case TAKES_GUIDE: return set_guide(p, row, text);
	case TAKES_DEVICE:
		set_device(o, text);
		return true;
	case TAKES_SETTING: return set_setting(p, text);
	default: return set_number(p, row, text);
	}
}

static void set_flag(Options *o, const OptionRow *row)
{
	if (row->takes == SETS_STRICT)
		o->fp = FP_STRICT;
	else
		*((bool *)((char *)o + row->field)) = true;
}

static const char *nearest(Parse *p, const char *word, size_t length)
{
	const char *near = "an option of lift-tune --help";
	int best = INT_MAX;

	word = arena_strndup(p->arena, word, length);
	for (int i = 0; i < option_row_count; i++)
		if (option_rows[i].commands & p->options->command)
			names_nearer(word, option_rows[i].name, &best, &near);
	return near;
}

static bool parse_option(Parse *p, const char *word)
{
	const char *equals = !strncmp(word, "--", 2) ? strchr(word, '=') : NULL;
	size_t length = equals ? (size_t)(equals - word) : strlen(word);
	const OptionRow *row = row_named(word, length);

	if (!row)
		return wrong(p, word, nearest(p, word, length),
			     "an unknown option");
	if (!(row->commands & p->options->command)) {
		diag_add(p->diags, E0901, NULL, row->name, NULL,
			 "%s takes no such option",
			 command_name(p->options->command));
		return false;
	}
	if (row->takes == TAKES_NOTHING || row->takes == SETS_STRICT) {
		if (equals)
			return wrong(p, word, row->name,
				     "an option that takes no value");
		set_flag(p->options, row);
		return true;
	}
	if (equals)
		return set_value(p, row, equals + 1);
	if (p->at == p->argc)
		return wrong(p, "the end", row->value, row->name);
	return set_value(p, row, p->argv[p->at++]);
}

static bool parse_word(Parse *p, const char *word)
{
	Options *o = p->options;

	if (word[0] == '-' && word[1])
		return parse_option(p, word);
	if (o->word_count == WORDS_MAX)
		return wrong(p, word, "fewer words", "too many words");
	if (o->command & (CMD_DEVICES | CMD_RULES | CMD_VERSION)) {
		diag_add(p->diags, E0901, NULL, word, "options only",
			 "%s takes no such word", command_name(o->command));
		return false;
	}
	o->words[o->word_count++] = word;
	return true;
}

static void from_environment(Options *o)
{
	if (!o->device)
		o->device = getenv("LIFT_TUNE_DEVICE");
	if (o->device && !*o->device)
		o->device = NULL;
	for (int i = 0; i < o->site_count; i++)
		if (!o->sites[i].device)
			o->sites[i].device = o->device;
}

/* A word that begins the line may be a document; then it is the name of a file
 * that is there, or looks like one. */
static bool is_first_word(Parse *p, const char *word)
{
	const char *near = command_near(word);

	if (word[0] == '-' || strpbrk(word, "./") || !access(word, F_OK))
		return true;
	return wrong(p, word, near ? near : "a command of lift-tune --help, "
		     "or a document", "neither a command nor a file");
}

Options *options_parse(Arena *arena, int argc, char **argv, Diags *diags)
{
	Options *o = options_default(arena, argc);
	Parse p = { arena, diags, o, argc, 1, argv };
	Command named = argc > 1 ? command_named(argv[1]) : (Command)0;

	o->program = argv[0];
	o->command = named ? named : CMD_TUNE;
	o->version = named == CMD_VERSION;
	p.at = named ? 2 : 1;
	if (argc > 1 && !named && !is_first_word(&p, argv[1]))
		return NULL;
	while (p.at < argc)
		if (!parse_word(&p, argv[p.at++]))
			return NULL;
	from_environment(o);
	return o;
}

void options_help(Command command)
{
	usage_print(command);
	puts("\nOptions:");
	for (int i = 0; i < option_row_count; i++) {
		char left[64];

		if (command && !(option_rows[i].commands & command))
			continue;
		snprintf(left, sizeof left, "%s %s", option_rows[i].name,
			 option_rows[i].value ? option_rows[i].value : "");
		printf("  %-30s %s\n", left, option_rows[i].help);
	}
}
