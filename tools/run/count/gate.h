/* SPDX-License-Identifier: MIT */
/* The exact figures of a counted program as a baseline, and their comparison. User instructions and
 * the numbers of system calls and of page faults are exact. The kernel's instructions depend on
 * what the kernel did before, and are notes. With GATE_KERNEL, the baseline also has the least
 * instructions of each system call and of a page fault. */
#ifndef TOOLS_RUN_COUNT_GATE_H
#define TOOLS_RUN_COUNT_GATE_H

#include "tools/results/baseline.h"
#include "tools/run/count/measure.h"

/* What two sides may differ in. */
enum gate_subject {GATE_PROGRAM, GATE_KERNEL};

/* The baseline of a measurement, to be freed. qemu and kernel are versions. */
struct baseline gate_baseline(const struct measure_request *request,
			      const struct measurement *measurement, enum gate_subject subject,
			      const char *qemu, const char *kernel);

/* A side: its name for messages, and its baseline, which is consumed. */
struct gate_side {
	const char *name;
	struct baseline *baseline;
};

/* Compare, and write the result to the terminal and to the paths by format (NULL: none). Returns
 * EXIT_GOOD; EXIT_FAILED if a figure changed; EXIT_USAGE if the conditions differ, after printing
 * them; or EXIT_MACHINE. */
int gate_compare(const struct gate_side *base, const struct gate_side *new,
		 const char *const *paths);

#endif
