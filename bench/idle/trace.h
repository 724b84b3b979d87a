/* SPDX-License-Identifier: MIT */
/* The trace of an idle loop: its passes, and what else was noted beside them. A benchmark opens one
 * in setup, runs it with platform_idle_run, and writes it in teardown, when nothing is measured any
 * more.
 *
 * What is idle shows as passes of pass_ticks; a longer one held something else, by so much. The
 * shorter the pass, the finer it shows where in it that was, and the more room it takes: 32 bytes a
 * pass in memory, some 6 characters of the log (docs/idle.md). */
#ifndef BENCH_IDLE_TRACE_H
#define BENCH_IDLE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/idle/loop.h"
#include "lib/event/idle.h"
#include "lib/ring.h"

#define IDLE_QUANTUM_NS_DEFAULT 1000000u
#define IDLE_VECTORS 256
#define IDLE_PASSES_MIN 64              /* that calibration needs */

enum idle_kind {IDLE_POLL, IDLE_HLT, IDLE_MWAIT};

/* Their words; and an axis of the kinds this machine has, in the quick suite IDLE_POLL alone. */
extern const char *const idle_kind_labels[];
size_t idle_kinds(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

enum idle_end {IDLE_ENDED_TIME, IDLE_ENDED_FULL, IDLE_ENDED_STOPPED};

/* A counter that is read at the end of each pass: an MSR whose low 32 bits count. */
struct idle_reading {
	const char *name;               /* "smi", or an event's word */
	uint32_t msr;
};

/* What is read of those the machine has: at most IDLE_READINGS_MAX, each of which costs a pass
 * three instructions more. SMIs come first. The other places go to the events that pmc= asks for
 * and that can be counted, in the order of lib/x86/pmc_event.h; where it asks for none, to cycles
 * and instructions, or if those can't be counted to APERF and MPERF. Only the CPU that opened the
 * trace counts events. */
enum idle_reads {IDLE_READS_NOTHING, IDLE_READS_SMIS, IDLE_READS_EVENTS};

/* Get the counters for the readings going, until the point ends; events is a mask of what pmc= asks
 * for. Returns how many readings there are. For idle_trace_open. In readings.c. */
uint32_t idle_readings_open(enum idle_reads reads, uint32_t events,
			    struct idle_reading readings[IDLE_READINGS_MAX]);

struct idle_event {
	uint64_t tsc;
	uint32_t kind;                  /* enum idle_event_kind */
	uint32_t value;
};

/* An application that waits for timer interrupts and does its work for each. It notes
 * IDLE_EVENT_WAIT, _RESUME and _DONE. */
struct idle_application {
	uint32_t events;                /* how many it waits for */
	uint64_t delay_ticks;           /* from when it begins to wait until the timer is due */
	uint64_t rest_ticks;            /* that the run goes on after its last work */
	void (*work)(void *argument);   /* called with interrupts on */
	void *argument;
};

struct idle_trace {
	struct idle_loop loop;

	/* What is asked for: set before a run. */
	enum idle_kind kind;
	uint64_t duration_ticks;        /* with an application: at most */
	uint32_t tick_hz;               /* of a timer that interrupts meanwhile; 0: none */
	const struct idle_application *application;     /* or NULL; not together with a tick */
	bool gives_way;                 /* under an operating system: to every other program */

	/* Found by idle_trace_open. */
	uint64_t quantum_ticks;         /* asked for */
	uint64_t pass_ticks;            /* the shortest pass of that many turns, runs' included */
	uint64_t record_ticks;          /* of these, for recording it */
	struct idle_reading readings[IDLE_READINGS_MAX];

	/* What came of it: valid after a run. */
	uint64_t begin_tsc, end_tsc;
	uint32_t readings_before[IDLE_READINGS_MAX];    /* as they were then */
	enum idle_end ended;
	uint64_t smis;                  /* taken meanwhile; 0 where they can't be counted */
	struct ring passes;             /* of struct idle_pass */
	struct ring events;             /* of struct idle_event; full, it loses the newest */

	/* Written by the interrupt handlers of the CPU that runs the loop. */
	volatile uint32_t interrupts;
	uint32_t vectors[IDLE_VECTORS];
};

/* What a trace is to be like. */
struct idle_plan {
	uint64_t quantum_ns;            /* of a pass of IDLE_POLL, see lib/event/idle_option.h */
	uint64_t passes, events;        /* to have room for; IDLE_PASSES_MIN or more, 1 or more */
	bool overwrites;                /* full of passes, go on and lose the oldest; else end */
	enum idle_reads reads;          /* IDLE_READS_EVENTS: runs where it is opened */
};

/* Get a trace its memory, which platform_map gives and takes back, and calibrate its busy loop on
 * this CPU, which takes some quanta. From setup, interrupts off. NULL, and *status what
 * bench_error or bench_skip returned, if there is no memory or no quantum of this length. */
struct idle_trace *idle_trace_open(struct bench_ctx *ctx, const struct idle_plan *plan,
				   int *status);

/* Calibrate the busy loop on this CPU, interrupts off, again or on another one. Empties the trace.
 * Returns 0, or -EIO if no number of turns fills a quantum. */
int idle_trace_calibrate(struct idle_trace *trace);

/* Empty it and let the next run begin now: for implementations of platform_idle_run. */
void idle_trace_begin(struct idle_trace *trace);

/* The loop has returned; for them too. */
void idle_trace_end(struct idle_trace *trace);

/* Note an event, from the code or the interrupt handlers of the CPU that runs the loop, interrupts
 * off. */
void idle_trace_add_event(struct idle_trace *trace, enum idle_event_kind kind, uint32_t value,
			  uint64_t tsc);

/* The first pass at or after *nth that is longer than pass_ticks by more than slack_ticks, and its
 * place in *nth. NULL if there is none. Of IDLE_POLL only: the others rest for as long as they
 * may. */
const struct idle_pass *idle_trace_long_pass(const struct idle_trace *trace, uint64_t slack_ticks,
					     uint64_t *nth);

/* By how much the passes between two times were longer than they are when all is idle. That an
 * event may end in a later pass than it began in is no difference: both belong to it. Of IDLE_POLL
 * only. */
uint64_t idle_trace_busy_ticks(const struct idle_trace *trace, uint64_t begin_tsc,
			       uint64_t end_tsc);

/* Whether the first of its readings counts SMIs. */
bool idle_trace_reads_smis(const struct idle_trace *trace);

/* The latest event of a kind, or NULL. */
const struct idle_event *idle_trace_latest(const struct idle_trace *trace,
					   enum idle_event_kind kind);

/* Write the records of a run on this CPU that is over, and return the number they refer to it by.
 * Not in the isolated section. */
uint64_t idle_trace_write(const struct bench_ctx *ctx, const struct idle_trace *trace);

/* The words for its readings, comma-separated. */
void idle_trace_reading_names(const struct idle_trace *trace, char *text, size_t size);

#endif
