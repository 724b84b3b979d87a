/* SPDX-License-Identifier: MIT */
/* Made-up runs on bare metal and Linux, written with the writer of real targets. */
#ifndef TESTS_UNIT_TOOLS_COMPARE_TWO_SIDES_H
#define TESTS_UNIT_TOOLS_COMPARE_TWO_SIDES_H

#include "tests/unit/unit.h"

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"

/* Samples of each metric of such a run. */
#define SIDE_SAMPLES 9

/* Contents of a made-up run. */
struct side_target {
	struct wire_manifest manifest;
	struct wire_cpu cpu;
	uint64_t tsc_uncertainty_ppm;   /* 0: no timer record */
	struct wire_cache cache;        /* level 0: not in the log */
	struct wire_machine machine;    /* maker NULL: not in the log */
	struct wire_state state;        /* item NULL: not in the log */
	uint64_t nodes;                 /* records of memory nodes */
	const char *kernel_line;        /* NULL: not in the log */
	uint64_t system_call_ticks;     /* 0: no such benchmark */
	uint64_t spread_ticks;          /* between the first and the last sample */
	bool has_pages;                 /* faults, and an unknown benchmark */
	bool has_ring_0;                /* and a benchmark in kernel mode */
	bool has_large_pages;           /* and a fault of a large page */
	const char *differs;            /* how its operation differs; "": it is the same */
	bool has_interrupt;
	bool skips_interrupt;
	bool skips_threads;             /* of a benchmark that ran: one point, one part */
	bool has_threads;
	bool creates_threads;
	bool has_timing;                /* its timing overhead was measured */
	uint64_t timing_spread_ticks;   /* spread of the timing overhead */
	bool has_no_end;
};

/* Valid runs of one machine. */
struct side_target side_metal(void);
struct side_target side_linux(void);

/* The log of a run; the caller frees it. */
char *side_log(const struct side_target *target, size_t *size);

/* Make a log of a run, read it, and add it to a side. */
void side_add(struct comparison *comparison, enum side side, const struct side_target *target);

/* A comparison of two such runs. */
struct comparison side_pair(const struct side_target *metal, const struct side_target *linux_run);

/* The overhead table of a finished comparison, as text that the caller frees; and a check that it
 * contains a text. */
char *side_table(const struct comparison *comparison, const struct reasons *refused);
void assert_side_has(const char *text, const char *part);

#endif
