/* SPDX-License-Identifier: MIT */
/* Lines of words. Nodes and blocks are those of the instruction profile. */
#include "tools/explain/memory_trace.h"

#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/line.h"

#define FORMAT_LINE "bareline-memory-model 1\n"
#define MEMORY_MAX ((size_t)64 << 20)
#define LIST_CAPACITY_MIN 256
#define WORD_NUMBERS (3 + MEMORY_EVENTS)

struct memory_reader {
	struct memory_trace *memory;
	const struct instruction_profile *trace;
	const char *path;
	uint64_t line;
	char *at;               /* rest of the line */
};

static bool read_number(struct memory_reader *reader, char behind, uint64_t *number)
{
	char *end;

	*number = strtoull(reader->at, &end, 10);
	if (end == reader->at || (*end != behind && *end != '\n'))
		return false;
	reader->at = end + (*end == behind && *end != '\n');
	return true;
}

static void *list_grow(void *items, struct profile_list_size *list, size_t size)
{
	if (list->count < list->capacity)
		return items;
	list->capacity = 2 * list->capacity + LIST_CAPACITY_MIN;
	return xreallocarray(items, list->capacity, size);
}

/* ---- Lines ---- */

static bool read_geometry(struct memory_reader *reader)
{
	char problem[MEMORY_TEXT_MAX];

	reader->at[strcspn(reader->at, "\n")] = '\0';
	if (reader->memory->has_geometry ||
	    !memory_geometry_parse(&reader->memory->geometry, reader->at, problem))
		return false;
	reader->memory->has_geometry = true;
	return true;
}

static bool read_row(struct memory_reader *reader, struct memory_row *row)
{
	const struct instruction_profile *trace = reader->trace;
	const uint32_t *block;
	uint64_t node, number, insn;

	if (!read_number(reader, ':', &node) || node == 0 || node > trace->node_list.count ||
	    !read_number(reader, ':', &number) || number == 0 || !read_number(reader, ':', &insn))
		return false;
	block = number_map_find(&trace->block_of, number);
	if (block == NULL || insn >= trace->blocks[*block].insns)
		return false;
	row->node = (uint32_t)node - 1;
	row->block = *block;
	row->insn = (uint32_t)insn;
	for (size_t event = 0; event < MEMORY_EVENTS; event++) {
		char behind = event + 1 < MEMORY_EVENTS ? ':' : ' ';

		if (!read_number(reader, behind, &row->counts.of[event]))
			return false;
	}
	return true;
}

static bool read_profile(struct memory_reader *reader)
{
	struct memory_trace *memory = reader->memory;
	struct memory_profile profile = {0};
	struct memory_row *rows;
	uint64_t number;
	size_t separators = 0, most;

	if (!read_number(reader, ' ', &number) || number != memory->profile_list.count + 1 ||
	    number > reader->trace->mark_list.count)
		return false;
	for (const char *c = reader->at; *c != '\n' && *c != '\0'; c++)
		separators += *c == ':';
	most = separators / (WORD_NUMBERS - 1);
	rows = xarena_alloc(&memory->arena, (most + 1) * sizeof(*rows));
	for (; *reader->at != '\n'; profile.count++) {
		if (profile.count == most || !read_row(reader, &rows[profile.count]))
			return false;
	}
	profile.rows = rows;
	memory->profiles = list_grow(memory->profiles, &memory->profile_list, sizeof(profile));
	memory->profiles[memory->profile_list.count++] = profile;
	return true;
}

static bool read_mark(struct memory_reader *reader)
{
	struct memory_trace *memory = reader->memory;
	uint64_t profile;

	if (!read_number(reader, ' ', &profile) || profile > memory->profile_list.count ||
	    memory->mark_list.count == reader->trace->mark_list.count)
		return false;
	memory->marks = list_grow(memory->marks, &memory->mark_list, sizeof(*memory->marks));
	memory->marks[memory->mark_list.count++] =
		profile == 0 ? MARK_NO_PROFILE : (uint32_t)profile - 1;
	return true;
}

static bool read_line(struct memory_reader *reader, char *line)
{
	uint64_t zero;

	if (line[0] == '\0' || line[1] != ' ' || reader->memory->is_whole)
		return false;
	reader->at = line + 2;
	if (line[0] == 'G')
		return read_geometry(reader);
	if (!reader->memory->has_geometry)
		return false;
	switch (line[0]) {
	case 'P':
		return read_profile(reader);
	case 'M':
		return read_mark(reader);
	case 'E':
		return reader->memory->is_whole = read_number(reader, ' ', &zero);
	}
	return false;
}

/* ---- The file ---- */

static bool memory_read_lines(struct memory_reader *reader, FILE *file)
{
	size_t capacity = 0;
	char *line = NULL;
	ssize_t length;
	bool good = line_read(&line, &capacity, file, PLUGIN_LINE_MAX) > 0 &&
		    strcmp(line, FORMAT_LINE) == 0;

	reader->line = 1;
	if (!good)
		warnx("%s: not a memory trace of the plugin", reader->path);
	while (good &&
	       (length = line_read(&line, &capacity, file, PLUGIN_LINE_MAX)) > 0) {
		reader->line++;
		good = line[length - 1] == '\n' && strlen(line) == (size_t)length &&
		       read_line(reader, line);
		if (!good)
			warnx("%s:%" PRIu64 ": not a line of the plugin's modelled memory",
			      reader->path, reader->line);
	}
	free(line);
	return good;
}

static bool memory_is_of(const struct memory_trace *memory, const struct instruction_profile *trace,
			 const char *path)
{
	if (!memory->is_whole)
		warnx("%s: truncated: QEMU was stopped before the end was written", path);
	else if (memory->mark_list.count != trace->mark_list.count)
		warnx("%s: %zu marks, the instruction profile %zu: not of the same run",
		      path, memory->mark_list.count, trace->mark_list.count);
	else
		return true;
	return false;
}

bool memory_trace_read(struct memory_trace *memory, const char *path,
		       const struct instruction_profile *trace)
{
	struct memory_reader reader = {.memory = memory, .trace = trace, .path = path};
	FILE *file = file_open(path, PLUGIN_FILE_BYTES_MAX, "memory trace");
	bool good;

	*memory = (struct memory_trace){0};
	arena_init(&memory->arena, MEMORY_MAX);
	if (file == NULL)
		return false;
	good = memory_read_lines(&reader, file);
	fclose(file);
	good = good && memory_is_of(memory, trace, path);
	if (!good)
		memory_trace_free(memory);
	return good;
}

void memory_trace_free(struct memory_trace *memory)
{
	free(memory->profiles);
	free(memory->marks);
	arena_free(&memory->arena);
	*memory = (struct memory_trace){0};
}
