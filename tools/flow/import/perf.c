/* SPDX-License-Identifier: MIT */
/* Parses the output of perf script, with default fields or -F comm,pid,tid,cpu,time,event,trace:
 *	comm  tid [cpu] time: system:event: fields
 *	comm  pid/tid [cpu] time: period system:event: fields
 * perf-script(1). */
#include "tools/flow/import/readers.h"
#include "tools/flow/import/trace.h"

#define HEAD_MAX 80

/* With --show-lost-events: PERF_RECORD_LOST or PERF_RECORD_LOST_SAMPLES, "lost", and a number. */
#define RECORD_LOST "PERF_RECORD_LOST"

static bool perf_parse_thread(struct trace_text text, struct reader_line *line)
{
	const char *blank;
	uint64_t pid;

	text = trace_text_trim(text);
	blank = memrchr(text.at, ' ', trace_text_size(text));
	if (blank == NULL)
		return false;
	line->event.comm = trace_text_trim((struct trace_text){text.at, blank});
	text.at = blank + 1;
	if (!trace_text_take_number(&text, &pid))
		return false;
	if (trace_text_take(&text, "/") && !trace_text_take_number(&text, &pid))
		return false;
	line->event.pid = (uint32_t)pid;
	return text.at == text.end && pid < TRACE_PID_UNKNOWN;
}

/* Skip the period that may follow the time. */
static struct trace_text perf_skip_period(struct trace_text text)
{
	struct trace_text name = trace_text_skip_spaces(text), rest = name;
	uint64_t period;

	if (!trace_text_take_number(&rest, &period) || !trace_text_begins(rest, " "))
		return name;
	return trace_text_skip_spaces(rest);
}

/* "time: event: fields" */
static bool perf_parse_event(struct trace_text rest, struct reader_line *line)
{
	struct trace_text after;

	rest = trace_text_skip_spaces(rest);
	if (!trace_text_take_time(&rest, &line->event.time, &line->is_count) ||
	    !trace_text_take(&rest, ":"))
		return false;
	after = perf_skip_period(rest);
	if (trace_text_begins(after, RECORD_LOST)) {
		line->lost = after;
		(void)trace_text_take(&line->lost, RECORD_LOST);
		return true;
	}
	rest = trace_text_find(after, ": ");
	if (rest.at == rest.end && trace_text_size(after) > 0 && after.end[-1] == ':')
		rest.at = after.end - 1;
	if (rest.at == rest.end || memchr(after.at, ' ', (size_t)(rest.at - after.at)) != NULL)
		return false;
	line->name = (struct trace_text){after.at, rest.at};
	line->body = trace_text_trim((struct trace_text){rest.at + 1, rest.end});
	return true;
}

static void perf_parse_release(struct trace_text text, struct reader_line *line)
{
	if (trace_text_take(&text, "# os release : "))
		line->release = trace_text_trim(text);
}

static bool perf_parse_cpu(struct trace_text *rest, struct reader_line *line)
{
	return trace_text_take(rest, "[") && trace_text_take_number(rest, &line->cpu) &&
	       trace_text_take(rest, "]");
}

/* An event without a CPU, as `-F` without cpu prints it. */
static bool perf_parse_unplaced(struct trace_text text, struct trace_text head,
				struct reader_line *line)
{
	line->cpu = TRACE_CPU_UNKNOWN;
	for (struct trace_text at = head;; at.at++) {
		at = trace_text_find(at, " ");
		if (at.at == at.end)
			return false;
		if (perf_parse_thread((struct trace_text){text.at, at.at}, line) &&
		    perf_parse_event((struct trace_text){at.at, text.end}, line))
			return true;
	}
}

bool perf_parse(struct trace_text text, struct reader_line *line)
{
	struct trace_text head = text;

	perf_parse_release(text, line);
	if (trace_text_size(head) > HEAD_MAX)
		head.end = head.at + HEAD_MAX;
	for (struct trace_text at = head;; at.at++) {
		struct trace_text rest;

		at = trace_text_find(at, "[");
		if (at.at == at.end)
			return perf_parse_unplaced(text, head, line);
		rest = (struct trace_text){at.at, text.end};
		if (perf_parse_thread((struct trace_text){text.at, at.at}, line) &&
		    perf_parse_cpu(&rest, line) && perf_parse_event(rest, line))
			return true;
	}
}
