/* SPDX-License-Identifier: MIT */
/* What each format's reader makes of a line: where its parts are. */
#ifndef TOOLS_FLOW_IMPORT_READERS_H
#define TOOLS_FLOW_IMPORT_READERS_H

#include "tools/flow/import/fields.h"

/* The parts of a line that all formats have. */
struct reader_line {
	struct trace_text name, body;
	struct trace_event event;       /* time, CPU, thread, context */
	struct trace_text release;      /* the trace's; set by a line that states it */
	uint64_t previous_time;         /* given: of the event before; 0: none */
};

/* Take a line apart; false: it is none of this format. */
typedef bool reader_take(struct trace_text text, struct reader_line *line);

reader_take ftrace_take, perf_take, ctf_take;

/* What ftrace and perf print behind the thread: "[CPU] flags time: event: fields". rest begins with
 * the bracket. */
bool ftrace_take_rest(struct trace_text rest, struct reader_line *line);

#endif
