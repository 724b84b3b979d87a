/* SPDX-License-Identifier: MIT */
/* One pass over the lines, then a merge sort if events are out of order. */
#include "tools/flow/import/trace.h"

#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/flow/import/readers.h"

#define NS_PER_SECOND 1000000000u
#define GUESS_LINES 10000

const char *const trace_format_names[TRACE_FORMATS + 1] = {"ftrace", "perf", "ctf", NULL};

static reader_parse *const trace_readers[TRACE_FORMATS] = {ftrace_parse, perf_parse, ctf_parse};

static bool trace_add(struct trace *trace, const struct trace_event *event)
{
	if (trace->events.count == FLOW_EVENTS_MAX)
		return false;
	FLOW_LIST_ADD(trace->events, *event);
	return true;
}

/* The index of a CPU. Returns false beyond the limit. */
static bool trace_cpu(struct trace *trace, uint64_t number, uint16_t *index)
{
	const uint32_t *known = number < UINT32_MAX ? number_map_find(&trace->cpu_map, number + 1)
						    : NULL;

	if (known == NULL && (number >= UINT32_MAX || trace->cpu_count == TRACE_CPUS_MAX)) {
		trace->counts.beyond++;
		return false;
	}
	if (known == NULL) {
		trace->cpus[trace->cpu_count] = (uint32_t)number;
		number_map_add(&trace->cpu_map, number + 1, trace->cpu_count);
	}
	*index = known != NULL ? (uint16_t)*known : trace->cpu_count++;
	return true;
}

/* ---- Lost events ---- */

/* Events were lost between the CPU's previous event and its next one. */
static void trace_add_lost(struct trace *trace, uint16_t cpu, uint64_t time, uint64_t number)
{
	const struct trace_event event = {
		.kind = TRACE_LOST, .pid = TRACE_PID_UNKNOWN, .cpu = cpu, .key = number,
		.time = trace->latest[cpu] > 0 ? trace->latest[cpu] : time,
	};

	trace_add(trace, &event);
}

/* The number is after the word "lost", or at the front. Without a CPU, each may have lost them. */
static void trace_parse_lost_line(struct trace *trace, const struct reader_line *line)
{
	struct trace_text text = trace_text_find(line->lost, "lost ");
	uint64_t number = 0;
	uint16_t cpu;

	if (!trace_text_take(&text, "lost "))
		text = line->lost;
	if (!trace_text_take_number(&text, &number) || number == 0)
		number = 1;
	trace->counts.lost += number;
	if (line->cpu != READER_CPU_UNKNOWN) {
		if (trace_cpu(trace, line->cpu, &cpu))
			trace_add_lost(trace, cpu, line->event.time, number);
		return;
	}
	for (cpu = 0; cpu < trace->cpu_count; cpu++)
		trace_add_lost(trace, cpu, line->event.time, number);
}

static uint64_t trace_first_time(const struct trace *trace)
{
	return trace->events.count > 0 ? trace->events.items[0].time : 0;
}

/* ftrace: "CPU:2 [LOST 31 EVENTS]"; trace-cmd: "CPU:2 [31 EVENTS DROPPED]". */
static bool trace_parse_gap(struct trace *trace, struct trace_text text)
{
	uint64_t number, lost = 0;
	uint16_t cpu;

	if (!trace_text_take(&text, "CPU:") || !trace_text_take_number(&text, &number) ||
	    !trace_text_take(&text, " ["))
		return false;
	(void)trace_text_take(&text, "LOST ");
	if (!trace_text_take_number(&text, &lost) && !trace_text_begins(text, "EVENTS"))
		return false;
	lost = lost == 0 ? 1 : lost;
	trace->counts.lost += lost;
	if (trace_cpu(trace, number, &cpu))
		trace_add_lost(trace, cpu, trace_first_time(trace), lost);
	return true;
}

/* Linux, kernel/trace/trace.c. The head of a full buffer has two numbers, "# entries-in-buffer/
 * entries-written: 100/5000"; its CPUs' oldest events were overwritten, up to a line
 * "##### CPU 1 buffer started ####". */
static void trace_parse_overrun(struct trace *trace, struct trace_text text)
{
	uint64_t kept, written, number;
	uint16_t cpu;

	if (trace_text_take(&text, "# entries-in-buffer/entries-written: ")) {
		if (trace_text_take_number(&text, &kept) && trace_text_take(&text, "/") &&
		    trace_text_take_number(&text, &written) && written > kept)
			trace->counts.lost += written - kept;
	} else if (trace_text_take(&text, "##### CPU ") &&
		   trace_text_take_number(&text, &number) &&
		   trace_text_begins(text, " buffer started") && trace->events.count > 0 &&
		   trace_cpu(trace, number, &cpu)) {
		trace->counts.lost += trace->counts.lost == 0;
		trace_add_lost(trace, cpu, trace_first_time(trace), 1);
	}
}

/* ---- Events ---- */

static void trace_count_event(struct trace *trace, const struct trace_event *event)
{
	trace->counts.back += event->time < trace->latest[event->cpu];
	trace->latest[event->cpu] = event->time;
	trace->has_waking |= event->kind == TRACE_WAKING;
	trace->has_wakes |= event->kind == TRACE_WAKING || event->kind == TRACE_WAKEUP;
}

/* Comments and blank lines are part of every format. */
static bool trace_is_comment(struct trace_text text)
{
	text = trace_text_trim(text);
	return text.at == text.end || *text.at == '#' || trace_text_begins(text, "cpus=") ||
	       trace_text_begins(text, "version = ");
}

/* Returns false if the time is unknown. */
static bool trace_scale(struct trace *trace, const struct reader_line *line, uint64_t *time)
{
	if (!line->is_count)
		return true;
	if (trace->clock_hz == 0) {
		trace->counts.unscaled++;
		return false;
	}
	*time = (uint64_t)((unsigned __int128)*time * NS_PER_SECOND / trace->clock_hz);
	return true;
}

static void trace_handle_line(struct trace *trace, struct reader_line *line)
{
	enum fields_result result;

	if (!trace_scale(trace, line, &line->event.time))
		return;
	if (line->lost.at != line->lost.end) {
		trace_parse_lost_line(trace, line);
		return;
	}
	if (!trace_cpu(trace, line->cpu, &line->event.cpu))
		return;
	result = fields_parse(line->name, line->body, &line->event);
	trace->counts.others += result == FIELDS_OTHER;
	trace->counts.incomplete += result == FIELDS_INCOMPLETE;
	if (result == FIELDS_PARSED && trace_add(trace, &line->event)) {
		trace->counts.used++;
		trace_count_event(trace, &line->event);
	} else if (result == FIELDS_OTHER && line->event.time > trace->latest[line->event.cpu]) {
		trace->latest[line->event.cpu] = line->event.time;
	}
}

static void trace_parse_line(struct trace *trace, enum trace_format format, struct trace_text text)
{
	struct reader_line line = {
		.event = {.pid = TRACE_PID_UNKNOWN},
		.release = trace->release,
	};
	bool is_event;

	trace->counts.lines++;
	if (trace->events.count > 0)
		line.previous_time = trace->events.items[trace->events.count - 1].time;
	line.event.text = line.event.comm = line.lost = (struct trace_text){text.at, text.at};
	if (trace_parse_gap(trace, text))
		return;
	is_event = trace_readers[format](text, &line);
	trace->release = line.release;
	if (is_event) {
		trace_handle_line(trace, &line);
		return;
	}
	trace_parse_overrun(trace, text);
	trace->counts.foreign += !trace_is_comment(text);
}

static size_t trace_count_events(enum trace_format format, struct trace_text text)
{
	size_t found = 0;

	for (unsigned lines = 0; lines < GUESS_LINES && text.at < text.end; lines++) {
		const char *line_end = memchr(text.at, '\n', trace_text_size(text));
		struct trace_text one = {text.at, line_end != NULL ? line_end : text.end};
		struct reader_line line = {.lost = {one.at, one.at}, .release = {one.at, one.at}};

		found += trace_readers[format](one, &line) && line.lost.at == line.lost.end &&
			 fields_parse(line.name, line.body, &line.event) == FIELDS_PARSED;
		text.at = line_end != NULL ? line_end + 1 : text.end;
	}
	return found;
}

enum trace_format trace_guess(const char *text, size_t size)
{
	enum trace_format best = TRACE_FORMATS;
	size_t most = 0;

	for (int format = 0; format < TRACE_FORMATS; format++) {
		size_t found = trace_count_events((enum trace_format)format,
						  (struct trace_text){text, text + size});

		if (found > most) {
			most = found;
			best = (enum trace_format)format;
		}
	}
	return best;
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

void trace_read(struct trace *trace, enum trace_format format, uint64_t clock_hz, const char *text,
		size_t size)
{
	const char *end = text + size;

	*trace = (struct trace){.release = {text, text}, .clock_hz = clock_hz};
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
	number_map_free(&trace->cpu_map);
}
