/* SPDX-License-Identifier: MIT */
/* Made-up traces of an idle loop with gaps planted in them, as the records that a target would
 * send. */
#ifndef TESTS_UNIT_TOOLS_IDLE_LOG_H
#define TESTS_UNIT_TOOLS_IDLE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/record/result.h"

#define IDLE_LOG_TSC_HZ 1000000000u
#define IDLE_LOG_PASS 1000000u          /* ticks of an undisturbed pass */
#define IDLE_LOG_TIMER 0x50             /* vectors, with these names: */
#define IDLE_LOG_KEYBOARD 0x31          /* lapic_timer, keyboard */
#define IDLE_LOG_NAMELESS 0x99

/* An interrupt comes so long after its pass has begun. */
#define IDLE_LOG_ARRIVAL 1000u

struct planted {
	size_t pass;            /* number of the pass that it is in, rising */
	uint64_t ticks;
	uint64_t vector;        /* 0: none */
	uint64_t smis;
};

struct idle_log_options {
	const char *point;
	size_t passes;
	size_t block;           /* passes a record; 0: as many as there are */
	size_t lost_block;      /* number, from 1, of one whose record is lost; 0: none */
	bool trials;            /* an application waits for each interrupt: see below */
	bool loses_events;      /* interrupts are counted beside passes only */
	uint64_t tick_hz;
	/* APERF of a pass, of each 1000 of MPERF; NULL: the CPU has neither. */
	uint64_t (*aperf)(size_t pass);
	const char *readings;           /* with aperf, in place of "smi,aperf,mperf" */
};

/* What is planted with an interrupt is then, with a handler that stamps its own first instruction,
 * all of the gap but so much: */
#define IDLE_LOG_LATE 5u                /* the handler, after the interrupt was due */
#define IDLE_LOG_RESUME 300u            /* the application, after the handler */
#define IDLE_LOG_DONE 200u              /* its end, before the gap's */
#define IDLE_LOG_LEAVE 50u              /* the handler's end, likewise */

/* A result that has a manifest and a benchmark of that name. */
struct result *idle_log_begin(const char *time_base, const char *bench);

/* Add a run of the idle loop; numbered from 1 in the order of the calls. */
void idle_log_run(struct result *result, const struct idle_log_options *options,
		  const struct planted *planted, size_t planted_count);

/* Add a record of any kind. */
void idle_log_add(struct result *result, struct wire_record *record);

/* Join all up. The caller frees the result. */
void idle_log_end(struct result *result);

#endif
