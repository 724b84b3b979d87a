/* SPDX-License-Identifier: MIT */
/* Nodes and the messages between them are a graph. Prim's algorithm selects the tree with the
 * smallest errors. Its root is the reference, and each node is synchronized with its parent. */
#include "tools/flow/nodes/clocks.h"

#include <math.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/flow/nodes/crossings.h"
#include "tools/stats/clock_bounds.h"

#define NODES (UINT8_MAX + 1)

/* Each round moves the events that the round before left earlier than their cause. */
#define ROUNDS_MAX 64

/* Larger clock values or offsets are invalid: this is decades in ticks. */
#define TICKS_MAX ((int64_t)1 << 61)

struct node {
	bool is_there, is_set;
	uint64_t begin, end;            /* of its events */
	uint8_t parent;
	struct clock_bounds *bounds;    /* offset from the parent's clock; NULL for a root */
};

struct setting {
	struct flow_log *log;
	struct flow_crossings crossings;
	struct node nodes[NODES];
	struct flow_clock *clocks[NODES];       /* stored in the log */
};

/* ---- Two nodes ---- */

static bool is_between(const struct flow_crossing *crossing, uint8_t a, uint8_t b)
{
	return (crossing->from == a && crossing->to == b) ||
	       (crossing->from == b && crossing->to == a);
}

static struct clock_bound bound_of(const struct setting *setting,
				   const struct flow_crossing *crossing, uint8_t node)
{
	const struct flow_event *events = setting->log->events.items;
	uint64_t sent = events[crossing->sent].time, received = events[crossing->received].time;
	bool is_upper = crossing->from == node;

	return (struct clock_bound){
		.at = is_upper ? sent : received,
		.offset = (int64_t)(is_upper ? received - sent : sent - received),
		.is_upper = is_upper,
	};
}

/* The possible offsets between the clocks of two nodes. Returns NULL if there are no messages
 * between them. */
static struct clock_bounds *fit_pair(const struct setting *setting, uint8_t node, uint8_t other)
{
	const struct flow_crossings *crossings = &setting->crossings;
	struct clock_bound *bounds = xcalloc(crossings->count + 1, sizeof(*bounds));
	struct clock_bounds *fit = NULL;
	size_t count = 0;

	for (size_t i = 0; i < crossings->count; i++) {
		if (!is_between(&crossings->items[i], node, other))
			continue;
		bounds[count] = bound_of(setting, &crossings->items[i], node);
		count += bounds[count].at < TICKS_MAX && bounds[count].offset > -TICKS_MAX &&
			 bounds[count].offset < TICKS_MAX;
	}
	if (count > 0)
		fit = clock_bounds_fit(bounds, count);
	free(bounds);
	return fit;
}

static uint64_t middle_of(const struct node *node)
{
	return node->begin + (node->end - node->begin) / 2;
}

static double width_of(const struct clock_bounds *fit, uint64_t at)
{
	struct clock_range range = clock_range_at(fit, at);

	return range.high - range.low;
}

/* ---- The tree ---- */

static void set_node(struct setting *setting, uint8_t number, uint8_t parent,
		     struct clock_bounds *bounds)
{
	struct node *node = &setting->nodes[number];
	struct flow_clock *clock = setting->clocks[number];

	node->is_set = true;
	node->parent = clock->set_by = parent;
	node->bounds = bounds;
	for (size_t i = 0; i < setting->crossings.count; i++) {
		const struct flow_crossing *crossing = &setting->crossings.items[i];

		if (is_between(crossing, clock->node, clock->set_by)) {
			clock->received += crossing->to == clock->node;
			clock->sent += crossing->from == clock->node;
		}
	}
	clock->steps = bounds != NULL ? bounds->count - 1 : 0;
}

/* Add the node with the smallest error to the tree. Returns false if no messages lead to further
 * nodes. */
static bool set_next(struct setting *setting)
{
	struct clock_bounds *best = NULL;
	uint8_t best_node = 0, best_parent = 0;

	for (unsigned pair = 0; pair < NODES * NODES; pair++) {
		uint8_t node = (uint8_t)(pair / NODES), parent = (uint8_t)pair;
		uint64_t middle = middle_of(&setting->nodes[node]);
		struct clock_bounds *fit;

		if (!setting->nodes[node].is_there || setting->nodes[node].is_set ||
		    !setting->nodes[parent].is_set)
			continue;
		fit = fit_pair(setting, node, parent);
		if (fit == NULL)
			continue;
		if (best != NULL && width_of(fit, middle) >= width_of(best, middle)) {
			clock_bounds_free(fit);
			continue;
		}
		if (best != NULL)
			clock_bounds_free(best);
		best = fit;
		best_node = node;
		best_parent = parent;
	}
	if (best != NULL)
		set_node(setting, best_node, best_parent, best);
	return best != NULL;
}

/* The lowest node is the reference. A node without messages is its own reference. */
static void set_all(struct setting *setting)
{
	bool is_first = true;

	for (unsigned number = 0; number < NODES; number++) {
		if (!setting->nodes[number].is_there || setting->nodes[number].is_set)
			continue;
		set_node(setting, (uint8_t)number, (uint8_t)number, NULL);
		setting->clocks[number]->error = is_first ? 0 : INFINITY;
		is_first = false;
		while (set_next(setting))
			;
	}
}

/* ---- Times ---- */

/* The middle of the range; the bound of a half-open range. */
static double best_estimate(struct clock_range range)
{
	if (isinf(range.low))
		return isinf(range.high) ? 0 : range.high;
	return isinf(range.high) ? range.low : (range.low + range.high) / 2;
}

static double clamped(double ticks)
{
	return fmin(fmax(ticks, -(double)TICKS_MAX), (double)TICKS_MAX);
}

/* The offset from the reference's clock at a time. Adds its maximum error to *error. */
static double correction(const struct setting *setting, uint8_t number, uint64_t time,
			 double *error)
{
	const struct node *node = &setting->nodes[number];
	double added = 0;

	while (node->bounds != NULL) {
		struct clock_range range = clock_range_at(node->bounds, time + (int64_t)added);

		*error += (range.high - range.low) / 2;
		added = clamped(added + best_estimate(range));
		node = &setting->nodes[node->parent];
	}
	*error += setting->clocks[node - setting->nodes]->error;
	return added;
}

/* Store the properties of each clock, before times are changed. */
static void store_clocks(struct setting *setting)
{
	for (size_t i = 0; i < setting->log->clocks.count; i++) {
		struct flow_clock *clock = &setting->log->clocks.items[i];
		uint64_t middle = middle_of(&setting->nodes[clock->node]);
		double span = (double)(clock->end - clock->begin), unused = 0;
		double first = correction(setting, clock->node, clock->begin, &unused);
		double last = correction(setting, clock->node, clock->end, &unused);

		clock->offset = correction(setting, clock->node, middle, &unused);
		clock->drift = span > 0 ? (last - first) / span : 0;
	}
}

/* The offset to add to all times, so that none is negative. */
static int64_t find_shift(const struct setting *setting)
{
	int64_t shift = 0;

	for (size_t i = 0; i < setting->log->clocks.count; i++) {
		const struct flow_clock *clock = &setting->log->clocks.items[i];
		double unused = 0, added = correction(setting, clock->node, clock->begin, &unused);

		if (clock->begin < TICKS_MAX && (double)clock->begin + added < -(double)shift)
			shift = -llround((double)clock->begin + added);
	}
	return shift;
}

static void correct_times(struct setting *setting)
{
	struct flow_log *log = setting->log;
	int64_t shift = find_shift(setting);
	double errors[NODES] = {0};

	for (size_t i = 0; i < log->events.count; i++) {
		struct flow_event *event = &log->events.items[i];
		double error = 0, added = correction(setting, event->node, event->time, &error);

		event->time += (uint64_t)(llround(added) + shift);
		errors[event->node] = fmax(errors[event->node], error);
	}
	for (size_t i = 0; i < log->clocks.count; i++)
		log->clocks.items[i].error = errors[log->clocks.items[i].node];
}

/* ---- Causal order ---- */

/* Events of a node from one time on may not be before another time. */
struct push {
	uint64_t from, to;
	uint8_t node;
};

static int by_node_and_time(const void *a, const void *b)
{
	const struct push *left = a, *right = b;

	if (left->node != right->node)
		return left->node < right->node ? -1 : 1;
	return (left->from > right->from) - (left->from < right->from);
}

static size_t find_pushes(const struct setting *setting, struct push *pushes)
{
	const struct flow_event *events = setting->log->events.items;
	size_t count = 0;

	for (size_t i = 0; i < setting->crossings.count; i++) {
		const struct flow_crossing *crossing = &setting->crossings.items[i];
		uint64_t sent = events[crossing->sent].time;
		uint64_t received = events[crossing->received].time;

		if (received < sent)
			pushes[count++] = (struct push){received, sent, crossing->to};
	}
	if (count > 0)
		qsort(pushes, count, sizeof(*pushes), by_node_and_time);
	for (size_t i = 1; i < count; i++) {
		if (pushes[i].node == pushes[i - 1].node && pushes[i].to < pushes[i - 1].to)
			pushes[i].to = pushes[i - 1].to;
	}
	return count;
}

/* The minimum time of an event. */
static uint64_t pushed_to(const struct push *pushes, size_t count, const struct flow_event *event)
{
	const struct push searched = {.from = event->time, .node = event->node};
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (by_node_and_time(&pushes[middle], &searched) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && pushes[low - 1].node == event->node ? pushes[low - 1].to : 0;
}

static void enforce_causal_order(struct setting *setting)
{
	struct flow_log *log = setting->log;
	struct push *pushes = xcalloc(setting->crossings.count + 1, sizeof(*pushes));
	size_t count = find_pushes(setting, pushes);

	for (unsigned round = 0; count > 0 && round < ROUNDS_MAX; round++) {
		for (size_t i = 0; i < log->events.count; i++) {
			struct flow_event *event = &log->events.items[i];
			uint64_t time = pushed_to(pushes, count, event);

			if (time <= event->time)
				continue;
			event->time = time;
			setting->clocks[event->node]->moved++;
		}
		count = find_pushes(setting, pushes);
	}
	free(pushes);
}

/* ---- All ---- */

static void find_nodes(struct setting *setting)
{
	struct flow_log *log = setting->log;

	for (size_t i = 0; i < log->events.count; i++) {
		const struct flow_event *event = &log->events.items[i];
		struct node *node = &setting->nodes[event->node];

		if (!node->is_there || event->time < node->begin)
			node->begin = event->time;
		if (!node->is_there || event->time > node->end)
			node->end = event->time;
		node->is_there = true;
	}
	for (unsigned i = 0; i < NODES; i++) {
		const struct node *node = &setting->nodes[i];

		if (node->is_there)
			FLOW_LIST_ADD(log->clocks, ((struct flow_clock){
				.node = (uint8_t)i, .begin = node->begin, .end = node->end,
			}));
	}
	for (size_t i = 0; i < log->clocks.count; i++)
		setting->clocks[log->clocks.items[i].node] = &log->clocks.items[i];
}

void flow_clocks_set(struct flow_log *log)
{
	struct setting *setting = xcalloc(1, sizeof(*setting));

	setting->log = log;
	log->clocks.count = 0;
	flow_crossings_find(log, &setting->crossings);
	find_nodes(setting);
	set_all(setting);
	store_clocks(setting);
	correct_times(setting);
	enforce_causal_order(setting);
	for (unsigned i = 0; i < NODES; i++) {
		if (setting->nodes[i].bounds != NULL)
			clock_bounds_free(setting->nodes[i].bounds);
	}
	flow_crossings_free(&setting->crossings);
	free(setting);
}

static double error_of(const struct flow_log *log, uint8_t node)
{
	size_t i = 0;

	while (i < log->clocks.count && log->clocks.items[i].node != node)
		i++;
	return i < log->clocks.count ? log->clocks.items[i].error : INFINITY;
}

double flow_clocks_error(const struct flow_log *log, uint8_t node, uint8_t other)
{
	if (log->clocks.count == 0 || node == other)
		return 0;
	return error_of(log, node) + error_of(log, other);
}
