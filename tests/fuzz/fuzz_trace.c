/* SPDX-License-Identifier: MIT */
/* Fuzz target for the files of `bareline explain`: the plugin's instruction profile and memory
 * trace, split at the first byte of value 1, and a kernel's list of symbols, by the first byte. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/explain/instruction_profile.h"
#include "tools/explain/memory_trace.h"
#include "tools/explain/symbol_list.h"

#define CUT 1

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int file_of(const uint8_t *data, size_t size, char path[32])
{
	int number = memfd_create("trace", 0);

	if (number < 0 || write(number, data, size) != (ssize_t)size)
		abort();
	snprintf(path, 32, "/proc/self/fd/%d", number);
	return number;
}

static void read_symbols(const char *path)
{
	struct symbol_list list;

	if (symbol_list_read_kernel(&list, path))
		symbol_list_free(&list);
}

static void read_profile(const char *path, const char *memory_path)
{
	struct instruction_profile profile;
	struct memory_trace memory;

	if (!instruction_profile_read(&profile, path))
		return;
	if (memory_trace_read(&memory, memory_path, &profile))
		memory_trace_free(&memory);
	instruction_profile_free(&profile);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *nothing;
	char paths[2][32];
	const uint8_t *cut;
	size_t first;
	int files[2];

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL || size == 0)
		return 0;
	stderr = nothing;       /* the fuzzer's own messages bypass it */
	cut = memchr(data + 1, CUT, size - 1);
	first = cut != NULL ? (size_t)(cut - data) - 1 : size - 1;
	files[0] = file_of(data + 1, first, paths[0]);
	files[1] = file_of(data + 1 + first + (cut != NULL), size - 1 - first - (cut != NULL),
			   paths[1]);
	if (data[0] % 4 == 0)
		read_symbols(paths[0]);
	else
		read_profile(paths[0], paths[1]);
	close(files[1]);
	close(files[0]);
	return 0;
}
