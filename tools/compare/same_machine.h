/* SPDX-License-Identifier: MIT */
/* Whether two sides are comparable: same machine and same clock. */
#ifndef TOOLS_COMPARE_SAME_MACHINE_H
#define TOOLS_COMPARE_SAME_MACHINE_H

#include "tools/compare/compare.h"

/* Max difference between measurements of one TSC's frequency. */
#define SAME_TSC_PART 0.001
/* An emulator's timers stop while the host runs other work, which falsifies frequency measurements;
 * a different CPU's frequency is farther off than this. */
#define SAME_TSC_PART_EMULATED 0.01

/* Sentences without duplicates. */
struct reasons {
	char **texts;
	size_t count;
};

/* Reasons for refusing the comparison; none if it is valid. Every run is compared with the base's
 * first: processor, caches, hypervisor, time base, TSC frequency and the unit of each
 * benchmark must agree, for an overhead the build too, and whether the cost of timing is
 * subtracted; each run must be valid, have reached its end, have each name once and be of its
 * side's kind of host; and all of one side must be of one build and, if any, one kernel. */
void same_machine_refuse(const struct comparison *comparison, struct reasons *reasons);

/* Differences to report with a valid comparison: compilers, microcode, number of CPUs; for a
 * change, everything that may have caused it. */
void same_machine_note(const struct comparison *comparison, struct reasons *notes);

/* Print "refused" with the reasons to standard error. */
void reasons_say_refused(const struct reasons *reasons, const char *what);

void reasons_free(struct reasons *reasons);

/* Add a reason unless it is a duplicate or the list is full. */
void same_machine_add(struct reasons *reasons, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
