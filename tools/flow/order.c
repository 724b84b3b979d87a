/* SPDX-License-Identifier: MIT */
/* A merge sort of the CPUs' lists of events. The merge has no branch on which event is earlier,
 * because mispredictions would take most of the time. */
#include "tools/flow/order.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/flow/ties.h"

/* A stream whose events are being listed. */
struct cursor {
	const struct flow_stream *stream;
	uint64_t last_time;             /* of the previous event */
	uint64_t expected;              /* index in the stream of the next event */
	bool is_lost;                   /* the previous event reports lost events */
};

struct merge {
	const struct flow_log *log;
	struct flow_order *order;
	size_t *first_blocks;           /* by stream; one more at the end */
	uint32_t *spare;                /* of the size of the order's events */
	size_t *ends;                   /* of the lists to be merged, of one run */
	size_t list_count;
};

/* ---- Gaps ---- */

static void order_add_gap(struct merge *merge, const struct cursor *cursor, uint64_t from,
			  uint64_t to)
{
	/* A repeated block begins before the last event. */
	const struct flow_gap gap = {
		cursor->stream->run, from < to ? from : to, from < to ? to : from,
	};

	FLOW_LIST_ADD(merge->order->gaps, gap);
}

static int order_by_time(const void *a, const void *b)
{
	const struct flow_gap *left = a, *right = b;

	if (left->run != right->run)
		return left->run < right->run ? -1 : 1;
	return (left->from > right->from) - (left->from < right->from);
}

static void unite_gaps(struct flow_order *order)
{
	struct flow_gap *gaps = order->gaps.items;
	size_t last = 0;

	if (order->gaps.count == 0)
		return;
	qsort(gaps, order->gaps.count, sizeof(*gaps), order_by_time);
	for (size_t i = 1; i < order->gaps.count; i++) {
		if (gaps[i].run != gaps[last].run || gaps[i].from > gaps[last].to)
			gaps[++last] = gaps[i];
		else if (gaps[i].to > gaps[last].to)
			gaps[last].to = gaps[i].to;
	}
	order->gaps.count = last + 1;
}

bool flow_order_has_gap(const struct flow_order *order, uint32_t run, uint64_t from, uint64_t to)
{
	size_t low = 0, high = order->gaps.count;

	/* Among the gaps that begin at or before `to`, only the last one can reach `from`. */
	while (low < high) {
		size_t middle = (low + high) / 2;
		const struct flow_gap *gap = &order->gaps.items[middle];

		if (gap->run < run || (gap->run == run && gap->from <= to))
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && order->gaps.items[low - 1].run == run &&
		order->gaps.items[low - 1].to >= from;
}

/* ---- One stream ---- */

static void list_events(struct merge *merge, struct cursor *cursor, const struct flow_block *block,
			uint32_t *to)
{
	const struct flow_event *events = merge->log->events.items;

	for (uint32_t i = block->start; i < block->start + block->count; i++) {
		if (events[i].time < cursor->last_time)
			FLOW_LIST_ADD(merge->order->step_backs, i);
		if (cursor->is_lost)
			order_add_gap(merge, cursor, cursor->last_time, events[i].time);
		cursor->is_lost = events[i].kind == FLOW_LOST && events[i].other > 0;
		cursor->last_time = events[i].time;
		*to++ = i;
	}
}

/* List a stream's events from index `at`. Returns the index of their end. */
static size_t list_stream(struct merge *merge, uint32_t number, uint32_t *list, size_t at)
{
	const struct flow_block *blocks = merge->log->blocks.items;
	struct cursor cursor = {.stream = &merge->log->streams.items[number]};

	for (size_t i = merge->first_blocks[number]; i < merge->first_blocks[number + 1]; i++) {
		const struct flow_block *block = &blocks[i];

		/* A block's position shows whether one before it is missing or repeated. */
		if (block->first != cursor.expected)
			order_add_gap(merge, &cursor, cursor.last_time,
				      merge->log->events.items[block->start].time);
		cursor.expected = block->first + block->count;
		list_events(merge, &cursor, block, list + at);
		at += blocks[i].count;
	}
	/* Events may be missing at the end of the stream. */
	if (cursor.is_lost || !cursor.stream->is_closed || cursor.stream->sent != cursor.expected)
		order_add_gap(merge, &cursor, cursor.last_time, UINT64_MAX);
	return at;
}

/* ---- All streams of a run ---- */

/* Merge two lists. If events have the same time, that of the left list is first. The function is
 * not inlined, because the loop would run out of registers. */
__attribute__((noinline))
static void merge_two(const struct flow_event *events, const uint32_t *left, const uint32_t *right,
		      const uint32_t *end, uint32_t *to)
{
	const uint32_t *left_end = right;

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

/* Merge each list with the next one. */
static void merge_pairs(struct merge *merge, size_t first, const uint32_t *from, uint32_t *to)
{
	size_t count = 0;

	for (size_t i = 0; i < merge->list_count; i += 2) {
		size_t middle = merge->ends[i];
		size_t end = i + 1 < merge->list_count ? merge->ends[i + 1] : middle;

		merge_two(merge->log->events.items, from + first, from + middle, from + end,
			  to + first);
		merge->ends[count++] = first = end;
	}
	merge->list_count = count;
}

static bool is_odd_number_of_passes(size_t lists)
{
	bool is_odd = false;

	for (; lists > 1; lists = (lists + 1) / 2)
		is_odd = !is_odd;
	return is_odd;
}

/* Order the events of a run, whose streams are `numbers`. */
static void merge_run(struct merge *merge, const uint32_t *numbers, size_t count)
{
	struct flow_order *order = merge->order;
	bool is_spare = is_odd_number_of_passes(count);
	size_t first = order->count, end = first;

	for (size_t i = 0; i < count; i++) {
		end = list_stream(merge, numbers[i], is_spare ? merge->spare : order->events, end);
		merge->ends[i] = end;
	}
	merge->list_count = count;
	for (; merge->list_count > 1; is_spare = !is_spare)
		merge_pairs(merge, first, is_spare ? merge->spare : order->events,
			    is_spare ? order->events : merge->spare);
	order->count = end;
}

/* ---- The whole log ---- */

static void order_find_blocks(struct merge *merge)
{
	const struct flow_log *log = merge->log;
	size_t block = 0;

	for (uint32_t i = 0; i < log->streams.count; i++) {
		merge->first_blocks[i] = block;
		while (block < log->blocks.count && log->blocks.items[block].stream == i)
			block++;
	}
	merge->first_blocks[log->streams.count] = block;
}

static int by_run(const void *a, const void *b, void *context)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	const struct flow_stream *streams = context;
	uint32_t left_run = streams[left].run, right_run = streams[right].run;

	if (left_run != right_run)
		return left_run < right_run ? -1 : 1;
	return (left > right) - (left < right);
}

/* The numbers of all streams, sorted by run. */
static uint32_t *sort_streams(const struct flow_log *log)
{
	uint32_t *numbers = xcalloc(log->streams.count + 1, sizeof(*numbers));

	for (uint32_t i = 0; i < log->streams.count; i++)
		numbers[i] = i;
	qsort_r(numbers, log->streams.count, sizeof(*numbers), by_run, log->streams.items);
	return numbers;
}

static void merge_runs(struct merge *merge)
{
	const struct flow_log *log = merge->log;
	uint32_t *numbers = sort_streams(log);
	size_t end = 0;

	for (uint32_t run = 0; run < log->runs.count; run++) {
		size_t first = end, events = merge->order->count;
		const struct flow_gap gap = {run, 0, UINT64_MAX};

		while (end < log->streams.count && log->streams.items[numbers[end]].run == run)
			end++;
		/* A CPU without events still writes a record. Without it, the whole run is a
		 * gap. */
		if (end - first < log->runs.items[run].info.cpus)
			FLOW_LIST_ADD(merge->order->gaps, gap);
		merge_run(merge, numbers + first, end - first);
		if (end - first > 1)
			flow_ties_resolve(log, merge->order->events + events,
					  merge->order->count - events);
		merge->order->run_ends[run] = merge->order->count;
	}
	free(numbers);
}

/* Sort the step-backs, which were found by stream. */
static void order_step_backs(const struct flow_log *log, struct flow_order *order)
{
	uint8_t *is_step_back;
	size_t count = 0;

	if (order->step_backs.count == 0)
		return;
	is_step_back = xcalloc(log->events.count, 1);
	for (size_t i = 0; i < order->step_backs.count; i++)
		is_step_back[order->step_backs.items[i]] = 1;
	for (size_t i = 0; i < order->count; i++) {
		if (is_step_back[order->events[i]])
			order->step_backs.items[count++] = order->events[i];
	}
	free(is_step_back);
}

void flow_order_make(const struct flow_log *log, struct flow_order *order)
{
	struct merge merge = {.log = log, .order = order};

	*order = (struct flow_order){0};
	order->events = xmalloc((log->events.count + 1) * sizeof(*order->events));
	order->run_ends = xcalloc(log->runs.count + 1, sizeof(*order->run_ends));
	merge.spare = xmalloc((log->events.count + 1) * sizeof(*merge.spare));
	merge.first_blocks = xcalloc(log->streams.count + 1, sizeof(*merge.first_blocks));
	merge.ends = xcalloc(log->streams.count + 1, sizeof(*merge.ends));
	order_find_blocks(&merge);
	merge_runs(&merge);
	order_step_backs(log, order);
	unite_gaps(order);
	free(merge.ends);
	free(merge.first_blocks);
	free(merge.spare);
}

void flow_order_free(struct flow_order *order)
{
	free(order->events);
	free(order->run_ends);
	free(order->gaps.items);
	free(order->step_backs.items);
	*order = (struct flow_order){0};
}
