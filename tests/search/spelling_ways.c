#include "tests/search/spelling_ways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tests/search/spelling.h"

/* Names of rules, < from right to left, and of turns (with a stroke). Those
 * of one group are drawn as often as those of another. */
typedef struct Group {
	const char *name, *ways;
} Group;

static const Group groups[] = {
	{ "operands", " add_swap mul_swap /swap /negate " },
	{ "zips", " zip_flip zip_nest zip_nest_four zip_nest_pairs "
	  "zip_nest_cross map_zip_pair map_zip_pair< map_zip_swap "
	  "map_zip_turn map_zip_turn_four zip_zip_cross zip_same unzip_zip "
	  "columns_zipped map_zip_left map_zip_right zip_map_left "
	  "zip_map_left< zip_map_right zip_map_right< " },
	{ "nests", " map_interchange map_interchange< rows_by_columns "
	  "zips_by_columns pairs_nest map_by_rows columns_by_rows "
	  "columns_by_rows< map_columns transpose_map transpose_map< "
	  "transpose_transpose " },
	{ "elements", " map_elements map_zip_elements reduce_elements "
	  "transpose_elements zip_elements take_elements " },
	{ "borders", " clamp_map clamp_map< mirror_map mirror_map< wrap_map "
	  "wrap_map< clamp_transpose clamp_transpose< mirror_transpose "
	  "mirror_transpose< wrap_transpose wrap_transpose< concat_map "
	  "concat_map< /clamp /concat " },
	{ "names", " share share< " },
	{ "windows", " slide_map slide_map< slide_transpose slide_transpose< "
	  "slide_slide slide_zip slide_zip< join_map join_map< join_join "
	  "join_join< reduce_join reduce_join< take_map take_map< drop_map "
	  "drop_map< take_slide take_slide< take_zip take_zip< drop_zip "
	  "drop_zip< " },
	{ "functions", " map_map map_map< map_keep reduceSeq_map "
	  "reduceSeq_map< head_map join_head join_head< fill_map fold_rows "
	  "reduce_rows columns_reduced reduce_unpair " },
};

_Static_assert(sizeof groups / sizeof *groups == SPELLING_GROUPS,
	       "every group has its ways");

const char *spelling_group(int group)
{
	return groups[group].name;
}

static bool is_way(const Group *group, const char *name, size_t length)
{
	char way[64];

	snprintf(way, sizeof way, " %.*s ", (int)length, name);
	return strstr(group->ways, way) != NULL;
}

int spelling_group_of(const char *name)
{
	for (int i = 0; i < SPELLING_GROUPS; i++)
		if (is_way(&groups[i], name, strlen(name)))
			return i;
	return -1;
}

bool spelling_uses(const Spelling *spelling, int group)
{
	const char *at = spelling->how;

	for (; *at; at += strcspn(at, " "), at += strspn(at, " "))
		if (is_way(&groups[group], at, strcspn(at, " ")))
			return true;
	return false;
}

RuleBase *spelling_rules(void)
{
	const char *source = getenv("srcdir");
	Diags *diags = diags_new();
	RuleBase *rules = NULL;
	Text path = { 0 }, text = { 0 };
	FILE *file;

	text_printf(&path, "%s/tests/search/spelling.rules",
		    source ? source : ".");
	file = fopen(text_string(&path), "r");
	for (int c; file && (c = getc(file)) != EOF;)
		text_char(&text, (char)c);
	if (file) {
		fclose(file);
		rules = rulebase_with("spelling.rules", text_string(&text),
				      diags);
	}
	diags_print(diags, stderr);
	if (!rules) {
		fprintf(stderr, "%s: no rules\n", text_string(&path));
		exit(EXIT_FAILURE);
	}
	text_free(&path);
	text_free(&text);
	diags_free(diags);
	return rules;
}
