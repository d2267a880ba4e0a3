/* Scalar: the element types of the language (language.md, Types and sizes).
 *
 * Each type is one row of scalar_rows: its name in programs, size in bytes,
 * class, name in OpenCL C and numpy dtype code.
 */
#ifndef BASE_SCALAR_H
#define BASE_SCALAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
	SCALAR_BOOL,
	SCALAR_I8, SCALAR_U8, SCALAR_I16, SCALAR_U16,
	SCALAR_I32, SCALAR_U32, SCALAR_I64, SCALAR_U64,
	SCALAR_F16, SCALAR_F32, SCALAR_F64,
	SCALAR_COUNT
} Scalar;

typedef enum { CLASS_BOOL, CLASS_SIGNED, CLASS_UNSIGNED, CLASS_FLOAT }
	ScalarClass;

typedef struct ScalarRow {
	const char *name;   /* "f32" */
	size_t bytes;       /* in memory on host and device; bool is 1 */
	ScalarClass class;
	const char *opencl; /* "float"; bool is stored as uchar */
	const char *numpy;  /* "<f4" */
} ScalarRow;

extern const ScalarRow scalar_rows[SCALAR_COUNT];

/* The type of that name, or SCALAR_COUNT. */
Scalar scalar_named(const char *name, size_t length);

static inline const char *scalar_name(Scalar s)
{
	return scalar_rows[s].name;
}

static inline size_t scalar_bytes(Scalar s)
{
	return scalar_rows[s].bytes;
}

static inline bool scalar_is_float(Scalar s)
{
	return scalar_rows[s].class == CLASS_FLOAT;
}

static inline bool scalar_is_int(Scalar s)
{
	return scalar_rows[s].class == CLASS_SIGNED
	    || scalar_rows[s].class == CLASS_UNSIGNED;
}

static inline bool scalar_is_signed(Scalar s)
{
	return scalar_rows[s].class == CLASS_SIGNED;
}

/* IEEE half precision to double and back (nearest even). */
double scalar_from_half(uint16_t half);
uint16_t scalar_to_half(double value);

#endif
