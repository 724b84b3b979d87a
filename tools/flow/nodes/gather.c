/* SPDX-License-Identifier: MIT */
/* Events refer to runs by index, and not to other events. Merged runs, streams and blocks get new
 * indices, and the rest is copied. */
#include "tools/flow/nodes/gather.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/analysis/validity.h"
#include "tools/base/alloc.h"
#include "tools/base/ticks.h"
#include "tools/stats/clock_bounds.h"

/* State while one log is added to another: new indices of its runs and streams. */
struct gathering {
	struct flow_log *log;
	const struct flow_log *other;
	uint32_t *runs, *streams;
};

/* ---- Runs ---- */

static const char *run_name(const struct flow_log *log, size_t run)
{
	return log->runs.items[run].info.name;
}

/* Number of earlier runs of the same name. */
static size_t earlier_of_name(const struct flow_log *log, size_t run)
{
	size_t found = 0;

	for (size_t i = 0; i < run; i++)
		found += strcmp(run_name(log, i), run_name(log, run)) == 0;
	return found;
}

static uint32_t find_run(const struct flow_log *log, const char *name, size_t nth)
{
	uint32_t run = 0;

	for (; run < log->runs.count; run++) {
		if (strcmp(run_name(log, run), name) == 0 && nth-- == 0)
			break;
	}
	return run;
}

static const char *copy_text(struct flow_log *log, const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(xarena_alloc(&log->arena, size), text, size);
}

static void gather_runs(struct gathering *gathering)
{
	struct flow_log *log = gathering->log;
	size_t before = log->runs.count;

	for (size_t i = 0; i < gathering->other->runs.count; i++) {
		struct flow_run run = gathering->other->runs.items[i];
		uint32_t found = find_run(log, run.info.name,
					  earlier_of_name(gathering->other, i));

		gathering->runs[i] = found;
		if (found < before) {
			struct flow_run *known = &log->runs.items[found];

			known->info.cpus += run.info.cpus;
			if (run.nodes > known->nodes)
				known->nodes = run.nodes;
			continue;
		}
		gathering->runs[i] = (uint32_t)log->runs.count;
		run.info.name = copy_text(log, run.info.name);
		FLOW_LIST_ADD(log->runs, run);
	}
}

/* ---- Events ---- */

/* Whether the logs' frequencies differ by more than the drift of equal clocks. Smaller differences
 * are ignored, because messages measure them better than the machines do. An impossible frequency
 * counts as unknown, and an unknown frequency as equal. */
static bool has_other_frequency(const struct flow_log *log, const struct flow_log *other)
{
	double hz = (double)log->manifest.tsc_hz, others = (double)other->manifest.tsc_hz;

	return validity_is_frequency(log->manifest.tsc_hz) &&
	       validity_is_frequency(other->manifest.tsc_hz) &&
	       fabs(others / hz - 1) > CLOCK_DRIFT_MAX / 2;
}

/* Convert a time of the other log to ticks of this one. */
static uint64_t time_in(const struct flow_log *log, const struct flow_log *other, uint64_t time)
{
	if (!has_other_frequency(log, other))
		return time;
	return (uint64_t)ticks_convert(time, other->manifest.tsc_hz, log->manifest.tsc_hz);
}

static void gather_events(struct gathering *gathering)
{
	struct flow_log *log = gathering->log;
	const struct flow_log *other = gathering->other;
	size_t first = log->events.count;

	for (size_t i = 0; i < other->streams.count; i++) {
		struct flow_stream stream = other->streams.items[i];

		stream.run = gathering->runs[stream.run];
		gathering->streams[i] = (uint32_t)log->streams.count;
		FLOW_LIST_ADD(log->streams, stream);
	}
	for (size_t i = 0; i < other->events.count; i++) {
		struct flow_event event = other->events.items[i];

		event.time = time_in(log, other, event.time);
		FLOW_LIST_ADD(log->events, event);
	}
	for (size_t i = 0; i < other->blocks.count; i++) {
		struct flow_block block = other->blocks.items[i];

		block.stream = gathering->streams[block.stream];
		block.start += (uint32_t)first;
		FLOW_LIST_ADD(log->blocks, block);
	}
}

/* ---- The rest ---- */

static void gather_names(struct gathering *gathering, struct flow_names *names,
			 const struct flow_names *others)
{
	for (size_t i = 0; i < others->count; i++) {
		struct flow_named named = others->items[i];

		named.run = gathering->runs[named.run];
		if (flow_names_find(names, named.run, named.node, named.number) != NULL)
			continue;
		named.name = copy_text(gathering->log, named.name);
		if (named.device != NULL)
			named.device = copy_text(gathering->log, named.device);
		flow_names_add(names, &named);
	}
}

static void gather_truths(struct gathering *gathering)
{
	struct flow_log *log = gathering->log;

	for (size_t i = 0; i < gathering->other->truths.count; i++) {
		struct wire_flow_truth truth = gathering->other->truths.items[i];

		truth.run = gathering->runs[truth.run];
		truth.path.data = memcpy(xarena_alloc(&log->arena, truth.path.size),
					 truth.path.data, truth.path.size);
		FLOW_LIST_ADD(log->truths, truth);
	}
}

static bool gather_has_lack(const struct flow_log *log, const struct flow_lack *lack)
{
	for (size_t i = 0; i < log->lacks.count; i++) {
		if (log->lacks.items[i].is_note == lack->is_note &&
		    strcmp(log->lacks.items[i].text, lack->text) == 0)
			return true;
	}
	return false;
}

/* Find a node with events in both logs. */
static bool shares_node(const struct flow_log *log, const struct flow_log *other, uint8_t *node)
{
	bool is_there[UINT8_MAX + 1] = {false};

	for (size_t i = 0; i < log->streams.count; i++)
		is_there[log->streams.items[i].node] = true;
	for (size_t i = 0; i < other->streams.count; i++) {
		*node = other->streams.items[i].node;
		if (is_there[*node])
			return true;
	}
	return false;
}

bool flow_log_gather(struct flow_log *log, const struct flow_log *other, uint8_t *node)
{
	struct gathering gathering = {.log = log, .other = other};

	if (shares_node(log, other, node))
		return false;
	gathering.runs = xcalloc(other->runs.count + 1, sizeof(*gathering.runs));
	gathering.streams = xcalloc(other->streams.count + 1, sizeof(*gathering.streams));
	gather_runs(&gathering);
	gather_events(&gathering);
	gather_names(&gathering, &log->objects, &other->objects);
	gather_names(&gathering, &log->threads, &other->threads);
	gather_truths(&gathering);
	/* What several logs lack is listed once. */
	for (size_t i = 0; i < other->lacks.count; i++) {
		struct flow_lack lack = other->lacks.items[i];

		if (gather_has_lack(log, &lack))
			continue;
		lack.text = copy_text(log, lack.text);
		FLOW_LIST_ADD(log->lacks, lack);
	}
#define X(field, summary) log->account.field += other->account.field;
	LOG_ACCOUNT(X)
#undef X
	if (!flow_log_is_complete(other))
		log->end_status = NULL;
	log->online.count = 0;  /* a node computed these sums without the other nodes */
	free(gathering.runs);
	free(gathering.streams);
	return true;
}
