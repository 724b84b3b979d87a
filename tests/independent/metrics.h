/* SPDX-License-Identifier: MIT */
/* An independent program to check bareline-linux's results for system calls, threads and processes:
 * ordinary C without shared code. A separate process measures each result. */
#ifndef METRICS_H
#define METRICS_H

#include <stdint.h>

#define SAMPLES 15
#define OPERATIONS 1000

/* One sample: instructions or ticks of a number of operations. */
struct sample {
	uint64_t ticks, operations;
};

/* A measurement: prepare may be NULL, sample is called many times. Both get the metric's numbers.
 * */
struct metric {
	const char *name;               /* the name in bareline-linux */
	void (*prepare)(const uint64_t numbers[2]);
	struct sample (*sample)(const uint64_t numbers[2]);
	uint64_t numbers[2];
	const char *setting;            /* for its process's environment, or NULL */
};

/* The metrics of calls.c, tasks.c, switches.c and pages.c, each list ended by an entry without a
 * name. */
extern const struct metric call_metrics[], task_metrics[], switch_metrics[], page_metrics[];

/* A clock read that no instruction crosses. */
uint64_t clock_read(void);

/* A hundred increments of a word, in the caller. */
void increment(volatile uint64_t *word);

/* Exit with a message if the condition is false. */
void must(int is_true, const char *call);

#endif
