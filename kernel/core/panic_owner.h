/* SPDX-License-Identifier: MIT */
/* The CPU that panics, at most one. The console uses this file: a panic writes to the console, and
 * the console stops other CPUs that write meanwhile. Any CPU, any state. */
#ifndef KERNEL_CORE_PANIC_OWNER_H
#define KERNEL_CORE_PANIC_OWNER_H

#include <stdbool.h>
#include <stdint.h>

/* A number that is unique to this CPU. */
uint64_t panic_owner_self(void);

/* Make this CPU the one that panics. Returns false if this or another CPU already panics. */
bool panic_owner_claim(void);

/* Whether any CPU panics, and whether a CPU other than this one does. */
bool panic_owner_exists(void);
bool panic_owner_is_other(void);

/* Stop this CPU, because another CPU panics. First calls the function that was set, if any. Turns
 * interrupts off. */
void panic_owner_obey(void) __attribute__((noreturn));
void panic_owner_obey_by(void (*function)(void));

/* Panic instead of another CPU that is gone. Does nothing if no CPU panics. */
void panic_owner_replace(void);

#endif
