#include "db/limits.h"

#include <jansson.h>
#include <string.h>

#include "db/sizes.h"

enum { WORD = 255, TEXT = 1 << 16, LONG_TEXT = 1 << 20, SOURCE = 1 << 24,
       SAMPLES = 100000 };

static const double longest_ns = 9e15;

typedef bool Accepts(const SqlValue *value);

static bool is_hash(const SqlValue *value)
{
	return strlen(value->text) == 16
	    && strspn(value->text, "0123456789abcdef") == 16;
}

static bool has_letters(const SqlValue *value)
{
	return *value->text != '\0';
}

static int lines(const char *text)
{
	int count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

static bool are_steps(const SqlValue *value)
{
	return lines(value->text) <= LIMITS_STEPS;
}

static bool are_sizes(const SqlValue *value)
{
	return sizes_are_proper(value->text)
	    && sizes_count(value->text) <= LIMITS_SIZES;
}

/* As 2026-01-31T23:59:59.999Z, which sorts by time. */
static bool is_moment(const SqlValue *value)
{
	static const char form[] = "dddd-dd-ddTdd:dd:dd.dddZ";
	const char *text = value->text;

	if (strlen(text) != strlen(form))
		return false;
	for (size_t i = 0; form[i]; i++)
		if (form[i] == 'd' ? text[i] < '0' || text[i] > '9'
				   : text[i] != form[i])
			return false;
	return true;
}

static bool is_sample(const json_t *sample)
{
	double ns = json_number_value(sample);

	return json_is_null(sample)
	    || (json_is_number(sample) && ns >= 0 && ns < longest_ns);
}

/* Times in nanoseconds; null where one could not be. */
static bool are_samples(const SqlValue *value)
{
	json_t *list = json_loads(value->text, 0, NULL);
	bool good = json_is_array(list) && json_array_size(list) <= SAMPLES;

	for (size_t i = 0; good && i < json_array_size(list); i++)
		good = is_sample(json_array_get(list, i));
	json_decref(list);
	return good;
}

static bool is_object(const SqlValue *value)
{
	json_t *object = json_loads(value->text, JSON_REJECT_DUPLICATES, NULL);
	bool good = json_is_object(object);

	json_decref(object);
	return good;
}

static bool is_small(const SqlValue *value)
{
	return value->integer >= 0 && value->integer <= INT32_MAX;
}

static bool is_time(const SqlValue *value)
{
	return value->real > 0 && value->real < longest_ns;
}

static bool is_no_less_than_0(const SqlValue *value)
{
	return value->real >= 0;
}

typedef struct LimitRow {
	const char *column;
	int kind;    /* of its values */
	bool may_be_null;
	size_t most; /* bytes of a text */
	Accepts *accepts; /* or NULL: all of that kind */
} LimitRow;

#define HASH(column) { column, VALUE_TEXT, false, 16, is_hash }
#define WORDS(column) { column, VALUE_TEXT, false, WORD, NULL }
#define NUMBER(column) { column, VALUE_INT, false, 0, is_small }
#define TIME(column) { column, VALUE_REAL, true, 0, is_time }

static const LimitRow rows[] = {
	HASH("key"), HASH("program"), HASH("device"), HASH("run"),
	HASH("kernel"), HASH("derivation"), HASH("measured"), HASH("rules"),
	HASH("source_hash"),
	{ "name", VALUE_TEXT, false, WORD, has_letters },
	WORDS("platform"), WORDS("vendor"), WORDS("driver"), WORDS("version"),
	WORDS("type"), WORDS("label"), WORDS("strategy"), WORDS("fp"),
	WORDS("tolerance"), WORDS("host"), WORDS("boot"), WORDS("status"),
	WORDS("timer"), WORDS("verdict"), WORDS("solver"),
	{ "outcome",    VALUE_TEXT, true,  WORD,      NULL },
	{ "reason",     VALUE_TEXT, true,  TEXT,      NULL },
	{ "judges",     VALUE_TEXT, false, TEXT,      NULL },
	{ "detail",     VALUE_TEXT, false, TEXT,      NULL },
	{ "choices",    VALUE_TEXT, false, TEXT,      NULL },
	{ "options",    VALUE_TEXT, false, TEXT,      NULL },
	{ "limits",     VALUE_TEXT, false, TEXT,      is_object },
	{ "sizes",      VALUE_TEXT, false, TEXT,      are_sizes },
	{ "form",       VALUE_TEXT, false, SOURCE,    is_object },
	{ "steps",      VALUE_TEXT, false, LONG_TEXT, are_steps },
	{ "plan",       VALUE_TEXT, false, LONG_TEXT, is_object },
	{ "samples",    VALUE_TEXT, false, SOURCE,    are_samples },
	{ "expression", VALUE_TEXT, false, SOURCE,    NULL },
	{ "source",     VALUE_TEXT, false, SOURCE,    NULL },
	{ "at",         VALUE_TEXT, false, WORD,      is_moment },
	{ "started",    VALUE_TEXT, false, WORD,      is_moment },
	{ "ended",      VALUE_TEXT, true,  WORD,      is_moment },
	NUMBER("lines"), NUMBER("protocol"), NUMBER("sequence"),
	NUMBER("noise_epoch"), NUMBER("pid"),
	{ "seed",          VALUE_INT, false, 0, NULL },
	{ "process_start", VALUE_INT, false, 0, NULL },
	TIME("min_ns"), TIME("median_ns"), TIME("p25_ns"), TIME("build_ns"),
	TIME("first_launch_ns"), TIME("check_ns"), TIME("low_ns"),
	TIME("high_ns"),
	{ "max_error", VALUE_REAL, true,  0, is_no_less_than_0 },
	{ "seconds",   VALUE_REAL, false, 0, is_no_less_than_0 },
};

static const LimitRow *row_of(const char *column)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strcmp(rows[i].column, column))
			return &rows[i];
	return NULL;
}

/* A real number may be written as an integer. */
static SqlValue as(const SqlValue *value, int kind)
{
	if (kind == VALUE_REAL && value->kind == VALUE_INT)
		return sql_real((double)value->integer);
	return *value;
}

const char *limits_fault(const char *column, const SqlValue *value)
{
	const LimitRow *row = row_of(column);
	SqlValue v = row ? as(value, row->kind) : *value;

	if (!row)
		return "a column without limits";
	if (v.kind == VALUE_NULL)
		return row->may_be_null ? NULL : "a value is missing";
	if ((int)v.kind != row->kind)
		return "a value of another kind";
	if (v.kind == VALUE_TEXT && strlen(v.text) > row->most)
		return "a text that is too long";
	if (row->accepts && !row->accepts(&v))
		return "a value that cannot be";
	return NULL;
}
