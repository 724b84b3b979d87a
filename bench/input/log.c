/* SPDX-License-Identifier: MIT */
/* The log in memory, and its records. */
#include "bench/input/log.h"

#include <stddef.h>

#include "bench/benchmark.h"
#include "bench/engine/records.h"
#include "bench/engine/sweep.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/event/think_wait.h"

#define PAGE_BYTES 4096

int message_log_open(struct bench_ctx *ctx, struct message_log *log, uint32_t capacity)
{
	*log = (struct message_log){.capacity = capacity};
	log->events = platform_map(capacity * sizeof(log->events[0]), PAGE_BYTES);
	if (log->events == NULL)
		return bench_skip(ctx, "memory", "no memory for a log of %u events", capacity);
	return 0;
}

void message_log_begin(struct message_log *log)
{
	*log = (struct message_log){
		.events = log->events, .capacity = log->capacity,
		.begin_tsc = clock_read(),
	};
}

void message_log_add_event(struct message_log *log, const struct message_event *event)
{
	if (log->count < log->capacity)
		log->events[log->count++] = *event;
	else
		log->lost++;
}

void message_log_end(struct message_log *log)
{
	log->end_tsc = clock_read();
	message_events_decide(log->events, log->count);
}

bool message_log_ends_in_vain(const struct message_log *log)
{
	const struct message_event *last = log->events + log->count;

	return log->count > 0 && last[-1].kind == MESSAGE_PEEK && last[-1].message == 0;
}

const struct message_event *message_log_find(const struct message_log *log, uint32_t from,
					     enum message_event_kind kind)
{
	for (uint32_t i = from; i < log->count; i++) {
		if (log->events[i].kind == kind)
			return &log->events[i];
	}
	return NULL;
}

void message_log_run_machine(const struct message_log *log, struct think_wait *machine)
{
	think_wait_begin(machine, log->begin_tsc);
	for (uint32_t i = 0; i < log->count; i++)
		think_wait_step(machine, &log->events[i]);
	think_wait_end(machine, log->end_tsc);
}

static void write_log(const struct bench_ctx *ctx, const struct message_log *log, uint64_t id,
		      const char *source)
{
	char point[SWEEP_POINT_CHARS];
	struct think_wait machine;

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	message_log_run_machine(log, &machine);
	wire_write(platform_writer(), WIRE_message_log, &(struct wire_message_log){
		.id = id,
		.bench = records_current_bench(),
		.point = point,
		.source = source,
		.begin_tsc = log->begin_tsc,
		.end_tsc = log->end_tsc,
		.events = log->count,
		.lost = log->lost,
		.think_ticks = think_wait_ticks(&machine, STATE_THINK),
		.wait_ticks = think_wait_ticks(&machine, STATE_WAIT),
		.dropped = log->dropped,
		.stray_bytes = log->stray_bytes,
		.unexpected = log->unexpected,
	});
}

uint64_t message_log_write(const struct bench_ctx *ctx, const struct message_log *log,
			   const char *source)
{
	static struct message_columns columns;
	uint64_t id = records_message_log();
	struct wire_message_events record = {.log = id};

	write_log(ctx, log, id, source);
	for (; record.first < log->count; record.first += record.n) {
		uint32_t left = log->count - (uint32_t)record.first;

		message_events_pack(&log->events[record.first],
				    left < MESSAGE_EVENTS_MAX ? left : MESSAGE_EVENTS_MAX,
				    log->begin_tsc, &columns, &record);
		wire_write(platform_writer(), WIRE_message_events, &record);
	}
	return id;
}
