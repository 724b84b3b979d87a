/* SPDX-License-Identifier: MIT */
/* Residences in a system and Little's law: throughput times mean residence time is the mean number
 * in system. Little, "A Proof for the Queuing Formula: L = λW", 1961. Over a window in which every
 * residence begins and ends the law is an exact identity of integers: the residence times add up to
 * the integral of the number in system. */
#ifndef TOOLS_FLOW_LOAD_LITTLES_LAW_H
#define TOOLS_FLOW_LOAD_LITTLES_LAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/flow/log.h"

/* Initialize with zeros. Begins and ends are in the order of addition: the nth begin and the nth
 * end belong to one residence. */
struct residences {
	FLOW_LIST(uint64_t) begins, ends;
};

/* Add a residence, which must not end before it begins. */
void residences_add(struct residences *residences, uint64_t begin, uint64_t end);
void residences_free(struct residences *residences);

struct littles_law {
	size_t residences;
	uint64_t begin, end;            /* of the first and of the last */
	uint64_t residence_ticks;       /* sum of all residence times */
	uint64_t area_ticks;            /* integral of the number in system, computed separately */
	size_t most;                    /* max number in system; at one time, ends precede begins */
};

/* Compute both sides of the law. Sorts begins and ends by time: they no longer correspond. */
void littles_law_make(struct residences *residences, struct littles_law *law);

static inline bool littles_law_holds(const struct littles_law *law)
{
	return law->residence_ticks == law->area_ticks;
}

#endif
