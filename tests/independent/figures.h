/* SPDX-License-Identifier: MIT */
/* An independent program for what bareline-linux says of system calls, threads and processes:
 * ordinary C, which shares no line with it. Each figure is measured by a process of its own. */
#ifndef FIGURES_H
#define FIGURES_H

#include <stdint.h>

#define SAMPLES 15
#define OPERATIONS 1000

/* One sample of a figure: instructions, or ticks, that so many operations took. */
struct sample {
	uint64_t ticks, operations;
};

/* How a figure is measured: prepare may be NULL, sample is called often. Both get the figure's
 * numbers. */
struct figure {
	const char *name;               /* as bareline-linux calls it */
	void (*prepare)(const uint64_t numbers[2]);
	struct sample (*sample)(const uint64_t numbers[2]);
	uint64_t numbers[2];
	const char *setting;            /* for its process's environment, or NULL */
};

/* The figures of calls.c, tasks.c and switches.c, each ended by one without a name. */
extern const struct figure call_figures[], task_figures[], switch_figures[];

/* A clock read that nothing is moved across. */
uint64_t clock_read(void);

/* The caller's increments of a word, a hundred. */
void increment(volatile uint64_t *word);

/* End with a message if what was said of a call is not true. */
void must(int is_true, const char *call);

#endif
