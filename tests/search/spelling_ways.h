/* Ways to spell: the rules and turns that equivalents are made by, in groups of
 * a kind. */
#ifndef TESTS_SEARCH_SPELLING_WAYS_H
#define TESTS_SEARCH_SPELLING_WAYS_H

/* The group of a way: "zip_flip", "share<" from right to left, "/swap" a turn;
 * -1: it is none. */
int spelling_group_of(const char *way);

#endif
