/* SPDX-License-Identifier: MIT */
/* Idle-loop traces of a run: passes and events in order, with times. Traces are untrusted input:
 * contradictory parts are left out and counted. */
#ifndef TOOLS_IDLE_TRACE_H
#define TOOLS_IDLE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/event/idle.h"
#include "tools/record/result.h"

/* Limits for all traces of a log. */
#define IDLE_MEMORY_MAX (128u * 1024 * 1024)
#define IDLE_TRACES_MAX 1024

/* Max readings of a pass; the run's record names them. */
#define IDLE_READINGS_MAX 3

/* Known readings. */
enum idle_reading {
	READING_SMI, READING_APERF, READING_MPERF, READING_CYCLES, READING_REF_CYCLES,
	READING_INSTRUCTIONS, READINGS,
};

/* One recorded pass. Times are ticks since the run's begin. */
struct idle_pass {
	uint64_t since;         /* end of the previous recorded pass; interrupts count from here */
	uint64_t begin, end;
	uint64_t interrupts;
	uint64_t readings[IDLE_READINGS_MAX];   /* increases; 0 for a reading that the run lacks */
};

struct idle_event {
	uint64_t at;
	uint64_t kind;          /* IDLE_EVENT_… */
	uint64_t value;
};

/* Something else that the operating system ran on the loop's CPU. Times are as in a pass. */
#define IDLE_ACTIVITY_MAX 48

struct idle_activity {
	uint64_t begin, end;
	const char *name;               /* "interrupt local_timer", "thread kworker" … */
};

struct idle_trace {
	const struct wire_idle *info;
	const char *bench;      /* name; empty when its record was lost */
	uint64_t span;          /* ticks from the first pass's begin to the last one's end */
	bool has[READINGS];
	size_t places[READINGS];        /* index in a pass's readings */
	struct idle_pass *passes;
	size_t pass_count;
	struct idle_event *events;      /* by time */
	size_t event_count;
	const struct wire_record *vectors;
	size_t vector_count;
	bool has_activities;            /* the system's trace of the run is in the log */
	struct idle_activity *activities;       /* by time, not overlapping */
	size_t activity_count;
	uint64_t passes_missing;        /* lost or bad records */
	uint64_t events_missing;
};

struct idle_traces {
	struct idle_trace *items;       /* in the order in which they ran */
	size_t count;
	uint64_t malformed;             /* contradictory records */
	uint64_t over_limit;            /* runs beyond the limits above; not used */
	uint64_t unattached;            /* records of a run whose idle record was lost */
	struct arena arena;
};

/* If not NULL, this function sets a trace's activities. The program sets the pointer at its start,
 * since a higher layer reads the system's traces. */
extern void (*idle_trace_read_system)(const struct result *result, struct idle_traces *traces,
				      struct idle_trace *trace);

/* Find the traces of a linked result, which must outlive them. */
void idle_traces_find(const struct result *result, struct idle_traces *traces);
void idle_traces_free(struct idle_traces *traces);

/* Increase of a reading in a pass; 0 if the run does not have it. */
uint64_t idle_reading(const struct idle_trace *trace, const struct idle_pass *pass,
		      enum idle_reading which);

/* The target's name of a vector's source, or NULL. */
const char *idle_vector_name(const struct idle_trace *trace, uint64_t vector);

#endif
