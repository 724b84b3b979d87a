/* SPDX-License-Identifier: MIT */
/* Scripts of input as the machine takes them, a line a step:
 *
 *	100000 k 1e
 *	0 k 9e
 *	l a click
 *	20000 m 09 00 00
 *	0 s
 *
 * a pause in microseconds, the device (k or m), and the bytes that it is to send, in hexadecimal:
 * one message's; or an s, for a message of the driver's own; or after an l what the steps below are
 * called, up to the next one, for reports. The host tool makes them from a script that a person can
 * write. */
#ifndef BENCH_INPUT_STEPS_H
#define BENCH_INPUT_STEPS_H

#include <stddef.h>
#include <stdint.h>

#include "bench/input/run.h"

#define STEPS_MAX 4096
#define STEPS_LABEL_CHARS 48            /* its '\0' included */
#define STEPS_TEXT_MAX (STEPS_MAX * (32 + STEPS_LABEL_CHARS))
#define STEPS_PAUSE_US_MAX 60000000

struct step_label {
	uint32_t step;                  /* the first one that is called so */
	char text[STEPS_LABEL_CHARS];   /* "": it has no label */
};

struct input_steps {
	struct input_step *items;       /* room for capacity */
	struct step_label *labels;      /* likewise */
	uint32_t count, label_count, capacity;
};

/* Read a text, ended by '\0', into what has room for it. Returns 0, or the number of the line that
 * is none or for which there is no room. */
unsigned long steps_parse(const char *text, struct input_steps *steps);

/* The sum of all pauses. */
uint64_t steps_duration_us(const struct input_step *steps, size_t count);

#endif
