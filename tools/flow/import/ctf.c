/* SPDX-License-Identifier: MIT */
/* Parses babeltrace2's text output of a trace in the Common Trace Format, of LTTng or perf:
 *	[time] (+difference) host event: { cpu_id = 1 }, { context }, { fields }
 * The time is the time of day, or seconds (--clock-seconds). babeltrace2-sink.text.pretty(7). */
#include "tools/flow/import/readers.h"

#define NS_PER_SECOND 1000000000ull
#define DAY_NS (86400 * NS_PER_SECOND)

static bool ctf_parse_time(struct trace_text *text, uint64_t *ns)
{
	uint64_t hours, minutes;
	struct trace_text rest = *text;

	if (trace_text_take_number(&rest, &hours) && trace_text_take(&rest, ":") &&
	    trace_text_take_number(&rest, &minutes) && trace_text_take(&rest, ":") &&
	    trace_text_take_seconds(&rest, ns)) {
		if (hours > 23 || minutes > 59 || *ns > 61 * NS_PER_SECOND)
			return false;
		*ns += (hours * 60 + minutes) * 60 * NS_PER_SECOND;
		*text = rest;
		return true;
	}
	return trace_text_take_seconds(text, ns);
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

/* The context names the thread if the trace was recorded with it. */
static bool ctf_parse_context(struct reader_line *line)
{
	static const char *const names[] = {"perf_tid", "vtid"};
	struct trace_text value;
	uint64_t number;

	if (!trace_text_field(line->body, "cpu_id", &value) &&
	    !trace_text_field(line->body, "perf_cpu", &value))
		return false;
	if (!trace_text_take_number(&value, &number) || number >= TRACE_CPUS_MAX)
		return false;
	line->event.cpu = (uint16_t)number;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (trace_text_field(line->body, names[i], &value) &&
		    trace_text_take_number(&value, &number) && number < TRACE_PID_UNKNOWN)
			line->event.pid = (uint32_t)number;
	}
	return true;
}

/* The last structure has the event's own fields. */
static void ctf_select_fields(struct reader_line *line)
{
	struct trace_text next = trace_text_find(line->body, "}, {");

	while (next.at < next.end) {
		line->body.at = next.at + strlen("}, {");
		next = trace_text_find(line->body, "}, {");
	}
}

bool ctf_parse(struct trace_text text, struct reader_line *line)
{
	bool is_day;

	if (!trace_text_take(&text, "[") || !ctf_parse_time(&text, &line->event.time) ||
	    text.at == text.end)
		return false;
	is_day = line->event.time < DAY_NS + NS_PER_SECOND;
	if (!trace_text_take(&text, "]") || !ctf_parse_name(text, line) || !ctf_parse_context(line))
		return false;
	if (is_day)
		line->event.time = ctf_add_days(line->previous_time, line->event.time);
	ctf_select_fields(line);
	return true;
}
