/* SPDX-License-Identifier: MIT */
/* Lines of words. The first word is the type. Items are defined before their use. */
#include "tools/explain/instruction_profile.h"

#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/line.h"

#define FORMAT_LINE "bareline-counts 1\n"
#define MEMORY_MAX ((size_t)208 << 20)
#define LISTS_BYTES_MAX ((size_t)80 << 20)
#define MAP_BYTES 32                    /* of an item's number in a map, when it grows */
#define LIST_CAPACITY_MIN 1024
#define BLOCK_INSNS_MAX 4096
#define BYTE_DIGITS 2

struct profile_reader {
	struct instruction_profile *trace;
	const char *path;
	uint64_t line;
	char *at;                       /* rest of the line */
};

/* ---- Words ---- */

static bool read_number(struct profile_reader *reader, int base, uint64_t *number)
{
	char *end;

	*number = strtoull(reader->at, &end, base);
	if (end == reader->at || (*end != ' ' && *end != ':' && *end != '\n'))
		return false;
	reader->at = *end == '\n' ? end : end + 1;
	return true;
}

/* The number of an existing item. Numbers in the file begin at 1. */
static bool read_place(struct profile_reader *reader, const struct profile_list_size *list,
		       uint32_t *place)
{
	uint64_t number;

	if (!read_number(reader, 10, &number) || number == 0 || number > list->count)
		return false;
	*place = (uint32_t)number - 1;
	return true;
}

static bool read_named(struct profile_reader *reader, const struct number_map *map, uint32_t *place)
{
	const uint32_t *found;
	uint64_t number;

	if (!read_number(reader, 10, &number) || number == 0)
		return false;
	found = number_map_find(map, number);
	if (found != NULL)
		*place = *found;
	return found != NULL;
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A word of hexadecimal digits, two per byte; NULL if it is not one. */
static const uint8_t *read_bytes(struct profile_reader *reader, uint32_t *count)
{
	size_t digits = strcspn(reader->at, " \n");
	uint8_t *bytes;

	if (digits == 0 || digits % BYTE_DIGITS != 0 || digits > BLOCK_INSNS_MAX * 2 * 15)
		return NULL;
	*count = (uint32_t)(digits / BYTE_DIGITS);
	bytes = xarena_alloc(&reader->trace->arena, *count);
	for (uint32_t i = 0; i < *count; i++) {
		int high = digit_value(reader->at[2 * i]), low = digit_value(reader->at[2 * i + 1]);

		if (high < 0 || low < 0)
			return NULL;
		bytes[i] = (uint8_t)(high << 4 | low);
	}
	reader->at += digits + (reader->at[digits] == ' ');
	return bytes;
}

/* ---- Lines ---- */

/* Room for one more item. Exits at the limit of all lists. */
static void *list_grow(struct instruction_profile *trace, void *items,
		       struct profile_list_size *list, size_t size)
{
	size_t more = list->capacity + LIST_CAPACITY_MIN;

	if (list->count < list->capacity)
		return items;
	trace->list_bytes += more * (size + MAP_BYTES);
	if (trace->list_bytes > LISTS_BYTES_MAX)
		errx(EXIT_MACHINE, "an instruction profile that needs more than %zu MiB",
		     LISTS_BYTES_MAX >> 20);
	list->capacity += more;
	return xreallocarray(items, list->capacity, size);
}

static bool read_block(struct profile_reader *reader)
{
	struct instruction_profile *trace = reader->trace;
	struct profile_block block = {0};
	uint64_t number, bytes = 0;

	if (!read_number(reader, 10, &number) || number == 0 ||
	    number_map_find(&trace->block_of, number) != NULL ||
	    !read_number(reader, 16, &block.address))
		return false;
	block.sizes = read_bytes(reader, &block.insns);
	block.code = block.sizes != NULL ? read_bytes(reader, &block.bytes) : NULL;
	if (block.code == NULL || block.insns > BLOCK_INSNS_MAX)
		return false;
	for (uint32_t i = 0; i < block.insns; i++)
		bytes += block.sizes[i];
	if (bytes != block.bytes)
		return false;
	trace->blocks = list_grow(trace, trace->blocks, &trace->block_list, sizeof(block));
	trace->blocks[trace->block_list.count] = block;
	number_map_add(&trace->block_of, number, (uint32_t)trace->block_list.count++);
	return true;
}

static bool read_leaf(struct profile_reader *reader)
{
	struct instruction_profile *trace = reader->trace;
	struct profile_leaf leaf;
	uint64_t number, from, to;

	if (!read_number(reader, 10, &number) || number == 0 ||
	    number_map_find(&trace->leaf_of, number) != NULL ||
	    !read_named(reader, &trace->block_of, &leaf.block) || !read_number(reader, 10, &from) ||
	    !read_number(reader, 10, &to) || from >= to || to > trace->blocks[leaf.block].insns)
		return false;
	leaf.from = (uint32_t)from;
	leaf.to = (uint32_t)to;
	trace->leaves = list_grow(trace, trace->leaves, &trace->leaf_list, sizeof(leaf));
	trace->leaves[trace->leaf_list.count] = leaf;
	number_map_add(&trace->leaf_of, number, (uint32_t)trace->leaf_list.count++);
	return true;
}

/* A child that inherits its parent's fields; parent may be NULL. */
static struct profile_node node_below(const struct profile_node *parent, uint32_t place)
{
	if (parent == NULL)
		return (struct profile_node){.parent = PROFILE_NO_PARENT, .depth = 1};
	return (struct profile_node){
		.parent = place, .is_host = parent->is_host, .depth = (uint16_t)(parent->depth + 1),
	};
}

static bool read_node(struct profile_reader *reader)
{
	struct instruction_profile *trace = reader->trace;
	struct profile_node node;
	uint64_t number, parent;

	if (!read_number(reader, 10, &number) || number != trace->node_list.count + 1 ||
	    !read_number(reader, 10, &parent) || parent > trace->node_list.count)
		return false;
	node = node_below(parent == 0 ? NULL : &trace->nodes[parent - 1], (uint32_t)parent - 1);
	node.kind = reader->at[0];
	if (node.kind < 'A' || node.kind > 'Z' || reader->at[1] != ' ' ||
	    node.depth > PROFILE_DEPTH_MAX)
		return false;
	node.is_host |= node.kind == 'X';
	reader->at += 2;
	if (!read_named(reader, &trace->block_of, &node.block))
		return false;
	trace->nodes = list_grow(trace, trace->nodes, &trace->node_list, sizeof(node));
	trace->nodes[trace->node_list.count++] = node;
	return true;
}

/* "node:leaf:instructions", a multiple of the leaf's instructions. */
static bool read_count(struct profile_reader *reader, struct profile_count *count)
{
	const struct instruction_profile *trace = reader->trace;
	const struct profile_leaf *leaf;

	if (!read_place(reader, &trace->node_list, &count->node) ||
	    !read_named(reader, &trace->leaf_of, &count->leaf) ||
	    !read_number(reader, 10, &count->insns))
		return false;
	leaf = &trace->leaves[count->leaf];
	return count->insns % (leaf->to - leaf->from) == 0;
}

static bool read_profile(struct profile_reader *reader)
{
	struct instruction_profile *trace = reader->trace;
	struct mark_profile profile = {0};
	struct profile_count *counts;
	uint64_t number;
	size_t words = 0;

	if (!read_number(reader, 10, &number) || number != trace->profile_list.count + 1)
		return false;
	for (const char *c = reader->at; *c != '\n' && *c != '\0'; c++)
		words += *c == ':';
	counts = xarena_alloc(&trace->arena, (words / 2 + 1) * sizeof(*counts));
	for (; *reader->at != '\n'; profile.count++) {
		if (profile.count == words / 2 || !read_count(reader, &counts[profile.count]))
			return false;
		profile.insns += counts[profile.count].insns;
	}
	profile.counts = counts;
	trace->profiles = list_grow(trace, trace->profiles, &trace->profile_list, sizeof(profile));
	trace->profiles[trace->profile_list.count++] = profile;
	return true;
}

static bool read_mark(struct profile_reader *reader, char kind)
{
	struct instruction_profile *trace = reader->trace;
	struct profile_mark mark = {.kind = kind};
	uint64_t profile;

	if (!read_number(reader, 16, &mark.address) || !read_number(reader, 10, &mark.executed) ||
	    !read_number(reader, 10, &profile) || profile > trace->profile_list.count)
		return false;
	if (trace->mark_list.count > 0 &&
	    mark.executed < trace->marks[trace->mark_list.count - 1].executed)
		return false;
	mark.profile = profile == 0 ? MARK_NO_PROFILE : (uint32_t)profile - 1;
	trace->marks = list_grow(trace, trace->marks, &trace->mark_list, sizeof(mark));
	trace->marks[trace->mark_list.count++] = mark;
	return true;
}

static bool read_line(struct profile_reader *reader, char *line)
{
	uint64_t executed;

	if (line[0] == '\0' || line[1] != ' ' || reader->trace->is_whole)
		return false;
	reader->at = line + 2;
	switch (line[0]) {
	case 'B':
		return read_block(reader);
	case 'L':
		return read_leaf(reader);
	case 'N':
		return read_node(reader);
	case 'P':
		return read_profile(reader);
	case 'M': case 'I': case 'O':
		return read_mark(reader, line[0]);
	case 'E':
		return reader->trace->is_whole = read_number(reader, 10, &executed);
	}
	return false;
}

/* ---- The file ---- */

static bool counted_read_lines(struct profile_reader *reader, FILE *file)
{
	size_t capacity = 0;
	ssize_t length;
	char *line = NULL;
	bool good = line_read(&line, &capacity, file, PLUGIN_LINE_MAX) > 0 &&
		    strcmp(line, FORMAT_LINE) == 0;

	reader->line = 1;
	if (!good)
		warnx("%s: not an instruction profile of the plugin", reader->path);
	while (good &&
	       (length = line_read(&line, &capacity, file, PLUGIN_LINE_MAX)) > 0) {
		reader->line++;
		good = strlen(line) == (size_t)length && line[length - 1] == '\n' &&
		       read_line(reader, line);
		if (!good)
			warnx("%s:%" PRIu64 ": not a line of the plugin's trace", reader->path,
			      reader->line);
	}
	free(line);
	return good;
}

bool instruction_profile_read(struct instruction_profile *trace, const char *path)
{
	struct profile_reader reader = {.trace = trace, .path = path};
	FILE *file = file_open(path, PLUGIN_FILE_BYTES_MAX, "instruction profile");
	bool good;

	*trace = (struct instruction_profile){0};
	arena_init(&trace->arena, MEMORY_MAX);
	if (file == NULL)
		return false;
	good = counted_read_lines(&reader, file);
	fclose(file);
	if (good && !trace->is_whole)
		warnx("%s: truncated: QEMU was stopped before the end was written", path);
	good = good && trace->is_whole;
	if (!good)
		instruction_profile_free(trace);
	return good;
}

void instruction_profile_free(struct instruction_profile *trace)
{
	free(trace->blocks);
	free(trace->leaves);
	free(trace->nodes);
	free(trace->profiles);
	free(trace->marks);
	number_map_free(&trace->block_of);
	number_map_free(&trace->leaf_of);
	arena_free(&trace->arena);
	*trace = (struct instruction_profile){0};
}

uint64_t instruction_profile_address(const struct profile_block *block, uint32_t insn)
{
	uint64_t address = block->address;

	for (uint32_t i = 0; i < insn; i++)
		address += block->sizes[i];
	return address;
}
