#include "ir/core/prim.h"

#include <string.h>

#define DIM TRAIT_DIM
#define LOW TRAIT_LOW
#define VIEW TRAIT_VIEW
#define PARMAP TRAIT_PARMAP
#define SEQMAP TRAIT_SEQMAP

const PrimRow prim_rows[PRIM_COUNT] = {
#define PRIM(id, name, signature, traits, typing) \
	[PRIM_##id] = { name, signature, traits },
#include "ir/core/prim.def"
#undef PRIM
};

static bool name_matches(const PrimRow *row, const char *name, int *dim)
{
	size_t length = strlen(row->name);

	*dim = 0;
	if (strncmp(row->name, name, length))
		return false;
	if (!name[length])
		return true;
	if (!(row->traits & TRAIT_DIM) || strlen(name + length) != 3
	    || name[length] != '(' || name[length + 2] != ')')
		return false;
	*dim = name[length + 1] - '0';
	return *dim >= 0 && *dim <= 2;
}

Prim prim_named(const char *name, int *dim)
{
	for (int prim = 0; prim < PRIM_COUNT; prim++)
		if (name_matches(&prim_rows[prim], name, dim))
			return (Prim)prim;
	return PRIM_COUNT;
}

const char *prim_mode(Prim prim)
{
	static const char *const modes[PRIM_COUNT] = {
		[PRIM_PAD_CLAMP] = "clamp", [PRIM_PAD_MIRROR] = "mirror",
		[PRIM_PAD_WRAP] = "wrap",
	};

	return modes[prim];
}

static bool is_mode(Prim prim, const char *mode)
{
	const char *own = prim_mode(prim);

	return own && mode ? !strcmp(own, mode) : own == mode;
}

Prim prim_with_mode(Prim prim, const char *mode)
{
	const char *name = prim_name(prim);
	int found = prim;

	while (found < PRIM_COUNT && (strcmp(prim_rows[found].name, name)
				      || !is_mode((Prim)found, mode)))
		found++;
	return (Prim)found;
}

int prim_kid_min(Prim prim)
{
	int kids = 0;

	for (const char *s = prim_rows[prim].signature; *s; s++)
		kids += *s != 'n' && *s != '*' && *s != 'm';
	return kids;
}

bool prim_is_variadic(Prim prim)
{
	return strchr(prim_rows[prim].signature, '*') != NULL;
}

int prim_size_count(Prim prim)
{
	int sizes = 0;

	for (const char *s = prim_rows[prim].signature; *s; s++)
		sizes += *s == 'n';
	return sizes;
}

int prim_kid_arity(Prim prim, int kid)
{
	for (const char *s = prim_rows[prim].signature; *s && *s != '*'; s++) {
		if (*s == 'n' || *s == 'm')
			continue;
		if (kid-- == 0)
			return *s == '1' ? 1 : *s == '2' ? 2 : 0;
	}
	return 0;
}
