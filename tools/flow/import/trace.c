/* SPDX-License-Identifier: MIT */
/* What all readers share: CPUs, counts, gaps, texts and the order of time. */
#include "tools/flow/import/trace.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/ticks.h"
#include "tools/base/utf8.h"

void trace_begin(struct trace *trace, uint64_t clock_hz, struct trace_text release)
{
	*trace = (struct trace){
		.clock_hz = clock_hz, .release = release, .events_max = TRACE_EVENTS_MAX,
		.states = trace_states_of(trace_version(release)),
	};
	arena_init(&trace->texts, TRACE_TEXT_BYTES_MAX);
}

void trace_set_release(struct trace *trace, struct trace_text release)
{
	if (trace_text_size(trace->release) > 0 || trace_text_size(release) == 0)
		return;
	trace->release = trace_keep(trace, release.at, trace_text_size(release));
	trace->states = trace_states_of(trace_version(release));
}

void trace_add_clock(struct trace *trace, const char *description)
{
	char clock[TRACE_CLOCK_MAX];

	snprintf(clock, sizeof(clock), "%s", description);
	utf8_make_printable(clock);
	for (uint32_t i = 0; i < trace->clock_count; i++) {
		if (strcmp(trace->clocks[i], clock) == 0)
			return;
	}
	if (trace->clock_count < TRACE_CLOCKS_MAX)
		memcpy(trace->clocks[trace->clock_count++], clock, sizeof(clock));
}

void trace_set_damage(struct trace *trace, const char *reason)
{
	if (trace->damage[0] != '\0')
		return;
	snprintf(trace->damage, sizeof(trace->damage), "%s", reason);
	utf8_make_printable(trace->damage);
}

void trace_ignore(struct trace *trace, const char *description)
{
	size_t used = strlen(trace->ignored);

	snprintf(trace->ignored + used, sizeof(trace->ignored) - used, "%s%s",
		 used > 0 ? ", " : "", description);
	utf8_make_printable(trace->ignored);
}

void trace_begin_streams(struct trace *trace)
{
	for (uint16_t i = 0; i < trace->cpu_count; i++) {
		trace->cpus[i].latest = 0;
		trace->cpus[i].open_gap = 0;
	}
}

bool trace_cpu(struct trace *trace, uint64_t number, uint16_t *index)
{
	const uint32_t *known = number < UINT32_MAX ? number_map_find(&trace->cpu_map, number + 1)
						    : NULL;

	if (known == NULL && (number >= UINT32_MAX || trace->cpu_count == TRACE_CPUS_MAX)) {
		trace->counts.beyond++;
		return false;
	}
	if (known == NULL) {
		trace->cpus[trace->cpu_count].number = (uint32_t)number;
		number_map_add(&trace->cpu_map, number + 1, trace->cpu_count);
	}
	*index = known != NULL ? (uint16_t)*known : trace->cpu_count++;
	return true;
}

bool trace_scale(struct trace *trace, uint64_t *time)
{
	if (trace->clock_hz == 0) {
		trace->counts.unscaled++;
		return false;
	}
	*time = (uint64_t)ticks_convert(*time, trace->clock_hz, NS_PER_SECOND);
	return true;
}

/* ---- Lost events ---- */

/* Note that the trace would have more of something than it can have. The first such excess is
 * kept. */
static void trace_exceed(struct trace *trace, size_t most, const char *what)
{
	char reason[64];

	snprintf(reason, sizeof(reason), "more than %zu %s", most, what);
	trace_set_damage(trace, reason);
}

bool trace_is_full(const struct trace *trace)
{
	return trace->events.count == trace->events_max;
}

static void trace_push(struct trace *trace, const struct trace_event *event)
{
	if (trace_is_full(trace))
		trace_exceed(trace, trace->events_max, "events");
	else
		FLOW_LIST_ADD(trace->events, *event);
}

static void trace_push_lost(struct trace *trace, uint16_t cpu, uint64_t time, uint64_t number)
{
	const struct trace_event event = {
		.kind = TRACE_LOST, .pid = TRACE_PID_UNKNOWN, .cpu = cpu, .key = number,
		.time = time,
	};

	trace_push(trace, &event);
}

void trace_add_gap(struct trace *trace, const struct trace_gap *gap)
{
	if (trace->gaps.count == TRACE_GAPS_MAX) {
		trace_exceed(trace, TRACE_GAPS_MAX, "gaps");
		return;
	}
	FLOW_LIST_ADD(trace->gaps, *gap);
	trace_push_lost(trace, gap->cpu, gap->from, gap->number > 0 ? gap->number : 1);
	if (gap->to != UINT64_MAX)
		trace_push_lost(trace, gap->cpu, gap->to, 0);
}

void trace_begin_gap(struct trace *trace, uint16_t cpu, enum trace_gap_kind kind, uint64_t time,
		     uint64_t number)
{
	struct trace_cpu *of = &trace->cpus[cpu];
	const struct trace_gap gap = {
		.from = of->latest > 0 ? of->latest : time, .to = UINT64_MAX,
		.number = number, .cpu = cpu, .kind = (uint8_t)kind,
	};

	if (of->open_gap != 0 && trace->gaps.items[of->open_gap - 1].kind == kind) {
		trace->gaps.items[of->open_gap - 1].number += number;
		return;
	}
	trace_add_gap(trace, &gap);
	of->open_gap = trace->gaps.count;
}

/* ---- Events ---- */

static void trace_advance(struct trace *trace, uint16_t index, uint64_t time)
{
	struct trace_cpu *cpu = &trace->cpus[index];

	if (cpu->open_gap != 0) {
		trace->gaps.items[cpu->open_gap - 1].to = time;
		cpu->open_gap = 0;
		trace_push_lost(trace, index, time, 0);
	}
	if (cpu->events++ == 0 || time < cpu->first)
		cpu->first = time;
	if (time > cpu->last)
		cpu->last = time;
	cpu->latest = time;
}

void trace_add_other(struct trace *trace, uint16_t cpu, uint64_t time)
{
	trace->counts.others++;
	trace_advance(trace, cpu, time);
}

/* Events between these two times can be out of order. */
static void trace_check_time(struct trace *trace, const struct trace_event *event)
{
	const struct trace_gap gap = {
		.from = event->time, .to = trace->cpus[event->cpu].latest, .cpu = event->cpu,
		.kind = TRACE_GAP_BACK,
	};

	if (gap.from >= gap.to)
		return;
	trace->counts.back++;
	trace_add_gap(trace, &gap);
}

void trace_add(struct trace *trace, const struct trace_event *event, bool is_complete)
{
	struct trace_event kept;

	if (!is_complete) {
		trace->counts.incomplete++;
		return;
	}
	if (trace_is_full(trace)) {
		trace_exceed(trace, trace->events_max, "events");
		return;
	}
	trace->counts.used++;
	trace_check_time(trace, event);
	trace_advance(trace, event->cpu, event->time);
	kept = *event;
	kept.text = trace_keep(trace, event->text.at, trace_text_size(event->text));
	kept.comm = trace_keep(trace, event->comm.at, trace_text_size(event->comm));
	trace_push(trace, &kept);
	trace->cpus[event->cpu].switches += event->kind == TRACE_SWITCH;
	trace->has_waking |= event->kind == TRACE_WAKING;
	trace->has_wakes |= event->kind == TRACE_WAKING || event->kind == TRACE_WAKEUP;
}

/* A printable text. */
static struct trace_text keep_printable(struct trace *trace, const char *at, size_t size,
					uint64_t hash)
{
	struct trace_text *recent;
	const char *copy;

	recent = &trace->recent[hash * NUMBER_MAP_HASH_FACTOR >> 32 & (TRACE_TEXTS_RECENT - 1)];
	if (trace_text_size(*recent) == size && memcmp(recent->at, at, size) == 0)
		return *recent;
	copy = arena_copy(&trace->texts, at, size);
	if (copy == NULL) {
		trace_exceed(trace, TRACE_TEXT_BYTES_MAX, "bytes of names");
		return (struct trace_text){"", ""};
	}
	*recent = (struct trace_text){copy, copy + size};
	return *recent;
}

static uint64_t hash_of(const char *at, size_t size, bool *is_ascii)
{
	uint64_t hash = size;
	unsigned others = 0;

	for (size_t i = 0; i < size; i++) {     /* faster than a multiplication for each */
		hash = (hash << 7 | hash >> 57) ^ (uint8_t)at[i];
		others |= (uint8_t)(at[i] - ' ') > '~' - ' ';
	}
	*is_ascii = others == 0;
	return hash;
}

struct trace_text trace_keep(struct trace *trace, const char *at, size_t size)
{
	struct trace_text kept;
	uint64_t hash;
	bool is_ascii;
	char *text;

	if (size == 0)
		return (struct trace_text){"", ""};
	hash = hash_of(at, size, &is_ascii);
	if (is_ascii)
		return keep_printable(trace, at, size, hash);
	text = xasprintf("%.*s", (int)size, at);
	utf8_make_printable(text);
	size = strlen(text);
	kept = (struct trace_text){"", ""};
	if (size > 0)
		kept = keep_printable(trace, text, size, hash_of(text, size, &is_ascii));
	free(text);
	return kept;
}

/* ---- The order of time ---- */

/* Where the sequence of events in order that begins at `at` ends. */
static size_t trace_run_end(const struct trace_event *events, const uint32_t *order, size_t at,
			    size_t count)
{
	for (at++; at < count && events[order[at]].time >= events[order[at - 1]].time; at++)
		continue;
	return at;
}

/* Events at the same time keep their order. There is no branch on which event is earlier, because
 * mispredictions would take most of the time. */
static void trace_merge(const struct trace_event *events, const uint32_t *left, size_t middle,
			size_t count, uint32_t *to)
{
	const uint32_t *right = left + middle, *left_end = right, *end = left + count;

	while (left < left_end && right < end) {
		uint32_t a = *left, b = *right, is_right = events[b].time < events[a].time;

		*to++ = a ^ ((a ^ b) & -is_right);      /* is_right ? b : a */
		left += 1 - is_right;
		right += is_right;
	}
	memcpy(to, left, (size_t)(left_end - left) * sizeof(*to));
	to += left_end - left;
	memcpy(to, right, (size_t)(end - right) * sizeof(*to));
}

/* Merge neighbouring sequences in pairs. Returns the number of sequences before. */
static size_t trace_merge_pass(const struct trace_event *events, const uint32_t *from, size_t count,
			       uint32_t *to)
{
	size_t sequences = 0;

	for (size_t at = 0; at < count;) {
		size_t middle = trace_run_end(events, from, at, count);
		size_t end = middle < count ? trace_run_end(events, from, middle, count) : middle;

		trace_merge(events, from + at, middle - at, end - at, to + at);
		sequences += 1 + (middle < count);
		at = end;
	}
	return sequences;
}

static void trace_sort(struct trace *trace)
{
	size_t count = trace->events.count;
	uint32_t *from = xcalloc(count + 1, sizeof(*from)), *to;

	for (size_t i = 0; i < count; i++)
		from[i] = (uint32_t)i;
	if (count > 0 && trace_run_end(trace->events.items, from, 0, count) < count) {
		to = xcalloc(count, sizeof(*to));
		for (size_t sequences = count; sequences > 2;) {
			uint32_t *swapped = from;

			sequences = trace_merge_pass(trace->events.items, from, count, to);
			from = to;
			to = swapped;
		}
		free(to);
	}
	trace->order = from;
}

/* ---- The order of CPUs ---- */

/* CPUs without events: those that a header states, and those between others. */
static void trace_add_silent_cpus(struct trace *trace)
{
	uint64_t numbers = trace->stated_cpus;
	uint16_t index;

	for (uint16_t i = 0; i < trace->cpu_count; i++) {
		if (trace->cpus[i].number >= numbers)
			numbers = (uint64_t)trace->cpus[i].number + 1;
	}
	for (uint64_t number = 0; numbers <= TRACE_CPUS_MAX && number < numbers; number++)
		(void)trace_cpu(trace, number, &index);
}

static int trace_compare_cpus(const void *a, const void *b)
{
	const struct trace_cpu *left = a, *right = b;

	return (left->number > right->number) - (left->number < right->number);
}

/* Make the indices of CPUs independent of the order in which a reader met them. */
static void trace_sort_cpus(struct trace *trace)
{
	uint16_t index_of[TRACE_CPUS_MAX];
	struct trace_cpu sorted[TRACE_CPUS_MAX];
	bool is_sorted = true;

	memcpy(sorted, trace->cpus, sizeof(sorted));
	qsort(sorted, trace->cpu_count, sizeof(sorted[0]), trace_compare_cpus);
	for (uint16_t i = 0; i < trace->cpu_count; i++) {
		uint32_t *index = number_map_find(&trace->cpu_map, (uint64_t)sorted[i].number + 1);

		is_sorted = is_sorted && *index == i;
		index_of[*index] = i;
		*index = i;
	}
	memcpy(trace->cpus, sorted, sizeof(sorted));
	if (is_sorted)
		return;
	for (size_t i = 0; i < trace->events.count; i++)
		trace->events.items[i].cpu = index_of[trace->events.items[i].cpu];
	for (size_t i = 0; i < trace->gaps.count; i++)
		trace->gaps.items[i].cpu = index_of[trace->gaps.items[i].cpu];
}

/* ---- Switches ---- */

struct trace_running {
	uint32_t pid;
	bool is_known;
	uint64_t time;                  /* of the CPU's latest event */
};

/* Whether another thread than the CPU's current one runs there. A thread that executes a program
 * takes the number of its process's first thread, which has ended. */
static bool trace_is_unswitched(const struct trace_running *running,
				const struct trace_event *event, struct number_map *ended)
{
	return running->is_known && running->pid != event->pid &&
	       !(event->kind == TRACE_EXEC && event->key == running->pid) &&
	       number_map_find(ended, (uint64_t)event->pid + 1) == NULL;
}

static void trace_check_switch(struct trace *trace, const struct trace_event *event,
			       struct trace_running *running, struct number_map *ended)
{
	const struct trace_gap gap = {
		.from = running->time, .to = event->time, .cpu = event->cpu,
		.kind = TRACE_GAP_UNSWITCHED,
	};

	running->time = event->time;
	if (event->kind == TRACE_LOST) {
		running->is_known = false;
		return;
	}
	if (event->pid != TRACE_PID_UNKNOWN) {
		if (trace_is_unswitched(running, event, ended)) {
			trace->counts.unswitched++;
			trace_add_gap(trace, &gap);
		}
		running->pid = event->pid;
		running->is_known = true;
	}
	if (event->kind == TRACE_SWITCH ||
	    (event->kind == TRACE_EXEC && event->key == running->pid))
		running->pid = event->other;
	else if (event->kind == TRACE_EXIT &&
		 number_map_find(ended, (uint64_t)event->other + 1) == NULL)
		number_map_add(ended, (uint64_t)event->other + 1, 0);
}

static void trace_check_switches(struct trace *trace)
{
	struct trace_running running[TRACE_CPUS_MAX] = {0};
	struct number_map ended = {0};
	size_t count = trace->events.count;

	for (size_t i = 0; i < count; i++) {
		const struct trace_event event = trace->events.items[trace->order[i]];

		trace_check_switch(trace, &event, &running[event.cpu], &ended);
	}
	number_map_free(&ended);
	if (trace->events.count == count)
		return;
	free(trace->order);
	trace_sort(trace);
}

void trace_end(struct trace *trace)
{
	trace_add_silent_cpus(trace);
	trace_sort_cpus(trace);
	trace_sort(trace);
	trace_check_switches(trace);
}

void trace_free_events(struct trace *trace)
{
	free(trace->events.items);
	free(trace->order);
	trace->order = NULL;
	trace->events.items = NULL;
	trace->events.count = 0;
}

void trace_free(struct trace *trace)
{
	trace_free_events(trace);
	free(trace->gaps.items);
	trace->gaps.items = NULL;
	number_map_free(&trace->cpu_map);
	arena_free(&trace->texts);
}
