/* SPDX-License-Identifier: MIT */
/* What one run of a program cost: user instructions, and the kernel's by entry. */
#ifndef TOOLS_COUNT_COUNTED_RUN_H
#define TOOLS_COUNT_COUNTED_RUN_H

#include "tools/count/program_counts.h"

/* The exception of page faults, as the kernel names it. */
#define PAGE_FAULT "page_fault"

/* Entries to the kernel of one kind and name, of all tasks of the program. Their instructions
 * exclude those of entries within them, such as a page fault in a system call. */
struct entry_row {
	enum counted_kind kind;
	const char *name;
	uint64_t number;                /* that began */
	uint64_t least, median, sum;    /* instructions */
};

struct counted_run {
	uint64_t user, kernel;          /* of the program */
	uint64_t user_repeats, kernel_repeats;  /* of these, repetitions of string instructions */
	uint64_t calls, faults;         /* number of system calls and of page faults */
	uint64_t kind_sums[128];        /* of the kernel's, by enum counted_kind */
	uint64_t others[TASK_CLASSES];  /* instructions of tasks that are not the program's */
	unsigned tasks;                 /* of the program */
	struct entry_row *rows;         /* by kind, then most instructions first */
	size_t row_count;
	/* The program's instructions that are in no row, and those that are in no call path.
	 * Negative if rows or paths have more than the program. Both are 0 unless the plugin
	 * failed. */
	int64_t not_in_rows, not_in_paths;
};

/* Summarise one window of the counts. */
void counted_run_make(struct counted_run *run, const struct program_counts *counts, size_t window);
void counted_run_free(struct counted_run *run);

/* The row of that kind and name; NULL if there is none. */
const struct entry_row *counted_run_row(const struct counted_run *run, enum counted_kind kind,
					const char *name);

/* The class of a task, by its serial number, in a window. */
enum task_class counted_class(const struct program_counts *counts,
			      const struct counted_window *window, uint32_t serial);

/* For each node, the serial number of its task. The caller frees the array. */
uint32_t *counted_node_tasks(const struct program_counts *counts);

#endif
