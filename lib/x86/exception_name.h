/* SPDX-License-Identifier: MIT */
/* Exceptions by name. */
#ifndef LIB_X86_EXCEPTION_NAME_H
#define LIB_X86_EXCEPTION_NAME_H

#include <stdint.h>

#define EXCEPTION_VECTORS 32

/* What Intel's manual calls the exception with this vector; "exception" when it has no name.
 * Intel SDM vol. 3A, "Exception and Interrupt Vectors". */
const char *exception_name(uint64_t vector);

#endif
