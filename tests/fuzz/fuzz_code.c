/* SPDX-License-Identifier: MIT */
/* Fuzz target for the user's code: an object file on the host, and the list of sequences that a
 * target reads from a stick. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/code_list.h"
#include "tools/run/code/object.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_object(const uint8_t *data, size_t size)
{
	char problem[OBJECT_PROBLEM_MAX] = "";
	struct object_code code;

	if (object_find_code(data, size, &code, problem)) {
		if (code.bytes < data || code.size > size ||
		    code.bytes + code.size > data + size || code.size == 0)
			abort();
	} else if (strlen(problem) == 0) {
		abort();
	}
}

static void check_list(const char *list)
{
	static uint8_t bytes[CODE_BYTES_MAX];
	struct code_sequence sequence;

	for (const char *line = code_list_first(list); line != NULL; line = code_list_next(line)) {
		const char *error = code_list_parse(line, &sequence);

		if (strlen(sequence.name) == 0 || strlen(sequence.name) > CODE_NAME_MAX)
			abort();
		if (error != NULL)
			continue;
		if (sequence.code.bytes == 0 || sequence.code.bytes > CODE_BYTES_MAX ||
		    sequence.init.bytes > CODE_INIT_MAX ||
		    strlen(sequence.source) > CODE_SOURCE_MAX)
			abort();
		code_hex_decode(sequence.code, bytes);
		code_hex_decode(sequence.init, bytes);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *list = malloc(size + 1);

	memcpy(list, data, size);
	list[size] = '\0';
	check_object(data, size);
	check_list(list);
	free(list);
	return 0;
}
