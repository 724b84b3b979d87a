/* SPDX-License-Identifier: MIT */
/* Cumulative sums over time: the amount within an action is a difference of two sums. */
#include "tools/idle/operations.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define NAMES_MAX 64

/* Totals up to a time. */
struct sums {
	uint64_t time, disk, hits, misses;
};

struct sum_list {
	struct sums *items;
	size_t count;
};

/* ---- Sums ---- */

static struct sum_list sums_of_disk(const struct message_run *run)
{
	struct sum_list list = {xcalloc(run->stretch_count + 1, sizeof(*list.items)), 0};
	uint64_t disk = 0;

	for (size_t i = 0; i < run->stretch_count; i++) {
		const struct message_stretch *stretch = &run->stretches[i];

		if ((stretch->inputs & THINK_WAIT_IO) != 0)
			disk += stretch->end - stretch->begin;
		list.items[list.count++] = (struct sums){.time = stretch->end, .disk = disk};
	}
	return list;
}

/* Records and messages are both in the order in which messages were taken. */
static struct sum_list sums_of_uses(const struct result *result, const struct message_run *run)
{
	const struct record_list *records = &result->records[WIRE_cache_use];
	struct sum_list list = {xcalloc(records->count + 1, sizeof(*list.items)), 0};
	struct sums sums = {0};
	size_t message = 0;

	for (size_t i = 0; i < records->count; i++) {
		const struct wire_cache_use *use = &records->items[i].cache_use;

		if (use->log != run->info->id)
			continue;
		while (message < run->message_count &&
		       run->messages[message].number != use->message)
			message++;
		if (message == run->message_count)
			break;
		sums.time = run->messages[message].taken;
		sums.hits += use->hits;
		sums.misses += use->misses;
		list.items[list.count++] = sums;
	}
	return list;
}

/* The totals up to a time; zeros before the first. */
static struct sums sums_at(const struct sum_list *list, uint64_t time)
{
	size_t low = 0, high = list->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list->items[middle].time <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? list->items[low - 1] : (struct sums){0};
}

/* ---- By name ---- */

static struct operation *find_or_add_operation(struct operations *operations, const char *name)
{
	for (size_t i = 0; i < operations->count; i++) {
		if (strcmp(operations->items[i].name, name) == 0)
			return &operations->items[i];
	}
	if (operations->count == NAMES_MAX)
		return &operations->items[NAMES_MAX - 1];
	operations->items[operations->count].name =
		operations->count == NAMES_MAX - 1 ? "other actions" : name;
	return &operations->items[operations->count++];
}

static void operation_add(struct operation *operation, const struct user_action *action,
			  const struct sum_list *disk, const struct sum_list *uses)
{
	uint64_t length = action->end - action->begin;
	struct sums from = sums_at(uses, action->begin), to = sums_at(uses, action->end);

	operation->n++;
	operation->total += length;
	if (length > operation->longest)
		operation->longest = length;
	operation->disk += sums_at(disk, action->end).disk - sums_at(disk, action->begin).disk;
	operation->hits += to.hits - from.hits;
	operation->misses += to.misses - from.misses;
}

static int by_longest(const void *a, const void *b)
{
	const struct operation *left = a, *right = b;

	if (left->longest != right->longest)
		return (left->longest < right->longest) - (left->longest > right->longest);
	return strcmp(left->name, right->name);
}

void operations_find(const struct result *result, const struct message_run *run,
		     uint64_t least_ticks, struct operations *operations)
{
	struct sum_list disk = sums_of_disk(run), uses = sums_of_uses(result, run);

	*operations = (struct operations){.items = xcalloc(NAMES_MAX, sizeof(struct operation))};
	for (size_t i = 0; i < run->actions.count && uses.count > 0; i++) {
		const struct user_action *action = &run->actions.items[i];

		if (action->is_whole && user_action_is_by_user(action) &&
		    action->end - action->begin >= least_ticks)
			operation_add(find_or_add_operation(operations, user_action_name(action)),
				      action, &disk, &uses);
	}
	qsort(operations->items, operations->count, sizeof(*operations->items), by_longest);
	free(disk.items);
	free(uses.items);
}

void operations_free(struct operations *operations)
{
	free(operations->items);
}
