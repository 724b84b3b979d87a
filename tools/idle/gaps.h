/* SPDX-License-Identifier: MIT */
/* Gaps in a trace of the idle loop: when the CPU was not idle, for how long, and why. Endo, Wang,
 * Chen and Seltzer, "Using Latency to Evaluate Interactive System Performance", OSDI 1996,
 * "Idle loop instrumentation". */
#ifndef TOOLS_IDLE_GAPS_H
#define TOOLS_IDLE_GAPS_H

#include "tools/idle/trace.h"

#define GAP_CAUSE_MAX 64
#define GAP_CAUSES_MAX 64

/* A gap that nothing recorded beside it explains. */
#define GAP_UNEXPLAINED "unexplained"

struct idle_gap {
	/* Ticks since the trace's begin: when the first interrupt of its pass was noted; without
	 * one the begin of the pass, and the gap began up to an undisturbed pass later. */
	uint64_t start;
	/* In a busy loop by how much its pass was longer than an undisturbed one; in a loop that
	 * rests from start to the end of the pass. */
	uint64_t length;
	const struct idle_pass *pass;
	const struct idle_event *events;        /* those of its pass */
	size_t event_count;
	uint64_t interrupts;            /* in its pass */
	uint64_t smis;
	double instructions;            /* more than in an undisturbed pass, if has_instructions */
	size_t cause;                   /* number of its cause */
};

/* What the gaps of one set of causes have in common: "lapic_timer", "keyboard+smi". */
struct gap_cause {
	char name[GAP_CAUSE_MAX];
	size_t count;
};

struct idle_gaps {
	const struct idle_trace *trace;
	uint64_t base;                  /* ticks of an undisturbed pass; 0 if the loop rests */
	uint64_t threshold;             /* shorter gaps are none */
	uint64_t observed;              /* ticks that the passes found are of,
					 * short ones included */
	uint64_t busy;                  /* of these, in gaps */
	uint64_t interrupts;            /* noted in passes, gaps or not */
	bool has_instructions;          /* they were counted, in each pass */
	double instructions;            /* of an undisturbed pass, the median */
	struct idle_gap *items;         /* by time */
	size_t count;
	struct gap_cause causes[GAP_CAUSES_MAX];
	size_t cause_count;
};

/* As threshold: work it out. */
#define GAP_THRESHOLD_AUTO UINT64_MAX

/* Find all gaps longer than threshold. On its own, that is three times the spread of the middle
 * half of the undisturbed passes, and least_threshold at least.
 *
 * An undisturbed pass is the median of those without interrupt or SMI, when there are enough of
 * them and short passes were recorded too; else the shortest at calibration.
 *
 * A gap has as causes each vector whose interrupt came in its pass, an SMI that was counted in it,
 * and the core's clock if its count of cycles says that this makes at least half of it: "frequency"
 * where it is held against a count at the nominal frequency; "clock" where it is held against the
 * TSC, which goes on when the core stands still, and if there is no other cause. With none of these
 * it is unexplained. */
void idle_gaps_find(const struct idle_trace *trace, uint64_t threshold, uint64_t least_threshold,
		    struct idle_gaps *gaps);
void idle_gaps_free(struct idle_gaps *gaps);

/* Ticks from the trace's begin to where the loop first ran: the CPU was not idle then, but no gap
 * says so. 0 when that is not known. */
uint64_t idle_start(const struct idle_trace *trace);

/* The share of a pass that was not idle, from 0 to 1. */
double idle_utilisation(const struct idle_gaps *gaps, const struct idle_pass *pass);

#endif
