/* SPDX-License-Identifier: MIT */
/* The trace of an idle loop: its passes and other events. A benchmark opens a trace in setup, runs
 * it with platform_idle_run, and writes it in teardown.
 *
 * An idle pass takes pass_ticks. If a pass takes longer, something else used the excess. Short
 * passes locate this work more precisely, but need more room: 32 bytes of memory and about 6
 * characters of the log per pass (docs/idle.md). */
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
#define IDLE_PASSES_MIN 64              /* needed by calibration */

enum idle_kind {IDLE_POLL, IDLE_HLT, IDLE_MWAIT};

/* Names of the kinds, and a values function for the kinds that this machine supports. In the quick
 * suite the only kind is IDLE_POLL. */
extern const char *const idle_kind_labels[];
size_t idle_kinds(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

enum idle_end {IDLE_ENDED_TIME, IDLE_ENDED_FULL, IDLE_ENDED_STOPPED};

/* A counter that is read at the end of each pass: an MSR whose low 32 bits count. */
struct idle_reading {
	const char *name;               /* "smi", or an event's name */
	uint32_t msr;
};

/* Counters to read, up to IDLE_READINGS_MAX. Each adds three instructions to a pass. The SMI
 * counter is the first. The countable events of pmc= follow, in the order of lib/pmc_event.h. The
 * default of pmc= is cycles and instructions, or APERF and MPERF if those cannot be counted. Only
 * the CPU that opened the trace counts events. */
enum idle_reads {IDLE_READS_NOTHING, IDLE_READS_SMIS, IDLE_READS_EVENTS};

/* Start the counters for the readings, until the end of the point; events is the mask of pmc=.
 * Returns the number of readings. Internal to idle_trace_open; in readings.c. */
uint32_t idle_readings_open(enum idle_reads reads, uint32_t events,
			    struct idle_reading readings[IDLE_READINGS_MAX]);

struct idle_event {
	uint64_t tsc;
	uint32_t kind;                  /* enum idle_event_kind */
	uint32_t value;
};

/* An application that waits for timer interrupts and works after each. It records IDLE_EVENT_WAIT,
 * _RESUME and _DONE. */
struct idle_application {
	uint32_t events;                /* number of waits */
	uint64_t delay_ticks;           /* from the start of a wait to the timer's deadline */
	uint64_t rest_ticks;            /* from the end of the last work to the end of the run */
	void (*work)(void *argument);   /* called with interrupts on */
	void *argument;
};

struct idle_trace {
	struct idle_loop loop;

	/* Parameters of a run; set before it. */
	enum idle_kind kind;
	uint64_t duration_ticks;        /* with an application: the maximum */
	uint32_t tick_hz;               /* rate of a timer interrupt during the run; 0: none */
	const struct idle_application *application;     /* or NULL; not together with a tick */
	bool gives_way;                 /* under an operating system: yield to all other programs */
	bool rests;                     /* under an operating system: sleep between input events;
					 * needs a threshold, because sleep is not recorded */

	/* Set by idle_trace_open. */
	uint64_t quantum_ticks;         /* target */
	uint64_t pass_ticks;            /* shortest pass with this number of iterations, in
					 * calibration or a run */
	uint64_t record_ticks;          /* part of pass_ticks that records the pass */
	struct idle_reading readings[IDLE_READINGS_MAX];

	/* Results of a run; valid after it. */
	uint64_t begin_tsc, end_tsc;
	uint32_t readings_before[IDLE_READINGS_MAX];    /* at begin_tsc */
	enum idle_end ended;
	uint64_t smis;                  /* during the run; 0 if not counted */
	uint64_t rested_ticks;          /* slept because of rests, so not observed */
	uint64_t clock_ticks;           /* time between two ticks of the operating system's clock;
					 * 0: not counted */
	struct ring passes;             /* of struct idle_pass */
	struct ring events;             /* of struct idle_event; a full ring drops the newest */

	/* Written by the interrupt handlers of the loop's CPU. */
	volatile uint32_t interrupts;
	uint32_t vectors[IDLE_VECTORS];
};

/* Parameters of idle_trace_open. */
struct idle_plan {
	uint64_t quantum_ns;            /* length of an IDLE_POLL pass, see
					 * lib/event/idle_option.h */
	uint64_t passes, events;        /* capacities: at least IDLE_PASSES_MIN and 1 */
	bool overwrites;                /* when full of passes, overwrite the oldest; otherwise
					 * end */
	enum idle_reads reads;          /* with IDLE_READS_EVENTS, the trace runs only on the CPU
					 * that opened it */
};

/* Allocate a trace with platform_map, and calibrate the trace's busy loop on this CPU, which takes
 * some quanta. From setup, interrupts off. If memory is insufficient or the quantum is impossible,
 * returns NULL and stores bench_error's or bench_skip's result in *status. */
struct idle_trace *idle_trace_open(struct bench_ctx *ctx, const struct idle_plan *plan,
				   int *status);

/* Calibrate the busy loop on this CPU, interrupts off. Overwrites the trace's passes. Returns 0, or
 * -EIO if no number of iterations takes a quantum. */
int idle_trace_calibrate(struct idle_trace *trace);

/* Empty the trace and start a run now. Internal to platform_idle_run. */
void idle_trace_begin(struct idle_trace *trace);

/* The loop has returned. Internal to platform_idle_run. */
void idle_trace_end(struct idle_trace *trace);

/* Record an event. Call on the loop's CPU with interrupts off, also in interrupt handlers. */
void idle_trace_add_event(struct idle_trace *trace, enum idle_event_kind kind, uint32_t value,
		     uint64_t tsc);

/* Find the first pass at or after index *nth that exceeds pass_ticks by more than slack_ticks, and
 * set *nth to its index. Returns NULL if there is none. Only for IDLE_POLL, because passes of other
 * kinds may last any time. */
const struct idle_pass *idle_trace_long_pass(const struct idle_trace *trace, uint64_t slack_ticks,
					     uint64_t *nth);

/* Sum of the excess of all passes that overlap an interval. Passes that end after the interval
 * count, because work of the interval may end there. Only for IDLE_POLL. */
uint64_t idle_trace_busy_ticks(const struct idle_trace *trace, uint64_t begin_tsc,
			       uint64_t end_tsc);

/* Whether the first reading counts SMIs. */
bool idle_trace_reads_smis(const struct idle_trace *trace);

/* The latest event of a kind, or NULL. */
const struct idle_event *idle_trace_latest(const struct idle_trace *trace,
					   enum idle_event_kind kind);

/* Largest error of instruction counts in checks, in percent. */
#define IDLE_ERROR_PERCENT_MAX 2

/* Call from verify. In instruction time, report a failed check if the calibrated length of an
 * IDLE_POLL pass is not the quantum, or if undisturbed passes differ from the calibrated length.
 * For a trace without a threshold. */
void idle_trace_check(const struct bench_ctx *ctx, const struct idle_trace *trace);

/* Write the records of a finished run on this CPU. Returns the number by which other records refer
 * to the run. Not in the isolated section. */
uint64_t idle_trace_write(const struct bench_ctx *ctx, const struct idle_trace *trace);

/* Format the names of the readings, comma-separated. */
void idle_trace_reading_names(const struct idle_trace *trace, char *text, size_t size);

#endif
