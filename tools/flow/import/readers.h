/* SPDX-License-Identifier: MIT */
/* What each format's reader makes of a line: where its parts are. */
#ifndef TOOLS_FLOW_IMPORT_READERS_H
#define TOOLS_FLOW_IMPORT_READERS_H

#include "tools/flow/import/trace.h"

/* The parts of a line that all formats have. */
struct reader_line {
	struct trace_text name, body;
	struct trace_event event;       /* time, CPU, thread, context */
};

/* Take a line apart; false: it is none of this format. */
typedef bool reader_take(struct trace *trace, struct trace_text text, struct reader_line *line);

reader_take ftrace_take, perf_take, ctf_take;

/* What ftrace and perf print behind the thread: "[CPU] flags time: event: fields". rest begins with
 * the bracket. */
bool ftrace_take_rest(struct trace_text rest, struct reader_line *line);

#endif
