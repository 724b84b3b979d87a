/* SPDX-License-Identifier: MIT */
/* Parses babeltrace2's text output of a trace in the Common Trace Format, of LTTng or perf:
 *	[time] (+difference) host event: { cpu_id = 1 }, { context }, { fields }
 * The time is the time of day, or seconds (--clock-seconds). babeltrace2-sink.text.pretty(7). */
#include "lib/text/ticks.h"
#include "tools/flow/import/readers.h"
#include "tools/flow/import/trace.h"

#define DAY_NS (86400 * NS_PER_SECOND)

static bool ctf_parse_time(struct trace_text *text, uint64_t *ns, bool *is_count)
{
	uint64_t hours, minutes;
	struct trace_text rest = *text;

	if (trace_text_take_number(&rest, &hours) && trace_text_take(&rest, ":") &&
	    trace_text_take_number(&rest, &minutes) && trace_text_take(&rest, ":") &&
	    trace_text_take_time(&rest, ns, is_count)) {
		if (hours > 23 || minutes > 59 || *ns > 61 * NS_PER_SECOND)
			return false;
		*ns += (hours * 60 + minutes) * 60 * NS_PER_SECOND;
		*text = rest;
		return true;
	}
	return trace_text_take_time(text, ns, is_count);
}

/* The time of day restarts at midnight. */
static uint64_t ctf_add_days(uint64_t previous_time, uint64_t time)
{
	if (previous_time < time)
		return time;
	return time + (previous_time - time + DAY_NS / 2) / DAY_NS * DAY_NS;
}

/* The name is the last word before ": {"; the difference and the host stand before it. */
static bool ctf_parse_name(struct trace_text rest, struct reader_line *line)
{
	struct trace_text brace = trace_text_find(rest, ": {");
	const char *blank;

	if (brace.at == brace.end)
		return false;
	line->body = (struct trace_text){brace.at + 1, rest.end};
	rest.end = brace.at;
	blank = memrchr(rest.at, ' ', trace_text_size(rest));
	line->name = (struct trace_text){blank != NULL ? blank + 1 : rest.at, rest.end};
	return true;
}

/* The last structure has the event's own fields. The other structures are its context, which names
 * the thread if the trace was recorded with the thread. A vtid is a thread's number in its
 * container, which no other event has. */
static void ctf_split(struct reader_line *line)
{
	static const char *const names[] = {"perf_tid", "tid"};
	struct trace_text context = line->body, next = trace_text_find(line->body, "}, {"), value;
	uint64_t number;

	while (next.at < next.end) {
		line->body.at = next.at + strlen("}, {");
		next = trace_text_find(line->body, "}, {");
	}
	if (line->body.at != context.at)
		context.end = line->body.at;
	if ((!trace_text_field(context, "cpu_id", &value) &&
	     !trace_text_field(context, "perf_cpu", &value)) ||
	    !trace_text_take_number(&value, &line->cpu))
		line->cpu = TRACE_CPU_UNKNOWN;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (trace_text_field(context, names[i], &value) &&
		    trace_text_take_number(&value, &number) && number < TRACE_PID_UNKNOWN)
			line->event.pid = (uint32_t)number;
	}
}

/* "WARNING: Tracer discarded 2 events between [TIME] and [TIME] in trace "…" (…) within stream
 * "channel0_1" (…)", by babeltrace2, and "[warning] Tracer discarded 2 events between …", by
 * babeltrace. The stream's name ends with the CPU's number. */
static bool ctf_parse_lost(struct trace_text text, struct reader_line *line)
{
	struct trace_text lost = trace_text_find(text, "Tracer discarded "), place = lost, name;
	struct trace_text until;
	const char *mark;

	if (!trace_text_take(&lost, "Tracer discarded "))
		return false;
	place = trace_text_find(place, "between [");
	if (!trace_text_take(&place, "between [") ||
	    !ctf_parse_time(&place, &line->event.time, &line->is_count))
		return false;
	line->lost = lost;
	until = trace_text_find(place, "and [");
	if (!trace_text_take(&until, "and [") ||
	    !ctf_parse_time(&until, &line->lost_until, &line->is_count))
		line->lost_until = 0;
	line->cpu = TRACE_CPU_UNKNOWN;
	name = trace_text_find(place, "within stream \"");
	if (!trace_text_take(&name, "within stream \""))
		return true;
	name.end = trace_text_find(name, "\"").at;
	mark = memrchr(name.at, '_', trace_text_size(name));
	if (mark != NULL) {
		name.at = mark + 1;
		if (!trace_text_take_number(&name, &line->cpu) || name.at != name.end)
			line->cpu = TRACE_CPU_UNKNOWN;
	}
	return true;
}

bool ctf_parse(struct trace_text text, struct reader_line *line)
{
	if (!ctf_parse_lost(text, line) &&
	    (!trace_text_take(&text, "[") ||
	     !ctf_parse_time(&text, &line->event.time, &line->is_count) ||
	     !trace_text_take(&text, "]") || !ctf_parse_name(text, line)))
		return false;
	if (line->lost.at == line->lost.end)
		ctf_split(line);
	if (!line->is_count && line->event.time < DAY_NS + NS_PER_SECOND)
		line->event.time = ctf_add_days(line->previous_time, line->event.time);
	return true;
}
