/* Cblas: a library with the C interface of BLAS, loaded when it is asked for. */
#ifndef REFERENCES_CBLAS_H
#define REFERENCES_CBLAS_H

/* What dlopen gives, NULL: it is not installed. Sets what it wants to find in
 * the environment before. */
void *cblas_library(void);

#endif
