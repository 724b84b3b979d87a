/* SPDX-License-Identifier: MIT */
/* Columns are packed with the code of real targets. */
#include "tests/unit/tools/idle_log.h"

#include <stdlib.h>
#include <string.h>

#include "lib/event/idle.h"
#include "lib/wire/samples.h"

#define COLUMN_MAX 8192

static uint64_t next_seq, next_run;

/* The columns of a run before they are divided into blocks. */
struct columns {
	uint64_t before[COLUMN_MAX], elapsed[COLUMN_MAX], interrupts[COLUMN_MAX];
	uint64_t readings[3][COLUMN_MAX];
	uint64_t starts[COLUMN_MAX];
	uint64_t at[COLUMN_MAX], kind[COLUMN_MAX], value[COLUMN_MAX];
	size_t events;
	uint64_t span;
};

void idle_log_add(struct result *result, struct wire_record *record)
{
	record->seq = next_seq++;
	result_add(result, record);
}

struct result *idle_log_begin(const char *time_base, const char *name)
{
	struct result *result = result_new();
	struct wire_record manifest = {.kind = WIRE_manifest}, bench = {.kind = WIRE_bench};

	next_seq = next_run = 0;
	manifest.manifest = (struct wire_manifest){
		.format = WIRE_FORMAT, .build = "", .host = "bare-metal", .time_base = time_base,
		.tsc_hz = IDLE_LOG_TSC_HZ,
	};
	bench.bench = (struct wire_bench){.id = 1, .name = name, .unit = "tsc_ticks"};
	idle_log_add(result, &manifest);
	idle_log_add(result, &bench);
	return result;
}

static void note(struct columns *columns, uint64_t at, uint64_t kind, uint64_t value)
{
	columns->at[columns->events] = at;
	columns->kind[columns->events] = kind;
	columns->value[columns->events++] = value;
}

static void note_gap(struct columns *columns, const struct injected *injected, bool is_trial)
{
	uint64_t at = columns->span + IDLE_LOG_ARRIVAL, end = at + injected->ticks;

	if (!is_trial) {
		note(columns, at, IDLE_EVENT_INTERRUPT, injected->vector);
		return;
	}
	note(columns, at, IDLE_EVENT_ENTERED, injected->vector);
	note(columns, at - IDLE_LOG_LATE, IDLE_EVENT_RAISED, injected->vector);
	note(columns, at + IDLE_LOG_RESUME, IDLE_EVENT_RESUME, 0);
	note(columns, end - IDLE_LOG_DONE, IDLE_EVENT_DONE, 0);
	note(columns, end - IDLE_LOG_LEAVE, IDLE_EVENT_LEAVE, injected->vector);
}

static void fill(const struct idle_log_options *options, const struct injected *injected,
		 size_t injected_count, struct columns *columns)
{
	memset(columns, 0, sizeof(*columns));
	for (size_t i = 0; i < options->passes; i++) {
		columns->starts[i] = columns->span;
		columns->elapsed[i] = IDLE_LOG_PASS;
		if (injected_count > 0 && injected->pass == i) {
			columns->elapsed[i] += injected->ticks;
			columns->readings[0][i] = injected->smis;
			columns->interrupts[i] = injected->vector != 0;
			if (injected->vector != 0)
				note_gap(columns, injected, options->trials);
			injected++;
			injected_count--;
		}
		columns->readings[2][i] = columns->elapsed[i];
		if (options->aperf != NULL)
			columns->readings[1][i] = columns->elapsed[i] * options->aperf(i) / 1000;
		columns->span += columns->elapsed[i];
	}
}

/* The caller frees data. */
static struct wire_bytes pack(const uint64_t *values, size_t count)
{
	size_t capacity = count * SAMPLE_BYTES_MAX + SAMPLE_BYTES_MAX, size;
	uint8_t *data = malloc(capacity);

	if (data == NULL)
		abort();
	samples_pack(values, count, data, capacity, &size);
	return (struct wire_bytes){data, size};
}

static void add_block(struct result *result, const struct columns *columns, size_t first, size_t n)
{
	struct wire_record record = {.kind = WIRE_idle_passes};
	struct wire_idle_passes *block = &record.idle_passes;
	struct wire_bytes *bytes[] = {
		&block->before, &block->elapsed, &block->interrupts, &block->reading0,
		&block->reading1, &block->reading2,
	};
	const uint64_t *const values[] = {
		columns->before, columns->elapsed, columns->interrupts, columns->readings[0],
		columns->readings[1], columns->readings[2],
	};

	block->idle = next_run;
	block->first = first;
	block->n = n;
	block->at = columns->starts[first];
	for (size_t i = 0; i < 6; i++)
		*bytes[i] = pack(values[i] + first, n);
	idle_log_add(result, &record);
	for (size_t i = 0; i < 6; i++)
		free((void *)bytes[i]->data);
}

static void add_events(struct result *result, const struct columns *columns)
{
	struct wire_record record = {.kind = WIRE_idle_events};
	struct wire_idle_events *block = &record.idle_events;

	block->idle = next_run;
	block->n = columns->events;
	block->at = pack(columns->at, columns->events);
	block->kind = pack(columns->kind, columns->events);
	block->value = pack(columns->value, columns->events);
	idle_log_add(result, &record);
	free((void *)block->at.data);
	free((void *)block->kind.data);
	free((void *)block->value.data);
}

static void add_vector(struct result *result, uint64_t vector, const char *name)
{
	struct wire_record record = {.kind = WIRE_idle_vector};

	record.idle_vector = (struct wire_idle_vector){next_run, vector, name, 1};
	idle_log_add(result, &record);
}

static const char *readings_of(const struct idle_log_options *options)
{
	if (options->readings != NULL)
		return options->readings;
	return options->aperf != NULL ? "smi,aperf,mperf" : "smi,new";
}

static void add_run(struct result *result, const struct idle_log_options *options,
		    const struct columns *columns)
{
	struct wire_record record = {.kind = WIRE_idle};

	record.idle = (struct wire_idle){
		.id = ++next_run, .bench = 1, .point = options->point, .kind = "poll",
		.quantum_ticks = IDLE_LOG_PASS, .pass_ticks = IDLE_LOG_PASS, .record_ticks = 30,
		.tick_hz = options->tick_hz,
		.readings = readings_of(options),
		.begin_tsc = 5000, .end_tsc = 5000 + columns->span, .ended = "time", .ring = "stop",
		.capacity = COLUMN_MAX, .passes = options->passes, .interrupts = columns->events,
		.events = columns->events, .rested_ticks = options->rested_ticks,
		.clock_ticks = options->clock_ticks,
		.events_lost = options->loses_events ? columns->events : 0,
	};
	idle_log_add(result, &record);
}

void idle_log_run(struct result *result, const struct idle_log_options *options,
		  const struct injected *injected, size_t injected_count)
{
	static struct columns columns;
	size_t block = options->block != 0 ? options->block : options->passes;

	fill(options, injected, injected_count, &columns);
	add_run(result, options, &columns);
	add_vector(result, IDLE_LOG_TIMER, "lapic_timer");
	add_vector(result, IDLE_LOG_KEYBOARD, "keyboard");
	for (size_t i = 0; i < options->passes; i += block) {
		size_t left = options->passes - i;

		if (options->lost_block == 0 || i / block != options->lost_block - 1)
			add_block(result, &columns, i, left < block ? left : block);
	}
	if (!options->loses_events)
		add_events(result, &columns);
}

void idle_log_end(struct result *result)
{
	const struct log_account account = {0};

	result_link(result, &account);
}
