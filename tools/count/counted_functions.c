/* SPDX-License-Identifier: MIT */
#include "tools/count/counted_functions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/count/counted_run.h"

#define NAMES_BYTES_MAX ((size_t)256 << 20)
#define NAME_BYTES 512
#define DEPTH_MAX 4096
#define NO_FILE "[vDSO or generated code]"
#define KERNEL_CODE "[kernel]"

/* A block's file and function. */
struct place {
	const struct loaded_file *file; /* NULL: of the kernel, or of no file */
	uint64_t address;               /* in the file */
	const char *name;               /* NULL: the file does not name it */
};

struct maker {
	struct counted_functions *functions;
	const struct program_counts *counts;
	const struct loaded_file *files;
	size_t file_count;
	const struct symbol_list *kernel;
	struct place *places;           /* by block; found when name or file is set */
	bool *is_placed;
	struct number_map names;        /* number of a name by its hash */
	const char **name_list;
	size_t name_count;
	struct number_map children;     /* tree index by parent and name */
	uint32_t *tree_of;              /* tree index by node; 0: the root */
};

/* ---- Names ---- */

/* FNV-1a; never 0. */
static uint64_t text_hash(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (; *text != '\0'; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
	return hash | 1;
}

/* Equal texts have one number. */
static uint32_t name_number(struct maker *maker, const char *text)
{
	uint64_t hash = text_hash(text);
	uint32_t *found;
	char *copy;

	while ((found = number_map_find(&maker->names, hash)) != NULL) {
		if (strcmp(maker->name_list[*found], text) == 0)
			return *found;
		hash += 2;
	}
	copy = xarena_alloc(&maker->functions->names, strlen(text) + 1);
	strcpy(copy, text);
	if ((maker->name_count & (maker->name_count - 1)) == 0)
		maker->name_list = xreallocarray(
			maker->name_list, maker->name_count == 0 ? 1 : 2 * maker->name_count,
			sizeof(*maker->name_list));
	maker->name_list[maker->name_count] = copy;
	number_map_add(&maker->names, hash, (uint32_t)maker->name_count);
	return (uint32_t)maker->name_count++;
}

static bool is_kernel(const struct counted_block *block)
{
	return block->address >> 63 != 0;
}

static const struct place *place_of(struct maker *maker, uint32_t number)
{
	const struct counted_block *block = &maker->counts->blocks[number];
	struct place *place = &maker->places[number];
	const struct symbol *symbol = NULL;

	if (maker->is_placed[number])
		return place;
	maker->is_placed[number] = true;
	if (is_kernel(block)) {
		symbol = symbol_list_find(maker->kernel, block->address);
		place->name = symbol != NULL ? symbol->name : KERNEL_CODE;
		return place;
	}
	for (size_t i = 0; i < maker->file_count && place->file == NULL; i++) {
		if (loaded_file_has(&maker->files[i], block, &place->address))
			place->file = &maker->files[i];
	}
	if (place->file == NULL) {
		place->name = NO_FILE;
		return place;
	}
	symbol = symbol_list_find(&place->file->elf.symbols, place->address);
	place->name = symbol != NULL ? symbol->name : NULL;
	return place;
}

/* The name of a block's function. A function without a symbol is known by the block at which it was
 * called: `entry` (NULL: unknown), if that block is of the same file. */
static uint32_t function_name(struct maker *maker, uint32_t block, const uint32_t *entry)
{
	const struct place *place = place_of(maker, block), *called;
	char text[NAME_BYTES];

	if (place->name != NULL && place->file == NULL)
		return name_number(maker, place->name);
	if (place->name != NULL) {
		snprintf(text, sizeof(text), "%s [%s]", place->name, place->file->name);
		return name_number(maker, text);
	}
	called = entry != NULL ? place_of(maker, *entry) : NULL;
	if (called != NULL && called->file == place->file && called->name == NULL)
		snprintf(text, sizeof(text), "%s+%#" PRIx64, place->file->name, called->address);
	else
		snprintf(text, sizeof(text), "[%s]", place->file->name);
	return name_number(maker, text);
}

/* The node of a system call's entry code is above the one that has the call's name. */
static uint32_t entry_name(struct maker *maker, const struct counted_node *node)
{
	const char *kind = node->kind == COUNTED_CALL ? "system call"
			   : node->kind == COUNTED_EXCEPTION ? "exception" : "interrupt";
	char text[NAME_BYTES];

	if (node->kind == COUNTED_CALL && strcmp(node->name, "unknown") == 0)
		return name_number(maker, "(system call)");
	snprintf(text, sizeof(text), "(%s %s)", kind, node->name);
	return name_number(maker, text);
}

/* ---- The tree ---- */

static uint32_t tree_child(struct maker *maker, uint32_t parent, uint32_t name,
			   enum code_layer layer)
{
	struct call_tree *tree = &maker->functions->tree;
	uint64_t key = ((uint64_t)parent << 32 | name) + 1;
	uint32_t *found = number_map_find(&maker->children, key);

	if (found != NULL)
		return *found;
	if (tree->nodes[parent].depth >= DEPTH_MAX)
		return parent;
	if (tree->count == tree->capacity) {
		tree->capacity = 2 * tree->capacity + 1024;
		tree->nodes = xreallocarray(tree->nodes, tree->capacity, sizeof(*tree->nodes));
	}
	tree->nodes[tree->count] = (struct call_node){
		.parent = parent, .depth = (uint16_t)(tree->nodes[parent].depth + 1),
		.layer = layer, .name = maker->name_list[name],
	};
	number_map_add(&maker->children, key, (uint32_t)tree->count);
	return (uint32_t)tree->count++;
}

static enum code_layer layer_of(const struct maker *maker, uint32_t block)
{
	return is_kernel(&maker->counts->blocks[block]) ? CODE_KERNEL : CODE_USER;
}

/* Mark the nodes of the window's calls, and make them in the order of the file: callers first. */
static void tree_make(struct maker *maker, const struct counted_window *window,
		      const uint32_t *tasks)
{
	const struct program_counts *counts = maker->counts;
	bool *is_used = xcalloc(counts->node_count + 1, sizeof(*is_used));

	for (size_t i = 0; i < window->tally_count; i++) {
		uint32_t at = counts->tallies[window->tally + i].node;

		if (counted_class(counts, window, tasks[at]) != CLASS_PROGRAM)
			continue;
		for (; !is_used[at] && counts->nodes[at].kind != COUNTED_TASK;
		     at = counts->nodes[at].parent)
			is_used[at] = true;
	}
	for (uint32_t i = 0; i < counts->node_count; i++) {
		const struct counted_node *node = &counts->nodes[i];

		if (!is_used[i])
			continue;
		if (node->kind == COUNTED_FUNCTION)
			maker->tree_of[i] = tree_child(
				maker, maker->tree_of[node->parent],
				function_name(maker, node->block, &node->block),
				layer_of(maker, node->block));
		else
			maker->tree_of[i] = tree_child(maker, maker->tree_of[node->parent],
						       entry_name(maker, node), CODE_KERNEL);
	}
	free(is_used);
}

static void add_tally(struct maker *maker, const struct counted_tally *tally)
{
	const struct counted_node *node = &maker->counts->nodes[tally->node];
	struct call_tree *tree = &maker->functions->tree;
	uint32_t at = maker->tree_of[tally->node], name;

	name = function_name(maker, tally->block,
			     node->kind == COUNTED_FUNCTION ? &node->block : NULL);
	if (at == 0 || strcmp(tree->nodes[at].name, maker->name_list[name]) != 0)
		at = tree_child(maker, at, name, layer_of(maker, tally->block));
	maker->functions->tree.nodes[at].self_insns += tally->insns;
	maker->functions->tree.insns += tally->insns;
	if (maker->places[tally->block].file == NULL && layer_of(maker, tally->block) == CODE_USER)
		maker->functions->unnamed += tally->insns;
}

void counted_functions_make(struct counted_functions *functions,
			    const struct program_counts *counts, size_t number,
			    const struct loaded_file *files, size_t file_count,
			    const struct symbol_list *kernel)
{
	const struct counted_window *window = &counts->windows[number];
	uint32_t *tasks = counted_node_tasks(counts);
	struct maker maker = {
		.functions = functions, .counts = counts, .files = files,
		.file_count = file_count, .kernel = kernel,
		.places = xcalloc(counts->block_count + 1, sizeof(struct place)),
		.is_placed = xcalloc(counts->block_count + 1, sizeof(bool)),
		.tree_of = xcalloc(counts->node_count + 1, sizeof(uint32_t)),
	};

	*functions = (struct counted_functions){0};
	arena_init(&functions->names, NAMES_BYTES_MAX);
	functions->tree.nodes = xcalloc(1, sizeof(*functions->tree.nodes));
	functions->tree.nodes[0].name = "all";
	functions->tree.count = functions->tree.capacity = 1;
	tree_make(&maker, window, tasks);
	for (size_t i = 0; i < window->tally_count; i++) {
		const struct counted_tally *tally = &counts->tallies[window->tally + i];

		if (counted_class(counts, window, tasks[tally->node]) == CLASS_PROGRAM)
			add_tally(&maker, tally);
	}
	free(tasks);
	free(maker.places);
	free(maker.is_placed);
	free(maker.tree_of);
	free(maker.name_list);
	number_map_free(&maker.names);
	number_map_free(&maker.children);
}

void counted_functions_free(struct counted_functions *functions)
{
	call_tree_free(&functions->tree);
	arena_free(&functions->names);
	*functions = (struct counted_functions){0};
}
