/* Whether two sides of a comparison may be set against each other: they must have run on the same
 * machine, by the same clock, from the same sources. */
#ifndef TOOLS_SAME_MACHINE_H
#define TOOLS_SAME_MACHINE_H

#include "tools/compare.h"

/* How far measurements of one TSC's frequency may be apart. */
#define SAME_TSC_PART 0.001

/* Sentences, each said once. */
struct reasons {
	char **texts;
	size_t count;
};

/* Why the comparison would be misleading; none if it would not. Every run is held against the
 * metal's first: processor, caches, hypervisor, time base, TSC frequency and build must agree; each
 * run must be valid and of its side's kind of host; and all of Linux must be of one kernel. */
void same_machine_refuse(const struct comparison *comparison, struct reasons *reasons);

/* What a reader must know of it all the same: runs that did not reach their end, other compilers,
 * microcode and counts of CPUs. */
void same_machine_note(const struct comparison *comparison, struct reasons *notes);

void reasons_free(struct reasons *reasons);

#endif
