/* SPDX-License-Identifier: MIT */
/* Runs of the metal and of Linux, made up with the writer that real targets use. */
#ifndef TESTS_UNIT_TOOLS_COMPARE_TWO_SIDES_H
#define TESTS_UNIT_TOOLS_COMPARE_TWO_SIDES_H

#include "tests/unit/unit.h"

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"

/* Of each figure of such a run. */
#define SIDE_SAMPLES 9

/* What a made-up run says of itself. */
struct side_target {
	struct wire_manifest manifest;
	struct wire_cpu cpu;
	const char *kernel_line;        /* NULL: it does not say */
	uint64_t system_call_ticks;     /* 0: the benchmark is not there */
	uint64_t spread_ticks;          /* between its first sample and its last */
	bool has_pages;                 /* faults, and a benchmark that nobody knows, */
	bool has_ring_0;                /* and one in the kernel's mode, */
	bool has_large_pages;           /* and a fault of one, */
	const char *differs;            /* whose operation is another one: how; "": it is not */
	bool has_interrupt;
	bool skips_interrupt;
	bool skips_threads;             /* of a benchmark that was run, one point and one part */
	bool has_threads;
	bool has_timing;                /* its cost was measured, */
	uint64_t timing_spread_ticks;   /* with that spread */
	bool has_no_end;
};

/* Runs as they ought to be, of one machine. */
struct side_target side_metal(void);
struct side_target side_linux(void);

/* The log of a run, to be freed. */
char *side_log(const struct side_target *target, size_t *size);

/* Make a log of a run, read it, and add it to a side. */
void side_add(struct comparison *comparison, enum side side, const struct side_target *target);

/* A comparison of two such runs. */
struct comparison side_pair(const struct side_target *metal, const struct side_target *linux_run);

/* The overhead of a comparison that is made, as text, to be freed; and that a part is in it. */
char *side_table(const struct comparison *comparison, const struct reasons *refused);
void assert_side_says(const char *text, const char *part);

#endif
