/* SPDX-License-Identifier: MIT */
/* One pass over the lines, then a merge sort if events are out of order. */
#include "tools/flow/import/trace.h"

#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/flow/import/readers.h"

const char *const trace_format_names[TRACE_FORMATS + 1] = {"ftrace", "perf", "ctf", NULL};

static reader_parse *const trace_readers[TRACE_FORMATS] = {ftrace_parse, perf_parse, ctf_parse};

static bool trace_add(struct trace *trace, const struct trace_event *event)
{
	if (trace->events.count == FLOW_EVENTS_MAX)
		return false;
	FLOW_LIST_ADD(trace->events, *event);
	return true;
}

/* "CPU:2 [LOST 31 EVENTS]", trace-cmd's "CPU:2 [31 EVENTS DROPPED]": lost between the CPU's
 * previous event and its next one. */
static bool trace_parse_lost(struct trace *trace, struct trace_text text)
{
	struct trace_event event = {.kind = TRACE_LOST, .pid = TRACE_PID_UNKNOWN};
	uint64_t cpu;

	if (!trace_text_take(&text, "CPU:") || !trace_text_take_number(&text, &cpu) ||
	    cpu >= TRACE_CPUS_MAX || !trace_text_take(&text, " ["))
		return false;
	(void)trace_text_take(&text, "LOST ");
	if (!trace_text_take_number(&text, &event.key) && !trace_text_begins(text, "EVENTS"))
		return false;
	event.key = event.key == 0 ? 1 : event.key;
	event.cpu = (uint16_t)cpu;
	event.time = trace->latest[cpu];
	trace->counts.lost += event.key;
	return trace_add(trace, &event);
}

static void trace_count_event(struct trace *trace, const struct trace_event *event)
{
	trace->counts.back += event->time < trace->latest[event->cpu];
	trace->latest[event->cpu] = event->time;
	trace->has_waking |= event->kind == TRACE_WAKING;
}

/* Comments and blank lines are part of every format. */
static bool trace_is_comment(struct trace_text text)
{
	text = trace_text_trim(text);
	return text.at == text.end || *text.at == '#' || trace_text_begins(text, "cpus=") ||
	       trace_text_begins(text, "version = ");
}

static void trace_parse_line(struct trace *trace, enum trace_format format, struct trace_text text)
{
	struct reader_line line = {
		.event = {.pid = TRACE_PID_UNKNOWN},
		.release = trace->release,
	};
	enum fields_result result;
	bool is_event;

	trace->counts.lines++;
	if (trace->events.count > 0)
		line.previous_time = trace->events.items[trace->events.count - 1].time;
	line.event.text = line.event.comm = (struct trace_text){text.at, text.at};
	if (trace_parse_lost(trace, text))
		return;
	is_event = trace_readers[format](text, &line);
	trace->release = line.release;
	if (!is_event) {
		trace->counts.foreign += !trace_is_comment(text);
		return;
	}
	result = fields_parse(line.name, line.body, &line.event);
	trace->counts.others += result == FIELDS_OTHER;
	trace->counts.incomplete += result == FIELDS_INCOMPLETE;
	if (result == FIELDS_PARSED && trace_add(trace, &line.event)) {
		trace->counts.used++;
		trace_count_event(trace, &line.event);
	} else if (result == FIELDS_OTHER && line.event.time > trace->latest[line.event.cpu]) {
		trace->latest[line.event.cpu] = line.event.time;
	}
}

/* ---- The order of time ---- */

static bool trace_is_sorted(const struct trace_event *events, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (events[i].time < events[i - 1].time)
			return false;
	}
	return true;
}

/* Events at the same time keep their order. */
static void trace_merge(const struct trace_event *from, size_t middle, size_t count,
			struct trace_event *to)
{
	size_t left = 0, right = middle;

	for (size_t i = 0; i < count; i++) {
		bool is_right = left == middle ||
				(right < count && from[right].time < from[left].time);

		to[i] = from[is_right ? right++ : left++];
	}
}

static void trace_sort(struct trace *trace)
{
	size_t count = trace->events.count;
	struct trace_event *from = trace->events.items, *to;

	if (trace_is_sorted(from, count))
		return;
	to = xcalloc(count, sizeof(*to));
	for (size_t width = 1; width < count; width *= 2) {
		struct trace_event *swapped = from;

		for (size_t at = 0; at < count; at += 2 * width) {
			size_t rest = count - at, both = rest < 2 * width ? rest : 2 * width;

			trace_merge(from + at, both < width ? both : width, both, to + at);
		}
		from = to;
		to = swapped;
	}
	trace->events.items = from;
	trace->events.capacity = count;
	free(to);
}

void trace_read(struct trace *trace, enum trace_format format, const char *text, size_t size)
{
	const char *end = text + size;

	*trace = (struct trace){.release = {text, text}};
	while (text < end) {
		const char *line_end = memchr(text, '\n', (size_t)(end - text));
		struct trace_text line = {text, line_end != NULL ? line_end : end};

		trace_parse_line(trace, format, line);
		text = line_end != NULL ? line_end + 1 : end;
	}
	trace_sort(trace);
}

void trace_free(struct trace *trace)
{
	free(trace->events.items);
	trace->events.items = NULL;
}
