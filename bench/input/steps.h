/* SPDX-License-Identifier: MIT */
/* Scripts of input as the machine takes them, a line a step:
 *
 *	100000 k 1e
 *	0 k 9e
 *	20000 m 09 00 00
 *
 * a pause in microseconds, the device (k or m), and the bytes that it is to send, in hexadecimal:
 * one message's. The host tool makes them from a script that a person can write. */
#ifndef BENCH_INPUT_STEPS_H
#define BENCH_INPUT_STEPS_H

#include <stddef.h>
#include <stdint.h>

#include "bench/input/run.h"

#define STEPS_MAX 4096
#define STEPS_TEXT_MAX (STEPS_MAX * 32)
#define STEPS_PAUSE_US_MAX 60000000

/* Read a text, ended by '\0'. Returns how many steps there are, at most capacity, or the number of
 * the line that is not a step, negative. */
long steps_parse(const char *text, struct input_step *steps, size_t capacity);

/* The sum of all pauses. */
uint64_t steps_duration_us(const struct input_step *steps, size_t count);

#endif
