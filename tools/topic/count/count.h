/* SPDX-License-Identifier: MIT */
/* Tables of a counted program. */
#ifndef TOOLS_TOPIC_COUNT_COUNT_H
#define TOOLS_TOPIC_COUNT_COUNT_H

#include "tools/count/counted_functions.h"
#include "tools/count/counted_run.h"
#include "tools/table/table.h"

struct count_report {
	const char *name;               /* of a suite's program, or NULL */
	const char *program;            /* its command line */
	const char *status;             /* how it ended */
	const char *kernel;             /* version, or NULL */
	const char *boot;               /* identity of the boot that the runs began with, or NULL */
	unsigned long warmups;
	const struct counted_run *runs; /* the measured ones; the tables have the first one */
	size_t run_count;
	const struct counted_run *layouts;      /* runs with other layouts of the stack */
	size_t layout_count;
	const struct counted_functions *functions;      /* of the first run; or NULL */
	bool is_whole;                  /* all entries and functions, not only the largest */
};

void topic_count(struct tables *tables, const struct count_report *report);

/* The functions whose instructions differ most between two runs, and the sum of all others. */
void topic_count_change(struct tables *tables, const struct counted_functions *base,
			const struct counted_functions *new);

/* One row for each program of a suite. */
void topic_count_suite(struct tables *tables, const struct count_report *reports, size_t count);

/* One row for each part of a program with keys. */
void topic_count_keys(struct tables *tables, const struct count_report *reports, size_t count);

#endif
