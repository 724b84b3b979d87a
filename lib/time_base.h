/* SPDX-License-Identifier: MIT */
/* What a tick of a run is. */
#ifndef LIB_TIME_BASE_H
#define LIB_TIME_BASE_H

enum time_base {
	TIME_REAL,              /* a real clock on a real or virtualised CPU */
	TIME_EMULATED,          /* a real clock, but instructions are emulated */
	TIME_INSTRUCTIONS,      /* a tick is an instruction: counts are exact, there is no time, and
				 * there are no caches */
	TIME_UNKNOWN,           /* the manifest was lost */
};

/* "real", "emulated" or "instructions", as in a manifest. Not for TIME_UNKNOWN. */
const char *time_base_name(enum time_base base);

/* The time base with that name; TIME_UNKNOWN if no time base has it. */
enum time_base time_base_of(const char *name);

#endif
