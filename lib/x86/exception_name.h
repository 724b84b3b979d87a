/* SPDX-License-Identifier: MIT */
/* Names of exceptions. */
#ifndef LIB_X86_EXCEPTION_NAME_H
#define LIB_X86_EXCEPTION_NAME_H

#include <stdint.h>

#define EXCEPTION_VECTORS 32

/* Intel's name of the exception with this vector, or "exception" if Intel names none. Intel SDM
 * vol. 3A, "Exception and Interrupt Vectors". */
const char *exception_name(uint64_t vector);

#endif
