/* SPDX-License-Identifier: MIT */
/* Reads the formats that are text, in one pass over the lines. */
#include "tools/flow/import/fields.h"
#include "tools/flow/import/readers.h"
#include "tools/flow/import/trace.h"

#define GUESS_LINES 10000

const char *const trace_format_names[TRACE_FORMATS + 1] = {"ftrace", "perf", "ctf", NULL};

static reader_parse *const line_parsers[TRACE_FORMATS] = {ftrace_parse, perf_parse, ctf_parse};

/* ---- Lost events ---- */

/* Events were lost between the CPU's previous event and its next one. If the CPU is not stated,
 * each CPU may have lost them. */
static void lines_begin_gap(struct trace *trace, uint64_t number, enum trace_gap_kind kind,
			    uint64_t time, uint64_t lost)
{
	uint16_t cpu;

	if (number == TRACE_CPU_UNKNOWN) {
		for (cpu = 0; cpu < trace->cpu_count; cpu++)
			trace_begin_gap(trace, cpu, kind, time, lost);
	} else if (trace_cpu(trace, number, &cpu)) {
		trace_begin_gap(trace, cpu, kind, time, lost);
	}
}

static void lines_count_lost(struct trace *trace, enum trace_gap_kind kind, uint64_t number)
{
	if (kind == TRACE_GAP_PACKETS)
		trace->counts.packets += number;
	else
		trace->counts.lost += number;
}

/* The number, of events or packets, is after the word "lost", or at the front. */
static void lines_parse_lost(struct trace *trace, const struct reader_line *line)
{
	struct trace_text text = trace_text_find(line->lost, "lost ");
	struct trace_gap gap = {.from = line->event.time, .to = line->lost_until};
	uint64_t number = 0;

	if (!trace_text_take(&text, "lost "))
		text = line->lost;
	if (!trace_text_take_number(&text, &number) || number == 0)
		number = 1;
	if (trace_text_begins(text, " packet"))
		gap.kind = TRACE_GAP_PACKETS;
	lines_count_lost(trace, gap.kind, number);
	if (line->lost_until > line->event.time && line->cpu != TRACE_CPU_UNKNOWN &&
	    trace_cpu(trace, line->cpu, &gap.cpu)) {
		gap.number = number;
		trace_add_gap(trace, &gap);
	} else {
		lines_begin_gap(trace, line->cpu, gap.kind, line->event.time, number);
	}
}

static uint64_t lines_first_time(const struct trace *trace)
{
	return trace->events.count > 0 ? trace->events.items[0].time : 0;
}

/* ftrace: "CPU:2 [LOST 31 EVENTS]"; trace-cmd: "CPU:2 [31 EVENTS DROPPED]". */
static bool lines_parse_gap(struct trace *trace, struct trace_text text)
{
	uint64_t number, lost = 0;

	if (!trace_text_take(&text, "CPU:") || !trace_text_take_number(&text, &number) ||
	    !trace_text_take(&text, " ["))
		return false;
	(void)trace_text_take(&text, "LOST ");
	if (!trace_text_take_number(&text, &lost) && !trace_text_begins(text, "EVENTS"))
		return false;
	lost = lost == 0 ? 1 : lost;
	trace->counts.lost += lost;
	lines_begin_gap(trace, number, TRACE_GAP_EVENTS, lines_first_time(trace), lost);
	return true;
}

/* Linux, kernel/trace/trace.c: "# entries-in-buffer/entries-written: 100/5000   #P:2". The oldest
 * events of a full buffer were overwritten. P is the number of CPUs. */
static void lines_parse_head(struct trace *trace, struct trace_text text)
{
	uint64_t kept, written, cpus;

	if (trace_text_take_number(&text, &kept) && trace_text_take(&text, "/") &&
	    trace_text_take_number(&text, &written)) {
		trace->stated_events += kept;
		if (written > kept)
			trace->counts.lost += written - kept;
	}
	text = trace_text_find(text, "#P:");
	if (trace_text_take(&text, "#P:") && trace_text_take_number(&text, &cpus))
		trace->stated_cpus = cpus;
}

/* A CPU's oldest events were overwritten up to the line "##### CPU 1 buffer started ####".
 * trace-cmd's first line is "cpus=4". */
static void lines_parse_comment(struct trace *trace, struct trace_text text)
{
	uint64_t number;

	if (trace_text_take(&text, "# entries-in-buffer/entries-written: ")) {
		lines_parse_head(trace, text);
	} else if (trace_text_take(&text, "cpus=")) {
		if (trace_text_take_number(&text, &number))
			trace->stated_cpus = number;
	} else if (trace_text_take(&text, "##### CPU ") &&
		   trace_text_take_number(&text, &number) &&
		   trace_text_begins(text, " buffer started") && trace->events.count > 0) {
		trace->counts.lost += trace->counts.lost == 0;
		lines_begin_gap(trace, number, TRACE_GAP_EVENTS, lines_first_time(trace), 0);
	}
}

/* ---- Events ---- */

/* Comments and blank lines are part of every format. */
static bool lines_is_comment(struct trace_text text)
{
	text = trace_text_trim(text);
	return text.at == text.end || *text.at == '#' || trace_text_begins(text, "cpus=") ||
	       trace_text_begins(text, "version = ");
}

static void lines_handle(struct trace *trace, struct reader_line *line)
{
	const struct trace_rule *rule;

	if (line->is_count && !trace_scale(trace, &line->event.time))
		return;
	if (line->lost.at != line->lost.end) {
		lines_parse_lost(trace, line);
		return;
	}
	if (line->event.time == TRACE_TIME_LATE)
		trace->counts.late++;
	else if (line->cpu == TRACE_CPU_UNKNOWN)
		trace->counts.unplaced++;
	if (line->event.time == TRACE_TIME_LATE || line->cpu == TRACE_CPU_UNKNOWN)
		return;
	if (!trace_cpu(trace, line->cpu, &line->event.cpu))
		return;
	rule = trace_rule_find(line->name);
	if (rule != NULL && rule->kind == TRACE_INTERRUPT_ENTER)
		line->event.text = (struct trace_text){line->name.at, line->body.end};
	if (rule == NULL)
		trace_add_other(trace, line->event.cpu, line->event.time);
	else
		trace_add(trace, &line->event,
			  fields_parse(rule, &trace->states, line->body, &line->event));
}

void trace_parse_line(struct trace *trace, enum trace_format format, struct trace_text text)
{
	struct reader_line line = {.event = {.pid = TRACE_PID_UNKNOWN}};
	bool is_event;

	trace->counts.lines++;
	if (trace->events.count > 0)
		line.previous_time = trace->events.items[trace->events.count - 1].time;
	line.event.text = line.event.comm = line.lost = line.release =
		(struct trace_text){text.at, text.at};
	if (lines_parse_gap(trace, text))
		return;
	is_event = line_parsers[format](text, &line);
	trace_set_release(trace, line.release);
	if (is_event) {
		lines_handle(trace, &line);
		return;
	}
	lines_parse_comment(trace, text);
	trace->counts.foreign += !lines_is_comment(text);
}

void trace_parse(struct trace *trace, enum trace_format format, const char *text, size_t size)
{
	struct trace_text rest = {text, text + size}, line;

	while (trace_text_take_line(&rest, &line))
		trace_parse_line(trace, format, line);
}

/* ---- The format ---- */

static bool lines_is_used(enum trace_format format, struct trace_text text)
{
	const struct trace_states states = trace_states_of(0);
	struct reader_line line = {.lost = {text.at, text.at}, .release = {text.at, text.at}};
	const struct trace_rule *rule;

	if (!line_parsers[format](text, &line) || line.lost.at != line.lost.end)
		return false;
	rule = trace_rule_find(line.name);
	return rule != NULL && fields_parse(rule, &states, line.body, &line.event);
}

enum trace_format trace_guess(const char *text, size_t size)
{
	enum trace_format best = TRACE_FORMATS;
	size_t most = 0;

	for (int format = 0; format < TRACE_FORMATS; format++) {
		struct trace_text rest = {text, text + size}, line;
		size_t found = 0, lines = 0;

		while (lines++ < GUESS_LINES && trace_text_take_line(&rest, &line))
			found += lines_is_used((enum trace_format)format, line);
		if (found > most) {
			most = found;
			best = (enum trace_format)format;
		}
	}
	return best;
}
