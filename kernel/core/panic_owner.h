/* SPDX-License-Identifier: MIT */
/* The CPU that panics: at most one. Below the console, which a panic writes to, and which stops
 * other CPUs that write meanwhile. Any CPU, any state. */
#ifndef KERNEL_CORE_PANIC_OWNER_H
#define KERNEL_CORE_PANIC_OWNER_H

#include <stdbool.h>
#include <stdint.h>

/* A number unique to this CPU. */
uint64_t panic_owner_self(void);

/* Make this CPU the one that panics. Returns false if a CPU, this one or another, already
 * panics. */
bool panic_owner_claim(void);

/* Whether any CPU panics; whether another CPU does. */
bool panic_owner_exists(void);
bool panic_owner_is_other(void);

/* Panic instead of another CPU that is gone. Does nothing if no CPU panics. */
void panic_owner_replace(void);

#endif
