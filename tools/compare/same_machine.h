/* SPDX-License-Identifier: MIT */
/* Whether two sides are comparable: same machine and same clock. */
#ifndef TOOLS_COMPARE_SAME_MACHINE_H
#define TOOLS_COMPARE_SAME_MACHINE_H

#include "tools/compare/compare.h"

/* Maximum relative difference between measurements of one TSC's frequency. A larger uncertainty
 * that the measurements state replaces this maximum, up to SAME_TSC_PART_EMULATED. */
#define SAME_TSC_PART 0.001
/* The maximum under emulation, where timers stop while the host runs other work. The frequencies of
 * different CPUs differ by more. */
#define SAME_TSC_PART_EMULATED 0.01

/* Sentences without duplicates. */
struct reasons {
	char **texts;
	size_t count;
};

/* Find the reasons for refusing the comparison; none if it is valid.
 *
 * Every run is compared with the first run of the base. If both have hashes of UUID, serial numbers
 * or network cards, the hashes must not differ. Processor, caches, hypervisor, time base, TSC
 * frequency and the unit of each benchmark must agree. For an overhead, the build must also agree.
 * Processes of two operating systems can be two sides, but not one side or one history. The timing
 * overhead must be subtracted from both or neither. Each run must be valid and complete, have
 * unique names, and be of its side's host. Except in a history, all runs of a side must have the
 * same build, kernel and mitigations. For a baseline, the conditions that both sides state must
 * agree instead. */
void same_machine_refuse(const struct comparison *comparison, struct reasons *reasons);

/* Find only the conditions in which the first runs of both sides differ, and those that only one of
 * these runs states. One of the runs is a baseline. */
void same_machine_compare_conditions(const struct comparison *comparison,
				     struct reasons *reasons);

/* Find differences to report with a valid comparison: compilers, microcode, firmware, memory,
 * number of CPUs; for a change, everything that may have caused it. */
void same_machine_add_notes(const struct comparison *comparison, struct reasons *notes);

/* Print "refused: WHAT" and the reasons to standard error. */
void reasons_print_refused(const struct reasons *reasons, const char *problem);

void reasons_free(struct reasons *reasons);

/* Add a reason unless it is a duplicate or the list is full. */
void same_machine_add(struct reasons *reasons, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
