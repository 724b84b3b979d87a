/* SPDX-License-Identifier: MIT */
/* The traces of idle loops out of a run's records: passes and events in order, with times. A trace
 * is untrusted like all of a log: what does not fit together is left out and counted. */
#ifndef TOOLS_IDLE_TRACE_H
#define TOOLS_IDLE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/event/idle.h"
#include "tools/record/result.h"

/* What all traces of a log together may take, and how many there may be. */
#define IDLE_MEMORY_MAX (256u * 1024 * 1024)
#define IDLE_TRACES_MAX 1024

/* That a pass can have; which they are is the run's to say. */
#define IDLE_READINGS_MAX 3

/* Those that mean something here. */
enum idle_reading {
	READING_SMI, READING_APERF, READING_MPERF, READING_CYCLES, READING_REF_CYCLES,
	READING_INSTRUCTIONS, READINGS,
};

/* One recorded pass. Times are ticks since the run's begin. */
struct idle_pass {
	uint64_t since;         /* end of the recorded pass before:
				 * its interrupts count from here */
	uint64_t begin, end;
	uint64_t interrupts;
	uint64_t readings[IDLE_READINGS_MAX];   /* increase; 0 of what the run does not have */
};

struct idle_event {
	uint64_t at;
	uint64_t kind;          /* IDLE_EVENT_… */
	uint64_t value;
};

struct idle_trace {
	const struct wire_idle *info;
	const char *bench;      /* name; empty when its record was lost */
	uint64_t span;          /* ticks from the first pass's begin to the last one's end */
	bool has[READINGS];
	size_t places[READINGS];        /* in a pass's readings, of those it has */
	struct idle_pass *passes;
	size_t pass_count;
	struct idle_event *events;      /* by time */
	size_t event_count;
	const struct wire_record *vectors;
	size_t vector_count;
	uint64_t passes_missing;        /* that the target had: their records were lost or bad */
	uint64_t events_missing;
};

struct idle_traces {
	struct idle_trace *items;       /* in the order in which they ran */
	size_t count;
	uint64_t malformed;             /* records that contradict themselves or their run */
	uint64_t over_limit;            /* runs beyond the limits above; not used */
	uint64_t unattached;            /* records of a run whose idle record was lost */
	struct arena arena;
};

/* Find the traces of a linked result, which must outlive them. */
void idle_traces_find(const struct result *result, struct idle_traces *traces);
void idle_traces_free(struct idle_traces *traces);

/* What a reading increased by in a pass; 0 if the run does not have it. */
uint64_t idle_reading(const struct idle_trace *trace, const struct idle_pass *pass,
		      enum idle_reading which);

/* What raises a vector, as the target names it, or NULL. */
const char *idle_vector_name(const struct idle_trace *trace, uint64_t vector);

#endif
