/* SPDX-License-Identifier: MIT */
/* Panic, for states that must not occur. */
#ifndef KERNEL_CORE_PANIC_H
#define KERNEL_CORE_PANIC_H

#include <stdint.h>

struct trap_frame;

/* Write a panic record with a backtrace and end the run. Any CPU, any state. If another CPU already
 * panics, the caller halts. A panic within a panic ends the run at once. */
void panic(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Set the function that ends the run, which must not return. Before this call a panic halts. */
void panic_end_by(void (*end)(void));

/* End the run in place of another CPU, which is gone. If that CPU panicked, this CPU panics from
 * then on. */
void panic_take_over(void) __attribute__((noreturn));

/* Panic for an exception, with the registers of its frame. */
void panic_in_frame(const struct trap_frame *frame, const char *reason) __attribute__((noreturn));

#endif
