/* SPDX-License-Identifier: MIT */
/* Parses the text of ftrace, in tracefs's file `trace`, and of trace-cmd report:
 *	comm-pid  [cpu] flags time: event: fields
 * With option record-tgid, the process follows the thread in brackets. trace-cmd prints no flags. A
 * comm may contain brackets and blanks, so the parser tries each "[". Linux's documentation,
 * "ftrace - Function Tracer", "Output format". */
#include "tools/flow/import/readers.h"

/* Index of the context flag: h and H are a hardware interrupt, s a softirq, z and Z an NMI. */
#define FLAG_CONTEXT 2
#define FLAGS_MAX 8

static uint8_t ftrace_context(struct trace_text flags)
{
	if (trace_text_size(flags) <= FLAG_CONTEXT)
		return TRACE_CONTEXT_UNKNOWN;
	return strchr("hHsSzZ", flags.at[FLAG_CONTEXT]) != NULL ? TRACE_CONTEXT_INTERRUPT
								: TRACE_CONTEXT_TASK;
}

/* tracefs prints a system call as "sys_accept4(fd: 3, ...)" and "sys_accept4 -> 0x5". */
static bool ftrace_parse_call(struct trace_text rest, struct reader_line *line)
{
	static const struct {
		const char *call, *entry, *exit;
	} calls[] = {
		{"sys_accept4", "sys_enter_accept4", "sys_exit_accept4"},
		{"sys_accept", "sys_enter_accept", "sys_exit_accept"},
		{"sys_futex", "sys_enter_futex", "sys_exit_futex"},
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

/* "event: fields"; without fields, the blank may be missing. */
static bool ftrace_parse_event(struct trace_text rest, struct reader_line *line)
{
	const char *colon = rest.at;

	if (ftrace_parse_call(rest, line))
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

bool ftrace_parse_rest(struct trace_text rest, struct reader_line *line)
{
	struct trace_text flags;

	if (!trace_text_take(&rest, "[") || !trace_text_take_number(&rest, &line->cpu) ||
	    !trace_text_take(&rest, "]"))
		return false;
	rest = flags = trace_text_skip_spaces(rest);
	if (!trace_text_take_time(&rest, &line->event.time, &line->is_count) ||
	    !trace_text_begins(rest, ":")) {
		rest = flags;
		while (rest.at < rest.end && *rest.at != ' ' && rest.at - flags.at <= FLAGS_MAX)
			rest.at++;
		flags.end = rest.at;
		rest = trace_text_skip_spaces(rest);
		if (!trace_text_take_time(&rest, &line->event.time, &line->is_count))
			return false;
		line->event.context = ftrace_context(flags);
	}
	return trace_text_take(&rest, ":") &&
	       ftrace_parse_event(trace_text_skip_spaces(rest), line);
}

/* "comm-pid" or "comm-pid  (process)". */
static bool ftrace_parse_thread(struct trace_text text, struct reader_line *line)
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

/* Maximum length of the part before the bracket: a comm of 15 characters and two numbers. */
#define HEAD_MAX 80

bool ftrace_parse(struct trace_text text, struct reader_line *line)
{
	struct trace_text head = text;

	if (trace_text_size(head) > HEAD_MAX)
		head.end = head.at + HEAD_MAX;
	for (struct trace_text at = head;; at.at++) {
		at = trace_text_find(at, "[");
		if (at.at == at.end)
			return false;
		if (ftrace_parse_thread((struct trace_text){text.at, at.at}, line) &&
		    ftrace_parse_rest((struct trace_text){at.at, text.end}, line))
			return true;
	}
}
