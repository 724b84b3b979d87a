/* SPDX-License-Identifier: MIT */
/* What a run's row in the database states, from the run's records. */
#ifndef TOOLS_FLEET_RUN_ROW_H
#define TOOLS_FLEET_RUN_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/analysis/analysis.h"

/* The name of the figures that are no measurements: the frequency and the step of the clock, as a
 * run states them. */
#define RUN_CLOCK "clock"

struct run_row {
	int64_t machine, model;
	char *id, *id_from, *label;
	char *hardware, *model_name, *cpu, *host, *time_base;
	int64_t made;
	char *made_from;
	char *build, *suite, *kernel, *microcode, *memory, *firmware, *mitigations, *disks;
	int64_t cpus;
	int64_t memory_bytes, memory_modules, memory_mts;
	double core_mhz;
	int64_t samples, disturbed, smis;
};

/* Make a row. label is the machine's name for people. modified_ns is the time of the log's file,
 * for a run that does not state when it was made. Call run_row_free. */
void run_row_make(const struct analysis *analysis, const char *label, int64_t modified_ns,
		  struct run_row *row);
void run_row_free(struct run_row *row);

/* The key of a row: 53 bits of a digest of the texts, which end with NULL. */
int64_t run_row_key(const char *first, ...) __attribute__((sentinel));

/* The metric whose time gives the core clock; NULL if the run has none. */
const struct metric *run_row_clock(const struct analysis *analysis);

/* Whether the metric has a value that machines can be compared by. */
bool run_row_has_value(const struct metric *metric);

#endif
