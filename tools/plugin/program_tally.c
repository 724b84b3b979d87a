/* SPDX-License-Identifier: MIT */
#include "tools/plugin/program_tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/number_map.h"
#include "tools/plugin/program_places.h"

/* Above this number of nodes, calls are counted with their caller. */
#define NODES_MAX (1u << 22)
/* The largest cost that is kept apart. */
#define COST_BITS 40
#define COST_MAX (((uint64_t)1 << COST_BITS) - 1)

enum node_tag {TAG_TASK, TAG_CALL, TAG_ENTRY};

struct node_tally {
	uint32_t node;
	struct block *block;
	uint64_t insns;
};

struct row {
	uint32_t task, name;
	char kind;
};

struct cost {
	uint32_t row;
	uint64_t insns, times;
	bool is_new;
};

static struct {
	FILE *file;
	struct number_map nodes;        /* by parent, tag and number */
	uint32_t node_count;
	struct number_map tally_index, row_index, cost_index;
	struct node_tally *tallies;
	struct row *rows;
	struct cost *costs;
	size_t tally_count, tally_capacity, row_count, row_capacity, cost_count, cost_capacity;
} program;

bool program_tally_begin(const char *path)
{
	program.file = fopen(path, "we");
	if (program.file == NULL) {
		perror(path);
		return false;
	}
	fputs(PROGRAM_COUNTS_MARK "\n", program.file);
	return true;
}

/* Make room for one more item. */
#define GROW(items, count, capacity) \
	((count) < (capacity) ? (items) \
	 : xreallocarray(items, (capacity) = 2 * (capacity) + 1024, sizeof(*(items))))

/* ---- Nodes ---- */

static void block_write(struct block *block)
{
	if (block->is_written)
		return;
	block->is_written = true;
	fprintf(program.file, "B %" PRIu32 " %" PRIx64 " ", block->id, block->address);
	for (uint32_t i = 0; i < block->bytes; i++)
		fprintf(program.file, "%02x", block->code[i]);
	putc('\n', program.file);
}

/* The node of this key; *is_new: write its line. 0: there is no room for another one. */
static uint32_t node_of(uint32_t parent, enum node_tag tag, uint32_t number, bool *is_new)
{
	uint64_t key = ((uint64_t)parent << 32 | (uint64_t)tag << 30 | number) + 1;
	uint32_t *found = number_map_find(&program.nodes, key);

	*is_new = found == NULL && (program.node_count < NODES_MAX || tag == TAG_TASK);
	if (found != NULL)
		return *found;
	if (!*is_new)
		return parent;
	number_map_add(&program.nodes, key, ++program.node_count);
	return program.node_count;
}

uint32_t program_node_task(uint32_t serial, uint32_t image)
{
	bool is_new;
	uint32_t node = node_of(serial, TAG_TASK, image & 0x3fffffff, &is_new);

	if (is_new)
		fprintf(program.file, "N %" PRIu32 " 0 T %" PRIu32 " %" PRIu32 "\n", node, serial,
			image);
	return node;
}

uint32_t program_node_call(uint32_t parent, struct block *function)
{
	bool is_new;
	uint32_t node;

	if (function->last_caller == parent && parent != 0)
		return function->last_call;
	node = node_of(parent, TAG_CALL, function->id, &is_new);
	function->last_caller = parent;
	function->last_call = node;
	if (is_new) {
		block_write(function);
		fprintf(program.file, "N %" PRIu32 " %" PRIu32 " C %" PRIu32 "\n", node, parent,
			function->id);
	}
	return node;
}

uint32_t program_node_entry(uint32_t parent, char kind, uint32_t name)
{
	bool is_new;
	uint32_t node = node_of(parent, TAG_ENTRY, name << 8 | (unsigned char)kind, &is_new);

	if (is_new)
		fprintf(program.file, "N %" PRIu32 " %" PRIu32 " %c %s\n", node, parent, kind,
			places_name(name));
	return node;
}

/* ---- Sums ---- */

/* Add what the block counted to its last entry. */
static void block_settle(struct block *block)
{
	if (block->last_node != 0)
		program.tallies[block->last_entry].insns += block->counted;
	block->counted = 0;
}

void program_tally_move(uint32_t node, struct block *block)
{
	uint64_t key = (uint64_t)node << 32 | block->id;
	uint32_t *found = number_map_find(&program.tally_index, key);

	block_settle(block);
	block->last_node = node;
	if (found != NULL) {
		block->last_entry = *found;
		return;
	}
	program.tallies = GROW(program.tallies, program.tally_count, program.tally_capacity);
	block->last_entry = (uint32_t)program.tally_count;
	number_map_add(&program.tally_index, key, block->last_entry);
	program.tallies[program.tally_count++] = (struct node_tally){node, block, 0};
}

static uint32_t row_of(uint32_t task, char kind, uint32_t name)
{
	uint64_t key = (uint64_t)task << 32 | (uint64_t)name << 8 | (unsigned char)kind;
	uint32_t *found = number_map_find(&program.row_index, key);

	if (found != NULL)
		return *found;
	program.rows = GROW(program.rows, program.row_count, program.row_capacity);
	program.rows[program.row_count] = (struct row){task, name, kind};
	number_map_add(&program.row_index, key, (uint32_t)program.row_count);
	return (uint32_t)program.row_count++;
}

void program_tally_entry(uint32_t serial, char kind, uint32_t name, uint64_t insns, bool is_new)
{
	uint32_t row = row_of(serial, kind, name), *found;
	uint64_t key = ((uint64_t)row << (COST_BITS + 1) | (uint64_t)is_new << COST_BITS |
			insns) + 1;

	found = insns < COST_MAX ? number_map_find(&program.cost_index, key) : NULL;
	if (found != NULL) {
		program.costs[*found].times++;
		return;
	}
	program.costs = GROW(program.costs, program.cost_count, program.cost_capacity);
	if (insns < COST_MAX)
		number_map_add(&program.cost_index, key, (uint32_t)program.cost_count);
	program.costs[program.cost_count++] = (struct cost){row, insns, 1, is_new};
}

/* ---- The file ---- */

void program_tally_task(uint32_t serial, const char *class, const struct task_sums *sums)
{
	fprintf(program.file, "T %" PRIu32 " %s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
		" %" PRIu64 "\n", serial, class, sums->before, sums->user, sums->kernel,
		sums->user_repeats, sums->kernel_repeats);
}

void program_tally_window(void)
{
	FILE *file = program.file;

	for (size_t i = 0; i < program.cost_count; i++) {
		const struct cost *cost = &program.costs[i];
		const struct row *row = &program.rows[cost->row];

		fprintf(file, "R %" PRIu32 " %c %s %" PRIu64 " %" PRIu64 " %d\n", row->task,
			row->kind, places_name(row->name), cost->insns, cost->times,
			cost->is_new);
	}
	for (size_t i = 0; i < program.tally_count; i++)
		block_settle(program.tallies[i].block);
	for (size_t i = 0; i < program.tally_count; i++) {
		const struct node_tally *tally = &program.tallies[i];

		block_write(tally->block);
		tally->block->last_node = 0;
		fprintf(file, "C %" PRIu32 " %" PRIu32 " %" PRIu64 "\n", tally->node,
			tally->block->id, tally->insns);
	}
	fputs("W\n", file);
	fflush(file);
	program.tally_count = program.cost_count = program.row_count = 0;
	number_map_free(&program.tally_index);
	number_map_free(&program.cost_index);
	number_map_free(&program.row_index);
	program.tally_index = program.cost_index = program.row_index = (struct number_map){0};
}

void program_tally_end(void)
{
	fputs("E 0\n", program.file);
	fclose(program.file);
}
