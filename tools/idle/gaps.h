/* SPDX-License-Identifier: MIT */
/* Gaps in an idle loop's trace: when the CPU was busy, for how long, and why. Endo, Wang, Chen and
 * Seltzer, "Using Latency to Evaluate Interactive System Performance", OSDI 1996, "Idle loop
 * instrumentation". */
#ifndef TOOLS_IDLE_GAPS_H
#define TOOLS_IDLE_GAPS_H

#include "tools/idle/trace.h"

#define GAP_CAUSE_MAX 64
#define GAP_CAUSES_MAX 64

/* Cause of a gap without recorded events. */
#define GAP_UNEXPLAINED "unexplained"

struct idle_gap {
	/* Ticks since the trace's begin. The start is the time of the first recorded interrupt of
	 * its pass. Without a recorded interrupt, it is the pass's begin, and the gap began at most
	 * an undisturbed pass later. */
	uint64_t start;
	/* The excess of the gap's pass over an undisturbed pass in a polling loop; the time from
	 * start to the end of the pass in a halting loop. */
	uint64_t length;
	const struct idle_pass *pass;
	const struct idle_event *events;        /* in its pass */
	size_t event_count;
	uint64_t interrupts;            /* in its pass */
	uint64_t smis;
	double instructions;            /* in excess of an undisturbed pass, if has_instructions */
	size_t cause;                   /* index of its cause */
	size_t first_part, part_count;  /* in the parts below */
};

/* A part of a gap: time of one activity of the operating system. The rest of the gap is
 * unexplained. */
struct gap_part {
	const char *name;
	uint64_t ticks;
};

/* Gaps with the same set of causes: "lapic_timer", "keyboard+smi". */
struct gap_cause {
	char name[GAP_CAUSE_MAX];
	size_t count;
};

struct idle_gaps {
	const struct idle_trace *trace;
	uint64_t base;                  /* ticks of an undisturbed pass; 0 if the loop halts */
	uint64_t threshold;             /* minimum length of a gap */
	uint64_t observed;              /* ticks covered by the passes found, including passes too
					 * short to be recorded */
	uint64_t session;               /* `observed`, and the ticks in which the loop slept */
	uint64_t busy;                  /* of these, in gaps */
	uint64_t interrupts;            /* recorded in all passes */
	bool has_instructions;          /* counted in each pass */
	double instructions;            /* of an undisturbed pass, the median */
	struct idle_gap *items;         /* by time */
	size_t count;
	struct gap_part *parts;         /* of all gaps, in order; each gap's by name */
	size_t part_count, part_capacity;
	struct gap_cause causes[GAP_CAUSES_MAX];
	size_t cause_count;
};

/* Threshold argument: compute the threshold. */
#define GAP_THRESHOLD_AUTO UINT64_MAX

/* Find all gaps longer than threshold. The computed threshold is three times the IQR of undisturbed
 * passes, at least least_threshold.
 *
 * The length of an undisturbed pass is the median of passes without interrupt or SMI. If there are
 * too few of them, or short passes were not recorded, it is the shortest pass at calibration.
 *
 * Causes of a gap: each vector with an interrupt in its pass, an SMI counted in it, and the core's
 * clock if the count of cycles explains at least half of the gap. The core's clock is named
 * "frequency" if cycles are compared with a count at the nominal frequency. It is named "clock" if
 * cycles are compared with the TSC. The TSC continues while the core stops, so "clock" is a cause
 * only without another cause. With a trace of the operating system, activities that took a tenth of
 * the gap or more are also causes. A gap without causes is unexplained. */
void idle_gaps_find(const struct idle_trace *trace, uint64_t threshold, uint64_t least_threshold,
		    struct idle_gaps *gaps);
void idle_gaps_free(struct idle_gaps *gaps);

/* Ticks from the trace's start to the loop's first pass, when the CPU was busy without a gap; 0 if
 * unknown. */
uint64_t idle_start(const struct idle_trace *trace);

/* Busy share of a pass, from 0 to 1. */
double idle_utilisation(const struct idle_gaps *gaps, const struct idle_pass *pass);

#endif
