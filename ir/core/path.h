/* Path: the place of a node in an expression, kid numbers from the root. */
#ifndef IR_CORE_PATH_H
#define IR_CORE_PATH_H

enum { PATH_MAX_DEPTH = 384 };
typedef struct Path {
	int depth;
	unsigned char kids[PATH_MAX_DEPTH];
} Path;

#endif
