/* SPDX-License-Identifier: MIT */
/* The file is untrusted. Items are defined before their use. */
#include "tools/count/program_counts.h"

#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/line.h"
#include "tools/base/utf8.h"

#define FORMAT_LINE "bareline-program-counts 1\n"
#define FILE_BYTES_MAX ((uint64_t)4 << 30)
#define MEMORY_MAX ((size_t)1 << 30)
#define LINE_BYTES_MAX 32768
#define SUM_MAX ((uint64_t)1 << 53)
#define WORD_BYTES_MAX 64
#define BYTE_DIGITS 2

/* Room for another item, at indices that are powers of two. */
#define APPEND(list, count, ...) do { \
	if (((count) & ((count) - 1)) == 0) \
		(list) = xreallocarray(list, (count) == 0 ? 1 : 2 * (count), sizeof(*(list))); \
	(list)[(count)++] = (__VA_ARGS__); \
} while (0)

static const char *const class_names[TASK_CLASSES] = {
	[CLASS_PROGRAM] = "program", [CLASS_INIT] = "init", [CLASS_KERNEL] = "kernel",
	[CLASS_IDLE] = "idle",
};

/* ---- Words ---- */

static bool take_number(char **at, int base, uint64_t *number)
{
	char *end;

	if (**at < '0' || (**at > '9' && base == 10))
		return false;
	*number = strtoull(*at, &end, base);
	if (end == *at || (*end != ' ' && *end != '\n'))
		return false;
	*at = *end == ' ' ? end + 1 : end;
	return true;
}

static bool take_small(char **at, uint32_t *number)
{
	uint64_t large;

	if (!take_number(at, 10, &large) || large > UINT32_MAX)
		return false;
	*number = (uint32_t)large;
	return true;
}

/* An item's index by its number. */
static bool take_index(char **at, const struct number_map *map, uint32_t *index)
{
	uint64_t number;
	const uint32_t *found;

	if (!take_number(at, 10, &number) || number == 0)
		return false;
	found = number_map_find(map, number);
	if (found != NULL)
		*index = *found;
	return found != NULL;
}

static const char *take_word(struct program_counts *counts, char **at)
{
	size_t length = strcspn(*at, " \n");
	char *word;

	if (length == 0 || length > WORD_BYTES_MAX || (*at)[length] == '\0')
		return NULL;
	word = arena_alloc(&counts->arena, length + 1);
	if (word == NULL)
		return NULL;
	memcpy(word, *at, length);
	utf8_make_printable(word);
	*at += length + ((*at)[length] == ' ');
	return word;
}

static bool take_kind(char **at, const char *kinds, enum counted_kind *kind)
{
	if (**at == '\0' || strchr(kinds, **at) == NULL || (*at)[1] != ' ')
		return false;
	*kind = (enum counted_kind)**at;
	*at += 2;
	return true;
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static const uint8_t *take_bytes(struct program_counts *counts, char **at, uint32_t *size)
{
	size_t digits = strcspn(*at, " \n");
	uint8_t *bytes = digits > 0 && digits % BYTE_DIGITS == 0
				 ? arena_alloc(&counts->arena, digits / BYTE_DIGITS) : NULL;

	*size = (uint32_t)(digits / BYTE_DIGITS);
	for (uint32_t i = 0; bytes != NULL && i < *size; i++) {
		int high = digit((*at)[BYTE_DIGITS * i]), low = digit((*at)[BYTE_DIGITS * i + 1]);

		if (high < 0 || low < 0)
			return NULL;
		bytes[i] = (uint8_t)(high << 4 | low);
	}
	*at += digits;
	return bytes;
}

/* ---- Lines ---- */

/* Give the next item of a list this number, which must be unused. */
static bool index_add(struct number_map *map, uint64_t number, size_t index)
{
	if (number == 0 || index >= UINT32_MAX || number_map_find(map, number) != NULL)
		return false;
	number_map_add(map, number, (uint32_t)index);
	return true;
}

static bool read_block(struct program_counts *counts, char *at)
{
	struct counted_block block = {0};
	uint64_t number;

	if (!take_number(&at, 10, &number) || !take_number(&at, 16, &block.address))
		return false;
	block.code = take_bytes(counts, &at, &block.bytes);
	if (block.code == NULL || !index_add(&counts->block_index, number, counts->block_count))
		return false;
	APPEND(counts->blocks, counts->block_count, block);
	return *at == '\n';
}

/* A node's parent is before it. */
static bool read_node(struct program_counts *counts, char *at)
{
	struct counted_node node = {0};
	uint64_t number;
	uint32_t image;
	bool good;

	if (!take_number(&at, 10, &number))
		return false;
	if (strncmp(at, "0 T ", strlen("0 T ")) == 0) {
		at += strlen("0 T ");
		node.kind = COUNTED_TASK;
		good = take_small(&at, &node.parent) && take_small(&at, &image);
	} else {
		good = take_index(&at, &counts->node_index, &node.parent) &&
		       take_kind(&at, "CSXI", &node.kind);
		if (good && node.kind == COUNTED_FUNCTION)
			good = take_index(&at, &counts->block_index, &node.block);
		else if (good)
			good = (node.name = take_word(counts, &at)) != NULL;
	}
	if (!good || !index_add(&counts->node_index, number, counts->node_count))
		return false;
	APPEND(counts->nodes, counts->node_count, node);
	return *at == '\n';
}

static bool read_task(struct program_counts *counts, char *at)
{
	struct counted_task task = {0};
	const char *class;

	if (!take_small(&at, &task.serial) || (class = take_word(counts, &at)) == NULL)
		return false;
	while (task.class < TASK_CLASSES && strcmp(class, class_names[task.class]) != 0)
		task.class++;
	if (task.class == TASK_CLASSES || !take_number(&at, 10, &task.before) ||
	    !take_number(&at, 10, &task.user) || !take_number(&at, 10, &task.kernel) ||
	    !take_number(&at, 10, &task.user_repeats) ||
	    !take_number(&at, 10, &task.kernel_repeats))
		return false;
	APPEND(counts->tasks, counts->task_count, task);
	return *at == '\n';
}

static bool read_entry(struct program_counts *counts, char *at)
{
	struct counted_entry entry = {0};
	uint32_t is_new;

	if (!take_small(&at, &entry.task) || !take_kind(&at, "SXIK", &entry.kind) ||
	    (entry.name = take_word(counts, &at)) == NULL ||
	    !take_number(&at, 10, &entry.insns) || !take_number(&at, 10, &entry.times) ||
	    !take_small(&at, &is_new))
		return false;
	entry.is_new = is_new != 0;
	APPEND(counts->entries, counts->entry_count, entry);
	return *at == '\n';
}

static bool read_tally(struct program_counts *counts, char *at)
{
	struct counted_tally tally = {0};

	if (!take_index(&at, &counts->node_index, &tally.node) ||
	    !take_index(&at, &counts->block_index, &tally.block) ||
	    !take_number(&at, 10, &tally.insns))
		return false;
	APPEND(counts->tallies, counts->tally_count, tally);
	return *at == '\n';
}

static bool read_window(struct program_counts *counts, char *at)
{
	const struct counted_window *last =
		counts->window_count > 0 ? &counts->windows[counts->window_count - 1] : NULL;
	struct counted_window window = {0};

	if (last != NULL)
		window = (struct counted_window){
			.task = last->task + last->task_count,
			.entry = last->entry + last->entry_count,
			.tally = last->tally + last->tally_count,
		};
	window.task_count = counts->task_count - window.task;
	window.entry_count = counts->entry_count - window.entry;
	window.tally_count = counts->tally_count - window.tally;
	APPEND(counts->windows, counts->window_count, window);
	return at[0] == '\0' || *at == '\n';
}

static bool read_line(struct program_counts *counts, char *line)
{
	if (strcmp(line, "W\n") == 0)
		return read_window(counts, line + 1);
	if (line[0] == '\0' || line[1] != ' ')
		return false;
	switch (line[0]) {
	case 'B':
		return read_block(counts, line + 2);
	case 'N':
		return read_node(counts, line + 2);
	case 'T':
		return read_task(counts, line + 2);
	case 'R':
		return read_entry(counts, line + 2);
	case 'C':
		return read_tally(counts, line + 2);
	default:
		return false;
	}
}

/* ---- The file ---- */

/* Add the numbers of a line to *sum. Returns false if they are too large to be counted: their sums
 * could overflow, or be inexact as a double. Lines of blocks have no counts. */
static bool add_numbers(uint64_t *sum, const char *line)
{
	const char *word = line[0] == 'B' ? NULL : strchr(line, ' ');

	for (; word != NULL; word = strchr(word + 1, ' ')) {
		uint64_t number = strtoull(word, NULL, 10);

		if (number > SUM_MAX - *sum)
			return false;
		*sum += number;
	}
	return true;
}

bool program_counts_read(struct program_counts *counts, const char *path)
{
	FILE *file = file_open(path, FILE_BYTES_MAX, "file of counts");
	size_t capacity = 0;
	uint64_t number = 0, sum = 0;
	char *line = NULL;
	bool good = file != NULL, has_end = false;

	*counts = (struct program_counts){0};
	arena_init(&counts->arena, MEMORY_MAX);
	while (good && !has_end && line_read(&line, &capacity, file, LINE_BYTES_MAX) > 0) {
		number++;
		has_end = strcmp(line, "E 0\n") == 0;
		good = number == 1 ? strcmp(line, FORMAT_LINE) == 0
				   : has_end || (add_numbers(&sum, line) &&
						 read_line(counts, line));
		if (!good)
			warnx("%s:%" PRIu64 ": not a line of a program's counts", path, number);
	}
	if (good && !has_end) {
		warnx("%s: incomplete: QEMU did not end in order", path);
		good = false;
	}
	free(line);
	if (file != NULL)
		fclose(file);
	if (!good)
		program_counts_free(counts);
	return good;
}

void program_counts_free(struct program_counts *counts)
{
	free(counts->blocks);
	free(counts->nodes);
	free(counts->tasks);
	free(counts->entries);
	free(counts->tallies);
	free(counts->windows);
	number_map_free(&counts->block_index);
	number_map_free(&counts->node_index);
	arena_free(&counts->arena);
	*counts = (struct program_counts){0};
}
