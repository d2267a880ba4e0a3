/* Documents: programs read from text, printed, and known by a key. */
#ifndef IR_FRONT_DOCUMENT_H
#define IR_FRONT_DOCUMENT_H

#include "ir/core/program.h"

/* How a document is read. */
typedef struct ReadOptions {
	bool concrete;
	int override_count;            /* --size NAME=VALUE */
	const SizeBinding *overrides;
	bool unsafe_c;                 /* functions in C are allowed */
	const char *open;              /* --open: size variables, by commas,
					* "all" or "none"; NULL: none. They
					* stay variables where concrete, with
					* their values as witnesses */
	bool open_as_asked;            /* NULL: those that the document says */
	bool empty;                    /* overrides may be 0, and inputs empty
					* then; else sizes are at least 1 */
} ReadOptions;

/* Reads a document. NULL after errors were added to diags; warnings may be
 * added in any case. text must be NUL-terminated; file is for messages. */
Program *program_read(Ir *ir, const char *file, const char *text,
		      const ReadOptions *options, Diags *diags);

/* The normal form of the document: inputs and outputs kept, sizes as far as
 * they are named (where lengths are plain numbers), defs inlined, every literal
 * typed; read back, it is the same program. body may be another expression over
 * the same inputs. */
void program_print(Text *text, const Program *program, const Expr *body);

/* Key of what is computed, whatever it is called and at whatever sizes: a hash
 * of the normal form without names of the document, inputs and outputs. */
uint64_t program_key(const Program *program);

#endif
