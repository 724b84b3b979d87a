/* SPDX-License-Identifier: MIT */
/* ftrace's own text, tracefs's file trace, and trace-cmd report:
 *	comm-pid  [cpu] flags time: event: fields
 * with the process in brackets behind the thread where it was asked for, and without flags in
 * trace-cmd's. A comm may hold anything, brackets and blanks too: the first "[" that the rest fits
 * to counts. Linux's documentation, "ftrace - Function Tracer", "Output format". */
#include "tools/flow/import/readers.h"

/* The third of the flags: h and H are in an interrupt, s in what it left to do later, z and Z
 * NMIs. */
#define FLAG_CONTEXT 2
#define FLAGS_MAX 8

static uint8_t ftrace_context(struct trace_text flags)
{
	if (trace_text_size(flags) <= FLAG_CONTEXT)
		return TRACE_CONTEXT_UNKNOWN;
	return strchr("hHsSzZ", flags.at[FLAG_CONTEXT]) != NULL ? TRACE_CONTEXT_INTERRUPT
								: TRACE_CONTEXT_TASK;
}

/* A system call's line is "sys_accept4(fd: 3, ...)" on its way in and "sys_accept4 -> 0x5" out. */
static bool ftrace_take_call(struct trace_text rest, struct reader_line *line)
{
	static const struct {
		const char *call, *entry, *exit;
	} calls[] = {
		{"sys_accept4", "sys_enter_accept4", "sys_exit_accept4"},
		{"sys_accept", "sys_enter_accept", "sys_exit_accept"},
	};

	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		struct trace_text body = rest;
		const char *name;

		if (!trace_text_take(&body, calls[i].call) || body.at == body.end ||
		    (*body.at != '(' && *body.at != ' '))
			continue;
		name = *body.at == '(' ? calls[i].entry : calls[i].exit;
		line->name = (struct trace_text){name, name + strlen(name)};
		line->body = trace_text_skip_spaces(body);
		return true;
	}
	return false;
}

/* "event: fields". An event of no fields may have no blank behind it. */
static bool ftrace_take_event(struct trace_text rest, struct reader_line *line)
{
	const char *colon = rest.at;

	if (ftrace_take_call(rest, line))
		return true;
	while (colon < rest.end && *colon != ' ' &&
	       !(*colon == ':' && (colon + 1 == rest.end || colon[1] == ' ')))
		colon++;
	if (colon == rest.end || *colon == ' ')
		return false;
	line->name = (struct trace_text){rest.at, colon};
	line->body = trace_text_trim((struct trace_text){colon + 1, rest.end});
	return true;
}

bool ftrace_take_rest(struct trace_text rest, struct reader_line *line)
{
	struct trace_text flags;
	uint64_t cpu;

	if (!trace_text_take(&rest, "[") || !trace_text_take_number(&rest, &cpu) ||
	    !trace_text_take(&rest, "]") || cpu >= TRACE_CPUS_MAX)
		return false;
	rest = flags = trace_text_skip_spaces(rest);
	if (!trace_text_take_seconds(&rest, &line->event.time) || !trace_text_begins(rest, ":")) {
		rest = flags;
		while (rest.at < rest.end && *rest.at != ' ' && rest.at - flags.at <= FLAGS_MAX)
			rest.at++;
		flags.end = rest.at;
		rest = trace_text_skip_spaces(rest);
		if (!trace_text_take_seconds(&rest, &line->event.time))
			return false;
		line->event.context = ftrace_context(flags);
	}
	line->event.cpu = (uint16_t)cpu;
	return trace_text_take(&rest, ":") &&
	       ftrace_take_event(trace_text_skip_spaces(rest), line);
}

/* The thread, "comm-pid" or "comm-pid  (process)". */
static bool ftrace_take_thread(struct trace_text text, struct reader_line *line)
{
	const char *dash;
	uint64_t pid;

	text = trace_text_trim(text);
	if (text.at < text.end && text.end[-1] == ')') {
		const char *bracket = memrchr(text.at, '(', trace_text_size(text));

		if (bracket == NULL)
			return false;
		text.end = bracket;
		text = trace_text_trim(text);
	}
	dash = memrchr(text.at, '-', trace_text_size(text));
	if (dash == NULL)
		return false;
	line->event.comm = (struct trace_text){text.at, dash};
	text.at = dash + 1;
	if (!trace_text_take_number(&text, &pid) || text.at != text.end || pid >= TRACE_PID_UNKNOWN)
		return false;
	line->event.pid = (uint32_t)pid;
	return true;
}

/* What stands before the bracket has this many characters at most: a comm of 15, two numbers. */
#define HEAD_MAX 80

bool ftrace_take(struct trace_text text, struct reader_line *line)
{
	struct trace_text head = text;

	if (trace_text_size(head) > HEAD_MAX)
		head.end = head.at + HEAD_MAX;
	for (struct trace_text at = head;; at.at++) {
		at = trace_text_find(at, "[");
		if (at.at == at.end)
			return false;
		if (ftrace_take_thread((struct trace_text){text.at, at.at}, line) &&
		    ftrace_take_rest((struct trace_text){at.at, text.end}, line))
			return true;
	}
}
