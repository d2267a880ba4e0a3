/* Changes that keep most of an input what it is, where changes of single bytes
 * would only ever be refused by the first reader. An input is bytes of some
 * size with room for max_size; a change leaves the new size.
 */
#ifndef TESTS_FUZZ_CHANGE_H
#define TESTS_FUZZ_CHANGE_H

#include <stddef.h>
#include <stdint.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			       unsigned int seed);

typedef struct Input {
	uint8_t *data;
	size_t size, max_size;
	unsigned int seed;
} Input;

typedef struct Span {
	size_t start, end;
} Span;

typedef void Change(Input *input);

/* Less than sides; 0 for no sides. */
size_t change_draw(Input *input, size_t sides);

/* The text in the place of the span, if there is room. */
void change_put(Input *input, Span span, const char *text);

/* The one span's bytes in the place of the other. */
void change_copy(Input *input, Span from, Span to);

/* One of them; bytes, if it leaves nothing. */
size_t change_by(Input *input, Change *const *changes, size_t count);

/* As the fuzzer does without this file. */
void change_bytes(Input *input);

/* A value of JSON text becomes another of the same text or one of the list, is
 * there twice or not at all. */
size_t change_json(Input *input, const char *const *values, size_t count);

#endif
