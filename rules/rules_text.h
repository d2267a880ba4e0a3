/* The texts of the *.rules files, made part of the program when it is built. */
#ifndef RULES_RULES_TEXT_H
#define RULES_RULES_TEXT_H

typedef struct RulesText {
	const char *name, *text;
} RulesText;

extern const RulesText rules_texts[]; /* ends with an empty one */

#endif
