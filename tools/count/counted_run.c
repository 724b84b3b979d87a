/* SPDX-License-Identifier: MIT */
#include "tools/count/counted_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"

enum task_class counted_class(const struct program_counts *counts,
			      const struct counted_window *window, uint32_t serial)
{
	size_t low = window->task, high = window->task + window->task_count;

	/* The plugin writes a window's tasks in the order of their numbers. */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (counts->tasks[middle].serial == serial)
			return counts->tasks[middle].class;
		if (counts->tasks[middle].serial < serial)
			low = middle + 1;
		else
			high = middle;
	}
	return CLASS_KERNEL;
}

uint32_t *counted_node_tasks(const struct program_counts *counts)
{
	uint32_t *tasks = xcalloc(counts->node_count + 1, sizeof(*tasks));

	for (size_t i = 0; i < counts->node_count; i++) {
		const struct counted_node *node = &counts->nodes[i];

		tasks[i] = node->kind == COUNTED_TASK ? node->parent : tasks[node->parent];
	}
	return tasks;
}

/* ---- Rows ---- */

static int compare_names(const struct counted_entry *a, const struct counted_entry *b)
{
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* Orders entries by kind and name, then by cost. Entries that began before the window come last. */
static int by_name(const void *first, const void *second)
{
	const struct counted_entry *a = first, *b = second;
	int order = compare_names(a, b);

	if (order != 0)
		return order;
	if (a->is_new != b->is_new)
		return a->is_new ? -1 : 1;
	return a->insns != b->insns ? (a->insns < b->insns ? -1 : 1) : 0;
}

static int by_sum(const void *first, const void *second)
{
	const struct entry_row *a = first, *b = second;

	if (a->sum != b->sum)
		return a->sum > b->sum ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* The lower median of entries in order of cost. */
static uint64_t median_of(const struct counted_entry *entries, uint64_t number)
{
	uint64_t before = 0;

	for (; before + entries->times <= (number - 1) / 2; entries++)
		before += entries->times;
	return entries->insns;
}

static struct entry_row make_row(const struct counted_entry *entries, size_t count)
{
	struct entry_row row = {.kind = entries->kind, .name = entries->name};

	for (size_t i = 0; i < count; i++) {
		row.sum += entries[i].insns * entries[i].times;
		row.number += entries[i].is_new ? entries[i].times : 0;
	}
	if (row.number > 0) {
		row.least = entries->insns;
		row.median = median_of(entries, row.number);
	}
	return row;
}

static void make_rows(struct counted_run *run, const struct program_counts *counts,
		      const struct counted_window *window)
{
	struct counted_entry *own = xcalloc(window->entry_count + 1, sizeof(*own));
	size_t count = 0;

	for (size_t i = 0; i < window->entry_count; i++) {
		const struct counted_entry *entry = &counts->entries[window->entry + i];

		if (counted_class(counts, window, entry->task) == CLASS_PROGRAM)
			own[count++] = *entry;
	}
	if (count > 0)
		qsort(own, count, sizeof(*own), by_name);
	run->rows = xcalloc(count + 1, sizeof(*run->rows));
	for (size_t i = 0, next; i < count; i = next) {
		for (next = i + 1; next < count && compare_names(&own[i], &own[next]) == 0; next++)
			;
		run->rows[run->row_count++] = make_row(&own[i], next - i);
	}
	free(own);
	qsort(run->rows, run->row_count, sizeof(*run->rows), by_sum);
}

/* ---- Proof ---- */

/* A file with more entries of one cost is damaged: the numbers may overflow. */
#define TIMES_MAX UINT32_MAX

/* Count a row's entries again, in the order of the file. */
static void row_prove(const struct entry_row *row, const struct program_counts *counts,
		      const struct counted_window *window)
{
	uint64_t number = 0, below = 0, not_above = 0, less_than_least = 0, sum = 0, middle;
	bool is_damaged = false;

	for (size_t i = 0; i < window->entry_count; i++) {
		const struct counted_entry *entry = &counts->entries[window->entry + i];

		if (entry->kind != row->kind || strcmp(entry->name, row->name) != 0 ||
		    counted_class(counts, window, entry->task) != CLASS_PROGRAM)
			continue;
		sum += entry->insns * entry->times;
		is_damaged |= entry->times > TIMES_MAX;
		if (!entry->is_new)
			continue;
		number += entry->times;
		below += entry->insns < row->median ? entry->times : 0;
		not_above += entry->insns <= row->median ? entry->times : 0;
		less_than_least += entry->insns < row->least ? entry->times : 0;
	}
	middle = (number + 1) / 2;
	proof_require(number == row->number && sum == row->sum,
		      "%s: %" PRIu64 " entries of %" PRIu64 " instructions, but the plugin counted "
		      "%" PRIu64 " of %" PRIu64, row->name, row->number, row->sum, number, sum);
	proof_require(number == 0 || is_damaged ||
			      (below < middle && not_above >= middle && less_than_least == 0),
		      "%s: of %" PRIu64 " entries, %" PRIu64 " have fewer instructions than the "
		      "median, and %" PRIu64 " fewer than the least", row->name, number, below,
		      less_than_least);
}

/* ---- The run ---- */

/* The instructions of the program's call paths. */
static uint64_t path_sum(const struct program_counts *counts, const struct counted_window *window)
{
	uint32_t *tasks = counted_node_tasks(counts);
	uint64_t sum = 0;

	for (size_t i = 0; i < window->tally_count; i++) {
		const struct counted_tally *tally = &counts->tallies[window->tally + i];

		if (counted_class(counts, window, tasks[tally->node]) == CLASS_PROGRAM)
			sum += tally->insns;
	}
	free(tasks);
	return sum;
}

void counted_run_make(struct counted_run *run, const struct program_counts *counts, size_t number)
{
	const struct counted_window *window = &counts->windows[number];
	uint64_t in_rows = 0;

	*run = (struct counted_run){0};
	for (size_t i = 0; i < window->task_count; i++) {
		const struct counted_task *task = &counts->tasks[window->task + i];

		run->others[CLASS_INIT] += task->before;
		if (task->class != CLASS_PROGRAM) {
			run->others[task->class] += task->user + task->kernel;
			continue;
		}
		run->user += task->user;
		run->kernel += task->kernel;
		run->user_repeats += task->user_repeats;
		run->kernel_repeats += task->kernel_repeats;
		run->tasks++;
	}
	make_rows(run, counts, window);
	for (size_t i = 0; i < run->row_count; i++) {
		const struct entry_row *row = &run->rows[i];

		row_prove(row, counts, window);
		in_rows += row->sum;
		run->kind_sums[row->kind & 127] += row->sum;
		if (row->kind == COUNTED_CALL)
			run->calls += row->number;
		else if (row->kind == COUNTED_EXCEPTION && strcmp(row->name, PAGE_FAULT) == 0)
			run->faults += row->number;
	}
	run->not_in_rows = (int64_t)(run->kernel - in_rows);
	run->not_in_paths = (int64_t)(run->user + run->kernel - path_sum(counts, window));
}

void counted_run_free(struct counted_run *run)
{
	free(run->rows);
	*run = (struct counted_run){0};
}

const struct entry_row *counted_run_row(const struct counted_run *run, enum counted_kind kind,
					const char *name)
{
	for (size_t i = 0; i < run->row_count; i++) {
		if (run->rows[i].kind == kind && strcmp(run->rows[i].name, name) == 0)
			return &run->rows[i];
	}
	return NULL;
}
