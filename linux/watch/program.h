/* SPDX-License-Identifier: MIT */
/* Runs a program in a pseudo terminal and types into it, or into its window on an X server. */
#ifndef LINUX_WATCH_PROGRAM_H
#define LINUX_WATCH_PROGRAM_H

#include "linux/watch/trace.h"

#define WATCH_PROBLEM_MAX 200

struct watch_program {
	char *const *arguments; /* of the program, with NULL at the end */
	struct terminal_key *keys; /* keys to be typed; or room for TERMINAL_KEYS_MAX keys that a
				    * person types */
	uint32_t key_count;
	bool by_person;         /* until the program ends, relay this process's terminal, or with
				 * on_display listen to the X server */
	bool on_display;        /* the keys are those of the program's window */
};

/* Run the program to its end, or end it after the last key. Returns 0, or a negative errno after
 * storing the cause. On success the trace contains all that was observed, and is valid until the
 * next call. */
int watch_program_run(const struct watch_program *program, struct watch_trace *trace,
		      char problem[WATCH_PROBLEM_MAX]);

/* Why no switches were recorded in the last run; NULL if they were. Also what was lost. */
const char *watch_program_switch_problem(void);
uint64_t watch_program_lost(void);

#endif
