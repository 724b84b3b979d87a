/* SPDX-License-Identifier: MIT */
/* Writes a trace as records: the run, its passes and events as packed columns, its vectors. */
#include "bench/engine/records.h"
#include "bench/engine/sweep.h"
#include "bench/idle/trace.h"
#include "bench/platform.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "lib/wire/samples.h"

/* values in a record; even the columns of the largest values must fit in a line */
#define BLOCK 80
#define COLUMN_BYTES (BLOCK * SAMPLE_BYTES_MAX)
#define PASS_COLUMNS (3 + IDLE_READINGS_MAX)
#define EVENT_COLUMNS 3
#define NAMES_CHARS 64

_Static_assert(PASS_COLUMNS * COLUMN_BYTES * 4 / 3 < WIRE_LINE_MAX - 256, "a block fits in one "
									  "line");

static const char *const end_names[] = {
	[IDLE_ENDED_TIME] = "time", [IDLE_ENDED_FULL] = "full", [IDLE_ENDED_STOPPED] = "stopped",
};

/* The values of a block's columns, and their packed bytes. */
static struct {
	uint64_t values[PASS_COLUMNS][BLOCK];
	uint8_t packed[PASS_COLUMNS][COLUMN_BYTES];
} block;

static struct wire_bytes column(unsigned number, uint64_t count)
{
	struct wire_bytes bytes = {block.packed[number], 0};

	samples_pack(block.values[number], count, block.packed[number], COLUMN_BYTES, &bytes.size);
	return bytes;
}

void idle_trace_reading_names(const struct idle_trace *trace, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (uint32_t i = 0; i < trace->loop.readings && used < size; i++)
		used += fmt_buffer(text + used, size - used, "%s%s", i > 0 ? "," : "",
				   trace->readings[i].name);
}

static void write_run(const struct bench_ctx *ctx, const struct idle_trace *trace, uint64_t id)
{
	bool polls = trace->kind == IDLE_POLL;
	char point[SWEEP_POINT_CHARS], readings[NAMES_CHARS];

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	idle_trace_reading_names(trace, readings, sizeof(readings));
	wire_write(platform_writer(), WIRE_idle, &(struct wire_idle){
		.id = id,
		.bench = records_current_bench(),
		.point = point,
		.cpu = platform_cpu(),
		.kind = idle_kind_labels[trace->kind],
		.quantum_ticks = polls ? trace->quantum_ticks : 0,
		.turns = polls ? trace->loop.turns : 0,
		.pass_ticks = polls ? trace->pass_ticks : 0,
		.record_ticks = trace->record_ticks,
		.threshold_ticks = trace->loop.threshold_ticks,
		.tick_hz = trace->tick_hz,
		.readings = readings,
		.begin_tsc = trace->begin_tsc,
		.end_tsc = trace->end_tsc,
		.ended = end_names[trace->ended],
		.ring = trace->passes.overwrites ? "overwrite" : "stop",
		.capacity = trace->passes.capacity,
		.passes = trace->passes.offered,
		.passes_lost = ring_lost(&trace->passes),
		.passes_short = trace->loop.short_passes,
		.interrupts = trace->interrupts,
		.events = trace->events.offered,
		.events_lost = ring_lost(&trace->events),
		.smis = trace->smis,
		.rested_ticks = trace->rested_ticks,
		.clock_ticks = trace->clock_ticks,
	});
}

/* The differences between a pass and the previously recorded one. */
static void take_pass(unsigned place, const struct idle_pass *pass, const struct idle_pass *before)
{
	block.values[0][place] = pass->begin_tsc - before->end_tsc;
	block.values[1][place] = pass->end_tsc - pass->begin_tsc;
	block.values[2][place] = pass->interrupts - before->interrupts;
	for (unsigned i = 0; i < IDLE_READINGS_MAX; i++)
		block.values[3 + i][place] = pass->readings[i] - before->readings[i];
}

static struct wire_bytes reading(const struct idle_trace *trace, unsigned number, uint64_t count)
{
	return number < trace->loop.readings ? column(3 + number, count) : (struct wire_bytes){0};
}

static void write_passes(const struct idle_trace *trace, uint64_t id)
{
	uint64_t count = ring_count(&trace->passes), lost = ring_lost(&trace->passes), n;
	struct idle_pass before = {.end_tsc = trace->begin_tsc};

	memcpy(before.readings, trace->readings_before, sizeof(before.readings));
	for (uint64_t first = 0; first < count; first += n) {
		uint64_t at = before.end_tsc - trace->begin_tsc;

		n = count - first < BLOCK ? count - first : BLOCK;
		for (unsigned i = 0; i < n; i++) {
			const struct idle_pass *pass = ring_at(&trace->passes, first + i);

			take_pass(i, pass, &before);
			before = *pass;
		}
		wire_write(platform_writer(), WIRE_idle_passes, &(struct wire_idle_passes){
			id, lost + first, n, column(0, n), column(1, n), column(2, n),
			reading(trace, 0, n), reading(trace, 1, n), reading(trace, 2, n), at});
	}
}

static void write_events(const struct idle_trace *trace, uint64_t id)
{
	uint64_t count = ring_count(&trace->events), n;

	for (uint64_t first = 0; first < count; first += n) {
		n = count - first < BLOCK ? count - first : BLOCK;
		for (unsigned i = 0; i < n; i++) {
			const struct idle_event *event = ring_at(&trace->events, first + i);

			block.values[0][i] = event->tsc - trace->begin_tsc;
			block.values[1][i] = event->kind;
			block.values[2][i] = event->value;
		}
		wire_write(platform_writer(), WIRE_idle_events, &(struct wire_idle_events){
			id, first, n, column(0, n), column(1, n), column(2, n)});
	}
}

static void write_vectors(const struct idle_trace *trace, uint64_t id)
{
	for (unsigned vector = 0; vector < IDLE_VECTORS; vector++) {
		if (trace->vectors[vector] != 0)
			wire_write(platform_writer(), WIRE_idle_vector, &(struct wire_idle_vector){
				id, vector, platform_idle_vector_name(vector),
				trace->vectors[vector]});
	}
}

uint64_t idle_trace_write(const struct bench_ctx *ctx, const struct idle_trace *trace)
{
	uint64_t id = records_idle();

	write_run(ctx, trace, id);
	write_passes(trace, id);
	write_events(trace, id);
	write_vectors(trace, id);
	platform_idle_report(id);
	return id;
}
