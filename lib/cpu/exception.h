/* SPDX-License-Identifier: MIT */
/* Exceptions, by the number in trap frames and signals: the vector on x86-64, the class on aarch64,
 * the cause on riscv64. Implemented by lib/NAME/exception_name.c. */
#ifndef LIB_CPU_EXCEPTION_H
#define LIB_CPU_EXCEPTION_H

#include <stdbool.h>
#include <stdint.h>

/* The manual's name of an exception; "exception" without a name. */
const char *exception_name(uint64_t number);

/* Whether an exception reports the address of a refused access. */
bool exception_has_address(uint64_t number);

#endif
