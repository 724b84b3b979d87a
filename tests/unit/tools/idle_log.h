/* SPDX-License-Identifier: MIT */
/* Made-up traces of an idle loop with injected gaps, as records of a target. */
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

/* Delay of an interrupt after the begin of its pass. */
#define IDLE_LOG_ARRIVAL 1000u

struct injected {
	size_t pass;            /* its pass's number, ascending */
	uint64_t ticks;
	uint64_t vector;        /* 0: none */
	uint64_t smis;
};

struct idle_log_options {
	const char *point;
	size_t passes;
	size_t block;           /* passes per record; 0: all in one */
	size_t lost_block;      /* number, from 1, of a block whose record is lost; 0: none */
	bool trials;            /* an application waits for each interrupt: see below */
	bool loses_events;      /* only the interrupt counts of passes remain */
	uint64_t tick_hz, rested_ticks, clock_ticks;
	/* APERF of a pass per 1000 of MPERF; NULL: the CPU has neither. */
	uint64_t (*aperf)(size_t pass);
	const char *readings;           /* with aperf, in place of "smi,aperf,mperf" */
};

/* An interrupt with a handler that stamps its first instruction occupies the whole injected gap
 * except: */
#define IDLE_LOG_LATE 5u                /* the handler begins after the interrupt was due */
#define IDLE_LOG_RESUME 300u            /* the application resumes after the handler */
#define IDLE_LOG_DONE 200u              /* the application ends before the gap's end */
#define IDLE_LOG_LEAVE 50u              /* the handler ends before the gap's end */

/* A result with a manifest and a benchmark of that name. */
struct result *idle_log_begin(const char *time_base, const char *bench);

/* Add a run of the idle loop. Runs are numbered from 1. */
void idle_log_run(struct result *result, const struct idle_log_options *options,
		  const struct injected *injected, size_t injected_count);

/* Add a record of any kind. */
void idle_log_add(struct result *result, struct wire_record *record);

/* Join all records. The caller frees the result. */
void idle_log_end(struct result *result);

#endif
