/* SPDX-License-Identifier: MIT */
/* What was observed of a watched program. */
#ifndef LINUX_WATCH_TRACE_H
#define LINUX_WATCH_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/run/input/terminal_keys.h"
#include "linux/watch/shared.h"
#include "linux/watch/switches.h"

struct watch_sent {
	uint64_t tsc;           /* before the terminal got the key's bytes */
	bool is_of_line;        /* the terminal itself answers, because it collects a line */
};

struct watch_output {
	uint64_t tsc;           /* after the output was read */
	uint32_t bytes;
};

struct watch_trace {
	const struct terminal_key *keys;
	const struct watch_sent *sent;
	uint32_t key_count;     /* of sent keys */
	const struct watch_output *outputs;
	size_t output_count;
	const struct watch_call *calls; /* in order of entry */
	size_t call_count;
	struct watch_switches switches;
	bool has_switches;
	uint64_t begin_tsc, end_tsc;

	/* Counted independently of the above: peeks by the library, if its memory was not full;
	 * switches by the kernel, for the program's first thread until the end, if that thread
	 * still ran. */
	bool has_peeks, has_counts;
	uint64_t vain_peeks;
	uint32_t first_thread;
	uint64_t sleeps, preemptions;
};

#endif
