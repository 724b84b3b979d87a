/* SPDX-License-Identifier: MIT */
/* Input scripts in the machine's format, one step per line:
 *
 *	100000 k 1e
 *	0 k 9e
 *	l a click
 *	20000 m 09 00 00
 *	0 s
 *
 * A step is a pause in microseconds, the device (k or m), and the bytes of one message in
 * hexadecimal; or s, for a message of the driver itself. A line l gives the following steps a label
 * for reports. The host tool generates this format from scripts that users write. */
#ifndef BENCH_INPUT_STEPS_H
#define BENCH_INPUT_STEPS_H

#include <stddef.h>
#include <stdint.h>

#include "bench/input/run.h"

#define STEPS_MAX 4096
#define STEPS_LABEL_CHARS 48            /* including '\0' */
#define STEPS_TEXT_MAX (STEPS_MAX * (32 + STEPS_LABEL_CHARS))
#define STEPS_PAUSE_US_MAX 60000000

struct step_label {
	uint32_t step;                  /* first step with this label */
	char text[STEPS_LABEL_CHARS];   /* "": no label */
};

struct input_steps {
	struct input_step *items;       /* for capacity steps */
	struct step_label *labels;      /* for capacity labels */
	uint32_t count, label_count, capacity;
};

/* Parse a text that ends with '\0'. Returns 0, or the number of a line that is invalid or does not
 * fit. */
unsigned long steps_parse(const char *text, struct input_steps *steps);

/* The sum of all pauses. */
uint64_t steps_duration_us(const struct input_step *steps, size_t count);

#endif
