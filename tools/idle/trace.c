/* SPDX-License-Identifier: MIT */
/* Each block of passes has its start time, so the loss of a block does not move the other
 * blocks. */
#include "tools/idle/trace.h"

#include <stdlib.h>
#include <string.h>

#include "lib/wire/samples.h"

/* More values than a line can contain. */
#define BLOCK_VALUES_MAX WIRE_LINE_MAX

static const char *const reading_names[READINGS] = {
	[READING_SMI] = "smi", [READING_APERF] = "aperf", [READING_MPERF] = "mperf",
	[READING_CYCLES] = "cycles", [READING_REF_CYCLES] = "ref_cycles",
	[READING_INSTRUCTIONS] = "instructions",
};

/* The columns of a block, unpacked. */
struct columns {
	uint64_t before[BLOCK_VALUES_MAX], elapsed[BLOCK_VALUES_MAX];
	uint64_t interrupts[BLOCK_VALUES_MAX];
	uint64_t readings[IDLE_READINGS_MAX][BLOCK_VALUES_MAX];
};

struct builder {
	const struct result *result;
	struct idle_traces *traces;
	struct columns *columns;                /* scratch space for a block */
	const struct wire_record **blocks;      /* scratch space for the blocks of a run */
};

/* ---- Records of one run ---- */

static int trace_compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* Blocks of passes and of events begin with the same fields, idle and first. */
static int by_idle_and_first(const void *a, const void *b)
{
	const struct wire_record *left = *(const struct wire_record *const *)a;
	const struct wire_record *right = *(const struct wire_record *const *)b;
	int order = left->kind == WIRE_idle_passes
			    ? trace_compare(left->idle_passes.first, right->idle_passes.first)
			    : trace_compare(left->idle_events.first, right->idle_events.first);

	return order != 0 ? order : trace_compare(left->seq, right->seq);
}

/* The run of a record of passes, events or vectors. */
static uint64_t idle_of(const struct wire_record *record)
{
	switch (record->kind) {
	case WIRE_idle_passes:
		return record->idle_passes.idle;
	case WIRE_idle_events:
		return record->idle_events.idle;
	default:
		return record->idle_vector.idle;
	}
}

/* Store a run's blocks of one kind in builder->blocks, by index. Returns their number. */
static size_t trace_find_blocks(struct builder *builder, enum wire_kind kind, uint64_t idle)
{
	const struct record_list *list = &builder->result->records[kind];
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++) {
		if (idle_of(&list->items[i]) == idle)
			builder->blocks[count++] = &list->items[i];
	}
	if (count > 1)
		qsort(builder->blocks, count, sizeof(*builder->blocks), by_idle_and_first);
	return count;
}

static bool trace_unpack(const struct wire_bytes *bytes, uint64_t count, uint64_t *values)
{
	long unpacked = samples_unpack(bytes->data, bytes->size, values, BLOCK_VALUES_MAX);

	return unpacked >= 0 && (uint64_t)unpacked == count;
}

/* ---- Passes ---- */

/* The next word in a list of readings. */
static const char *next_word(const char *words)
{
	size_t length = strcspn(words, ",");

	return words + length + (words[length] == ',');
}

static bool unpack_readings(const struct idle_trace *trace, const struct wire_idle_passes *block,
			    struct columns *columns)
{
	const struct wire_bytes *const bytes[IDLE_READINGS_MAX] = {
		&block->reading0, &block->reading1, &block->reading2,
	};
	const char *words = trace->info->readings;

	memset(columns->readings, 0, sizeof(columns->readings));
	for (size_t i = 0; i < IDLE_READINGS_MAX && *words != '\0'; i++) {
		if (!trace_unpack(bytes[i], block->n, columns->readings[i]))
			return false;
		words = next_word(words);
	}
	return true;
}

/* Append a block's passes. Returns false if their times are invalid; the caller then drops the
 * passes already appended. */
static bool append_passes(struct idle_trace *trace, const struct wire_idle_passes *block,
			  const struct columns *columns)
{
	uint64_t clock = block->at;

	if (trace->pass_count > 0 && clock < trace->passes[trace->pass_count - 1].end)
		return false;
	for (size_t i = 0; i < block->n; i++) {
		struct idle_pass *pass = &trace->passes[trace->pass_count];

		if (clock > trace->span || columns->before[i] > trace->span - clock ||
		    columns->elapsed[i] > trace->span - clock - columns->before[i])
			return false;
		pass->since = clock;
		pass->begin = clock + columns->before[i];
		pass->end = pass->begin + columns->elapsed[i];
		pass->interrupts = columns->interrupts[i];
		for (size_t j = 0; j < IDLE_READINGS_MAX; j++)
			pass->readings[j] = columns->readings[j][i];
		clock = pass->end;
		trace->pass_count++;
	}
	return true;
}

static bool take_passes(struct builder *builder, struct idle_trace *trace,
			const struct wire_idle_passes *block)
{
	struct columns *columns = builder->columns;

	return block->n <= BLOCK_VALUES_MAX &&
	       trace_unpack(&block->before, block->n, columns->before) &&
	       trace_unpack(&block->elapsed, block->n, columns->elapsed) &&
	       trace_unpack(&block->interrupts, block->n, columns->interrupts) &&
	       unpack_readings(trace, block, columns) && append_passes(trace, block, columns);
}

static void find_passes(struct builder *builder, struct idle_trace *trace)
{
	size_t count = trace_find_blocks(builder, WIRE_idle_passes, trace->info->id), capacity = 0;
	uint64_t expected = trace->info->passes_lost;

	for (size_t i = 0; i < count; i++)
		capacity += builder->blocks[i]->idle_passes.elapsed.size;
	trace->passes = arena_alloc(&builder->traces->arena, capacity * sizeof(*trace->passes));
	for (size_t i = 0; i < count && trace->passes != NULL; i++) {
		const struct wire_idle_passes *block = &builder->blocks[i]->idle_passes;
		size_t before = trace->pass_count;

		if (block->first >= expected && block->n <= UINT64_MAX - block->first &&
		    take_passes(builder, trace, block)) {
			expected = block->first + block->n;
			continue;
		}
		trace->pass_count = before;
		builder->traces->malformed++;
	}
}

/* ---- Events ---- */

static int trace_by_time(const void *a, const void *b)
{
	const struct idle_event *left = a, *right = b;
	int order = trace_compare(left->at, right->at);

	return order != 0 ? order : trace_compare(left->kind, right->kind);
}

static bool trace_take_events(struct builder *builder, struct idle_trace *trace,
			      const struct wire_idle_events *block)
{
	uint64_t *at = builder->columns->before, *kinds = builder->columns->elapsed;
	uint64_t *values = builder->columns->interrupts;

	if (block->n > BLOCK_VALUES_MAX || !trace_unpack(&block->at, block->n, at) ||
	    !trace_unpack(&block->kind, block->n, kinds) ||
	    !trace_unpack(&block->value, block->n, values))
		return false;
	for (size_t i = 0; i < block->n; i++) {
		if (at[i] > trace->span)
			return false;
	}
	for (size_t i = 0; i < block->n; i++)
		trace->events[trace->event_count++] = (struct idle_event){
			at[i], kinds[i], values[i],
		};
	return true;
}

static void trace_find_events(struct builder *builder, struct idle_trace *trace)
{
	size_t count = trace_find_blocks(builder, WIRE_idle_events, trace->info->id), capacity = 0;
	uint64_t expected = 0;

	for (size_t i = 0; i < count; i++)
		capacity += builder->blocks[i]->idle_events.at.size;
	trace->events = arena_alloc(&builder->traces->arena, capacity * sizeof(*trace->events));
	for (size_t i = 0; i < count && trace->events != NULL; i++) {
		const struct wire_idle_events *block = &builder->blocks[i]->idle_events;

		if (block->first >= expected && block->n <= UINT64_MAX - block->first &&
		    trace_take_events(builder, trace, block))
			expected = block->first + block->n;
		else
			builder->traces->malformed++;
	}
	if (trace->event_count > 1)
		qsort(trace->events, trace->event_count, sizeof(*trace->events), trace_by_time);
}

/* ---- Runs ---- */

static uint64_t missing(uint64_t all, uint64_t lost, size_t found)
{
	uint64_t sent = all > lost ? all - lost : 0;

	return sent > found ? sent - found : 0;
}

/* Unknown readings are ignored. */
static void find_readings(struct idle_trace *trace)
{
	const char *words = trace->info->readings;

	for (size_t place = 0; place < IDLE_READINGS_MAX && *words != '\0'; place++) {
		size_t length = strcspn(words, ",");

		for (size_t i = 0; i < READINGS; i++) {
			if (strlen(reading_names[i]) != length ||
			    strncmp(reading_names[i], words, length) != 0)
				continue;
			trace->has[i] = true;
			trace->places[i] = place;
		}
		words = next_word(words);
	}
}

void (*idle_trace_read_system)(const struct result *result, struct idle_traces *traces,
			       struct idle_trace *trace);

static void find_trace(struct builder *builder, const struct wire_idle *info)
{
	struct idle_trace *trace = &builder->traces->items[builder->traces->count++];
	const struct record_list *list;

	*trace = (struct idle_trace){
		.info = info,
		.bench = result_bench_name(builder->result, info->bench),
		.span = info->end_tsc - info->begin_tsc,
	};
	find_readings(trace);
	list = &builder->result->records[WIRE_idle_vector];
	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].idle_vector.idle != trace->info->id)
			continue;
		if (trace->vector_count == 0)
			trace->vectors = &list->items[i];
		if (trace->vectors + trace->vector_count == &list->items[i])
			trace->vector_count++;
	}
	find_passes(builder, trace);
	trace_find_events(builder, trace);
	if (idle_trace_read_system != NULL)
		idle_trace_read_system(builder->result, builder->traces, trace);
	trace->passes_missing = missing(info->passes, info->passes_lost, trace->pass_count);
	trace->events_missing = missing(info->events, info->events_lost, trace->event_count);
}

/* Whether no earlier record has the same ID. */
static bool trace_is_first_of_id(const struct record_list *runs, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (runs->items[i].idle.id == runs->items[index].idle.id)
			return false;
	}
	return true;
}

static uint64_t count_unattached(const struct result *result, const struct idle_traces *traces)
{
	static const enum wire_kind kinds[] = {
		WIRE_idle_passes, WIRE_idle_events, WIRE_idle_vector,
	};
	uint64_t count = 0;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		const struct record_list *list = &result->records[kinds[i]];

		for (size_t j = 0; j < list->count; j++) {
			bool found = false;

			for (size_t k = 0; k < traces->count && !found; k++)
				found = traces->items[k].info->id == idle_of(&list->items[j]);
			count += !found;
		}
	}
	return count;
}

void idle_traces_find(const struct result *result, struct idle_traces *traces)
{
	const struct record_list *runs = &result->records[WIRE_idle];
	struct builder builder = {.result = result, .traces = traces};
	size_t count = runs->count < IDLE_TRACES_MAX ? runs->count : IDLE_TRACES_MAX;
	const struct record_list *records = result->records;
	size_t passes = records[WIRE_idle_passes].count, events = records[WIRE_idle_events].count;
	struct arena *arena = &traces->arena;

	memset(traces, 0, sizeof(*traces));
	arena_init(&traces->arena, IDLE_MEMORY_MAX);
	/* The traces need far less than the limit. */
	traces->items = xarena_alloc(arena, count * sizeof(*traces->items));
	builder.columns = xarena_alloc(arena, sizeof(*builder.columns));
	builder.blocks =
		xarena_alloc(arena, (passes > events ? passes : events) * sizeof(*builder.blocks));
	for (size_t i = 0; i < count; i++) {
		const struct wire_idle *info = &runs->items[i].idle;

		if (info->end_tsc >= info->begin_tsc && trace_is_first_of_id(runs, i))
			find_trace(&builder, info);
		else
			traces->malformed++;
	}
	traces->over_limit += runs->count - count;
	traces->unattached = count_unattached(result, traces);
}

void idle_traces_free(struct idle_traces *traces)
{
	arena_free(&traces->arena);
}

uint64_t idle_reading(const struct idle_trace *trace, const struct idle_pass *pass,
		      enum idle_reading which)
{
	return trace->has[which] ? pass->readings[trace->places[which]] : 0;
}

const char *idle_vector_name(const struct idle_trace *trace, uint64_t vector)
{
	for (size_t i = 0; i < trace->vector_count; i++) {
		const struct wire_idle_vector *found = &trace->vectors[i].idle_vector;

		if (found->vector == vector && found->name[0] != '\0')
			return found->name;
	}
	return NULL;
}
