/* SPDX-License-Identifier: MIT */
/* pprof, "profile.proto": messages of protocol buffers (Protocol Buffers, "Encoding"). A sample is
 * a node's own instructions with its stack. Each node is a location, and each name a function. */
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/explain/export.h"

enum wire_type {WIRE_VARINT, WIRE_LENGTH = 2};

/* Fields of Profile. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE,
	PROFILE_MAPPING,
	PROFILE_LOCATION,
	PROFILE_FUNCTION,
	PROFILE_STRING,
};

struct pprof {
	FILE *file;
	char **strings;                 /* the first is empty */
	size_t string_count, string_capacity;
	uint64_t next_id;
};

static void put_varint(FILE *file, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		putc((int)(value & 0x7f) | 0x80, file);
	putc((int)value, file);
}

static void put_number(FILE *file, unsigned field, uint64_t value)
{
	put_varint(file, field << 3 | WIRE_VARINT);
	put_varint(file, value);
}

static void put_bytes(FILE *file, unsigned field, const char *bytes, size_t size)
{
	put_varint(file, field << 3 | WIRE_LENGTH);
	put_varint(file, size);
	fwrite(bytes, 1, size, file);
}

static uint64_t pprof_string(struct pprof *pprof, const char *text)
{
	for (size_t i = 0; i < pprof->string_count; i++) {
		if (strcmp(pprof->strings[i], text) == 0)
			return i;
	}
	if (pprof->string_count == pprof->string_capacity) {
		pprof->string_capacity = 2 * pprof->string_capacity + 64;
		pprof->strings = xreallocarray(pprof->strings, pprof->string_capacity,
					       sizeof(*pprof->strings));
	}
	pprof->strings[pprof->string_count] = xstrdup(text);
	return pprof->string_count++;
}

/* Write a finished message as a field. */
static void pprof_put_message(struct pprof *pprof, unsigned field, FILE *message, char **text,
			      const size_t *size)
{
	file_end_memory(message, text);
	put_bytes(pprof->file, field, *text, *size);
	free(*text);
}

static void pprof_put_type(struct pprof *pprof)
{
	char *text;
	size_t size;
	FILE *message = file_in_memory(&text, &size);

	put_number(message, 1, pprof_string(pprof, "instructions"));
	put_number(message, 2, pprof_string(pprof, "count"));
	pprof_put_message(pprof, PROFILE_SAMPLE_TYPE, message, &text, &size);
}

/* Write a location and its function, both with the same ID. */
static uint64_t pprof_put_location(struct pprof *pprof, const char *name, const char *layer)
{
	char *text, *line_text;
	size_t size, line_size;
	uint64_t id = ++pprof->next_id;
	FILE *message = file_in_memory(&text, &size), *line;

	put_number(message, 1, id);
	put_number(message, 2, pprof_string(pprof, name));
	put_number(message, 4, pprof_string(pprof, layer));
	pprof_put_message(pprof, PROFILE_FUNCTION, message, &text, &size);
	message = file_in_memory(&text, &size);
	line = file_in_memory(&line_text, &line_size);
	put_number(line, 1, id);
	file_end_memory(line, &line_text);
	put_number(message, 1, id);
	put_bytes(message, 4, line_text, line_size);
	free(line_text);
	pprof_put_message(pprof, PROFILE_LOCATION, message, &text, &size);
	return id;
}

static void pprof_put_metric(struct pprof *pprof, const struct explained *explained)
{
	const struct call_tree *tree = &explained->tree;
	uint64_t *ids = xcalloc(tree->count + 1, sizeof(*ids));
	char *name = explained_name(explained);

	for (uint32_t i = 0; i < tree->count; i++)
		ids[i] = pprof_put_location(pprof, i == 0 ? name : tree->nodes[i].name,
					    i == 0 ? "" : code_layer_names[tree->nodes[i].layer]);
	for (uint32_t i = 1; i < tree->count; i++) {
		if (tree->nodes[i].self_insns > 0) {
			char *text;
			size_t size;
			FILE *message = file_in_memory(&text, &size);

			for (uint32_t at = i; at != 0; at = tree->nodes[at].parent)
				put_number(message, 1, ids[at]);
			put_number(message, 1, ids[0]);
			put_number(message, 2, tree->nodes[i].self_insns);
			pprof_put_message(pprof, PROFILE_SAMPLE, message, &text, &size);
		}
	}
	free(name);
	free(ids);
}

void explain_write_pprof(const struct explained *items, size_t count, FILE *file)
{
	struct pprof pprof = {.file = file};

	pprof_string(&pprof, "");
	pprof_put_type(&pprof);
	for (size_t i = 0; i < count; i++) {
		if (items[i].tree.count > 0)
			pprof_put_metric(&pprof, &items[i]);
	}
	for (size_t i = 0; i < pprof.string_count; i++) {
		put_bytes(file, PROFILE_STRING, pprof.strings[i], strlen(pprof.strings[i]));
		free(pprof.strings[i]);
	}
	free(pprof.strings);
}
