/* SPDX-License-Identifier: MIT */
/* The end of the road for what cannot happen. */
#ifndef KERNEL_CORE_PANIC_H
#define KERNEL_CORE_PANIC_H

#include <stdbool.h>
#include <stdint.h>

struct trap_frame;

/* Write a panic record with a backtrace and end the run as the command line asks. Any CPU, any
 * state. A panic on another CPU meanwhile halts that; one on the way ends the run at once. */
void panic(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* What ends the run then; a halt until this is called. It does not return. */
void panic_end_by(void (*end)(void));

/* Whether a CPU has begun to; whether another than this one has. */
bool panic_is_under_way(void);
bool panic_is_elsewhere(void);

/* End the run for another CPU that panics, and is gone. */
void panic_take_over(void);

/* A number that is no other CPU's. */
uint64_t panic_self(void);

/* What a CPU does that finds another panicking: nothing any more. */
void panic_halt(void) __attribute__((noreturn));

/* The same for an exception: the registers are the frame's. */
void panic_in_frame(const struct trap_frame *frame, const char *reason) __attribute__((noreturn));

#endif
