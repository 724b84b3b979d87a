/* SPDX-License-Identifier: MIT */
/* Splits a line of each format into its parts. */
#ifndef TOOLS_FLOW_IMPORT_READERS_H
#define TOOLS_FLOW_IMPORT_READERS_H

#include "tools/flow/import/rules.h"

/* The parts of a line that all formats have. */
struct reader_line {
	struct trace_text name, body;
	struct trace_event event;       /* time, thread, context */
	uint64_t cpu;                   /* TRACE_CPU_UNKNOWN of some lines about lost events */
	bool is_count;                  /* the time is a count of the trace's clock, and not in
					 * ns */
	struct trace_text lost;         /* of a line about lost events: the text with their number;
					 * otherwise empty */
	uint64_t lost_until;            /* time; 0: the CPU's next event */
	struct trace_text release;      /* release of the trace; set by a line that states it */
	uint64_t previous_time;         /* input: of the previous event; 0: none */
};

/* Returns false if the line is not an event of this format. */
typedef bool reader_parse(struct trace_text text, struct reader_line *line);

reader_parse ftrace_parse, perf_parse, ctf_parse;

/* Parse the part of a line after the thread, "[CPU] flags time: event: fields". */
bool ftrace_parse_rest(struct trace_text rest, struct reader_line *line);

#endif
