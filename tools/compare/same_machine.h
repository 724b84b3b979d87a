/* SPDX-License-Identifier: MIT */
/* Whether two sides of a comparison may be set against each other: they must have run on the same
 * machine, by the same clock. */
#ifndef TOOLS_COMPARE_SAME_MACHINE_H
#define TOOLS_COMPARE_SAME_MACHINE_H

#include "tools/compare/compare.h"

/* How far measurements of one TSC's frequency may be apart. */
#define SAME_TSC_PART 0.001
/* An emulator's timers stand still with it when the host has other work, and what is measured by
 * them is off then; another CPU's frequency is farther off than this. */
#define SAME_TSC_PART_EMULATED 0.01

/* Sentences, each said once. */
struct reasons {
	char **texts;
	size_t count;
};

/* Why the comparison would be misleading; none if it would not. Every run is held against the
 * base's first: processor, caches, hypervisor, time base, TSC frequency and the unit of each
 * benchmark must agree, for an overhead the build too, and whether the cost of timing is
 * subtracted; each run must be valid, have reached its end, have each name once and be of its
 * side's kind of host; and all of one side must be of one build and, if any, one kernel. */
void same_machine_refuse(const struct comparison *comparison, struct reasons *reasons);

/* What a reader must know of it all the same: other compilers, microcode and counts of CPUs; of a
 * change, all that it may come from. */
void same_machine_note(const struct comparison *comparison, struct reasons *notes);

/* Say on standard error that something is refused, and why: "these runs can't be ...". */
void reasons_say_refused(const struct reasons *reasons, const char *what);

void reasons_free(struct reasons *reasons);

/* One more, unless it is there or there are too many. */
void same_machine_add(struct reasons *reasons, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
