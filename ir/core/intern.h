/* Intern: the table behind hash-consing: pointers by hash and equality. */
#ifndef IR_CORE_INTERN_H
#define IR_CORE_INTERN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Intern {
	struct InternSlot {
		uint64_t hash;
		const void *item;
	} *slots;
	uint32_t capacity, count;
} Intern;

typedef bool InternEqual(const void *stored, const void *wanted);

void intern_free(Intern *table);

/* The stored item equal to wanted, or NULL. */
const void *intern_find(const Intern *table, uint64_t hash, const void *wanted,
			InternEqual *equal);

/* Adds an item that intern_find did not find. */
void intern_add(Intern *table, uint64_t hash, const void *item);

#endif
