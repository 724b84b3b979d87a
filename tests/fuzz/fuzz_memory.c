/* SPDX-License-Identifier: MIT */
/* Fuzz target for modelled memory systems: the plugin's output for one, with a trace of counts,
* and, after the first byte of value 1, a geometry as given by a user. The misses by function must
 * add up to the total. An accepted geometry must stay the same after writing and reading. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/explain/memory_sums.h"

#define CUT 1
#define GEOMETRY_MAX 512

#define COUNTS \
	"bareline-counts 1\n" \
	"B 1 1000 01010101 90909090\n" \
	"B 2 2000 0101 9090\n" \
	"N 1 0 R 1\n" \
	"N 2 1 C 2\n" \
	"I 1 100 0\n" \
	"M 10 104 0\n" \
	"M 20 119 0\n" \
	"O 2 142 0\n" \
	"E 200\n"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Creates a file in memory and writes its path to path. Returns its descriptor. */
static int make_file(const void *data, size_t size, char path[32])
{
	int number = memfd_create("input", 0);

	if (number < 0 || write(number, data, size) != (ssize_t)size)
		abort();
	snprintf(path, 32, "/proc/self/fd/%d", number);
	return number;
}

static void read_counts(struct instruction_profile *profile)
{
	char path[32];
	int number = make_file(COUNTS, strlen(COUNTS), path);

	if (!instruction_profile_read(profile, path))
		abort();
	close(number);
}

static void sum_up(struct instruction_profile *profile, const struct memory_trace *memory)
{
	const struct window window = {.end = profile->mark_list.count - 1};
	struct code_names names = {.is_linux = true};
	struct memory_sums sums;

	profile->memory = memory;
	memory_sums_make(&sums, profile, &names, &window, 1);
	for (size_t event = 0; event < MEMORY_EVENTS; event++) {
		uint64_t sum = 0;

		for (size_t i = 0; i < sums.count; i++)
			sum += sums.items[i].counts.of[event];
		if (sum != sums.all.of[event])
			abort();
	}
	memory_sums_free(&sums);
}

static void try_trace(const uint8_t *data, size_t size)
{
	struct instruction_profile profile;
	struct memory_trace memory;
	char path[32];
	int number = make_file(data, size, path);

	read_counts(&profile);
	if (memory_trace_read(&memory, path, &profile)) {
		sum_up(&profile, &memory);
		memory_trace_free(&memory);
	}
	instruction_profile_free(&profile);
	close(number);
}

static void try_geometry(const uint8_t *data, size_t size)
{
	char text[GEOMETRY_MAX] = "", written[MEMORY_TEXT_MAX], again[MEMORY_TEXT_MAX];
	char problem[MEMORY_TEXT_MAX];
	struct memory_geometry geometry;

	memcpy(text, data, size < sizeof(text) ? size : sizeof(text) - 1);
	if (!memory_geometry_parse(&geometry, text, problem))
		return;
	memory_geometry_write(&geometry, written);
	if (!memory_geometry_parse(&geometry, written, problem))
		abort();
	memory_geometry_write(&geometry, again);
	if (strcmp(written, again) != 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *cut = size > 0 ? memchr(data, CUT, size) : NULL;
	size_t first = cut != NULL ? (size_t)(cut - data) : size;
	static FILE *nothing;

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL)
		abort();
	stderr = nothing;       /* the fuzzer's own messages bypass it */
	if (cut != NULL)
		try_geometry(cut + 1, size - first - 1);
	try_trace(data, first);
	return 0;
}
