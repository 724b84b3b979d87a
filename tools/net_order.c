/* A heap of streams, the one whose next event is earliest on top. */
#include "tools/net_order.h"

#include <err.h>
#include <stdlib.h>

/* A stream while it is merged. */
struct cursor {
	uint32_t stream;
	size_t block, end_block;        /* indices into the log's blocks */
	uint32_t offset;                /* in the block */
	uint64_t time;                  /* of the next event */
	uint64_t last_time;             /* of the one before */
	uint64_t expected;              /* index in the stream of the next event */
};

struct merge {
	const struct net_log *log;
	struct net_order *order;
	struct cursor *cursors;         /* all streams, by run */
	uint32_t *heap;                 /* of one run's cursors that have events left */
	size_t heap_count;
};

/* ---- Gaps ---- */

static void add_gap(struct merge *merge, const struct cursor *cursor, uint64_t from, uint64_t to)
{
	const struct net_gap gap = {merge->log->streams.items[cursor->stream].run, from, to};

	NET_LIST_ADD(merge->order->gaps, gap);
}

static int by_time(const void *a, const void *b)
{
	const struct net_gap *left = a, *right = b;

	if (left->run != right->run)
		return left->run < right->run ? -1 : 1;
	return (left->from > right->from) - (left->from < right->from);
}

static void unite_gaps(struct net_order *order)
{
	struct net_gap *gaps = order->gaps.items;
	size_t kept = 0;

	if (order->gaps.count == 0)
		return;
	qsort(gaps, order->gaps.count, sizeof(*gaps), by_time);
	for (size_t i = 1; i < order->gaps.count; i++) {
		if (gaps[i].run != gaps[kept].run || gaps[i].from > gaps[kept].to)
			gaps[++kept] = gaps[i];
		else if (gaps[i].to > gaps[kept].to)
			gaps[kept].to = gaps[i].to;
	}
	order->gaps.count = kept + 1;
}

bool net_order_has_gap(const struct net_order *order, uint32_t run, uint64_t from, uint64_t to)
{
	size_t low = 0, high = order->gaps.count;

	/* The last gap that begins at or before `to` is the only one that can reach `from`. */
	while (low < high) {
		size_t middle = (low + high) / 2;
		const struct net_gap *gap = &order->gaps.items[middle];

		if (gap->run < run || (gap->run == run && gap->from <= to))
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && order->gaps.items[low - 1].run == run &&
		order->gaps.items[low - 1].to >= from;
}

/* ---- One stream ---- */

static bool is_at_end(const struct cursor *cursor)
{
	return cursor->block == cursor->end_block;
}

static const struct net_event *event_at(const struct merge *merge, const struct cursor *cursor,
					uint32_t *index)
{
	*index = merge->log->blocks.items[cursor->block].start + cursor->offset;
	return &merge->log->events.items[*index];
}

/* At the first event of a block: its number tells whether a block is missing, or came twice. */
static void enter_block(struct merge *merge, struct cursor *cursor)
{
	const struct net_block *block = &merge->log->blocks.items[cursor->block];
	uint64_t time = merge->log->events.items[block->start].time;

	if (block->first != cursor->expected)
		add_gap(merge, cursor, cursor->last_time, time);
	cursor->expected = block->first + block->count;
	cursor->offset = 0;
}

/* The stream has no more events here; did it have more where it was recorded? */
static void leave_stream(struct merge *merge, const struct cursor *cursor)
{
	const struct net_stream *stream = &merge->log->streams.items[cursor->stream];

	if (!stream->is_closed || stream->sent != cursor->expected)
		add_gap(merge, cursor, cursor->last_time, UINT64_MAX);
}

/* Take the event at the cursor and go on to the next. */
static void step(struct merge *merge, struct cursor *cursor)
{
	uint32_t index;
	const struct net_event *event = event_at(merge, cursor, &index);
	bool is_loss = event->kind == NET_LOST;

	merge->order->events[merge->order->count++] = index;
	if (event->time < cursor->last_time)
		NET_LIST_ADD(merge->order->step_backs, index);
	cursor->last_time = event->time;
	cursor->offset++;
	if (cursor->offset == merge->log->blocks.items[cursor->block].count) {
		cursor->block++;
		if (!is_at_end(cursor))
			enter_block(merge, cursor);
		else
			leave_stream(merge, cursor);
	}
	cursor->time = is_at_end(cursor) ? UINT64_MAX : event_at(merge, cursor, &index)->time;
	if (is_loss)
		add_gap(merge, cursor, cursor->last_time, cursor->time);
}

/* ---- The heap ---- */

static bool is_before(const struct merge *merge, size_t a, size_t b)
{
	const struct cursor *left = &merge->cursors[merge->heap[a]];
	const struct cursor *right = &merge->cursors[merge->heap[b]];

	return left->time != right->time ? left->time < right->time
					 : left->stream < right->stream;
}

static void sink(struct merge *merge, size_t at)
{
	for (;;) {
		size_t child = 2 * at + 1;
		uint32_t moved = merge->heap[at];

		if (child >= merge->heap_count)
			return;
		if (child + 1 < merge->heap_count && is_before(merge, child + 1, child))
			child++;
		if (!is_before(merge, child, at))
			return;
		merge->heap[at] = merge->heap[child];
		merge->heap[child] = moved;
		at = child;
	}
}

/* The time before which the stream on top is the only one that has events. */
static uint64_t next_time(const struct merge *merge)
{
	uint64_t time = UINT64_MAX;

	for (size_t child = 1; child <= 2 && child < merge->heap_count; child++) {
		if (merge->cursors[merge->heap[child]].time < time)
			time = merge->cursors[merge->heap[child]].time;
	}
	return time;
}

/* Merge the cursors first..end-1, which are those of one run. */
static void merge_run(struct merge *merge, size_t first, size_t end)
{
	merge->heap_count = 0;
	for (size_t i = first; i < end; i++) {
		if (is_at_end(&merge->cursors[i]))
			leave_stream(merge, &merge->cursors[i]);
		else
			merge->heap[merge->heap_count++] = (uint32_t)i;
	}
	for (size_t i = merge->heap_count / 2; i > 0; i--)
		sink(merge, i - 1);
	while (merge->heap_count > 0) {
		struct cursor *cursor = &merge->cursors[merge->heap[0]];
		uint64_t until = next_time(merge);

		do
			step(merge, cursor);
		while (!is_at_end(cursor) && cursor->time < until);
		if (is_at_end(cursor))
			merge->heap[0] = merge->heap[--merge->heap_count];
		sink(merge, 0);
	}
}

static void set_cursors(struct merge *merge)
{
	const struct net_log *log = merge->log;
	size_t block = 0;
	uint32_t index;

	for (uint32_t i = 0; i < log->streams.count; i++) {
		struct cursor *cursor = &merge->cursors[i];

		cursor->stream = i;
		cursor->block = block;
		while (block < log->blocks.count && log->blocks.items[block].stream == i)
			block++;
		cursor->end_block = block;
		if (is_at_end(cursor))
			continue;
		enter_block(merge, cursor);
		cursor->time = event_at(merge, cursor, &index)->time;
	}
}

/* For qsort, which hands no context to its comparison. */
static const struct net_stream *sorted_streams;

static int by_run(const void *a, const void *b)
{
	const struct cursor *left = a, *right = b;
	uint32_t left_run = sorted_streams[left->stream].run;
	uint32_t right_run = sorted_streams[right->stream].run;

	if (left_run != right_run)
		return left_run < right_run ? -1 : 1;
	return (left->stream > right->stream) - (left->stream < right->stream);
}

/* CPUs of which nothing came at all, not even that they recorded nothing. */
static void note_missing_streams(struct merge *merge, uint32_t run, size_t streams)
{
	const struct net_gap gap = {run, 0, UINT64_MAX};

	if (streams < merge->log->runs.items[run].info.cpus)
		NET_LIST_ADD(merge->order->gaps, gap);
}

void net_order_make(const struct net_log *log, struct net_order *order)
{
	struct merge merge = {.log = log, .order = order};
	size_t streams = log->streams.count, end = 0;

	*order = (struct net_order){0};
	order->events = malloc((log->events.count + 1) * sizeof(*order->events));
	order->run_ends = calloc(log->runs.count + 1, sizeof(*order->run_ends));
	merge.cursors = calloc(streams + 1, sizeof(*merge.cursors));
	merge.heap = calloc(streams + 1, sizeof(*merge.heap));
	if (order->events == NULL || order->run_ends == NULL || merge.cursors == NULL ||
	    merge.heap == NULL)
		err(2, "out of memory");
	set_cursors(&merge);
	sorted_streams = log->streams.items;
	qsort(merge.cursors, streams, sizeof(*merge.cursors), by_run);
	for (uint32_t run = 0; run < log->runs.count; run++) {
		size_t first = end;

		while (end < streams && log->streams.items[merge.cursors[end].stream].run == run)
			end++;
		note_missing_streams(&merge, run, end - first);
		merge_run(&merge, first, end);
		order->run_ends[run] = order->count;
	}
	unite_gaps(order);
	free(merge.heap);
	free(merge.cursors);
}

void net_order_free(struct net_order *order)
{
	free(order->events);
	free(order->run_ends);
	free(order->gaps.items);
	free(order->step_backs.items);
	*order = (struct net_order){0};
}
