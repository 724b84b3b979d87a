/* SPDX-License-Identifier: MIT */
/* QEMU maps the machine's memory in one piece, with flags that no neighbour has, so it is one line
 * of the list of mappings: proc(5), "/proc/pid/maps". */
#include "tools/plugin/place.h"

#include <inttypes.h>
#include <stdio.h>

#define ELSEWHERE ((uint64_t)1 << 60)
#define PAGE_BYTES 4096

static struct {
	uint64_t begin, end;    /* the machine's memory */
} place;

bool place_begin(const void *in_memory)
{
	uint64_t wanted = (uint64_t)(uintptr_t)in_memory, begin, end;
	FILE *file = fopen("/proc/self/maps", "re");
	char line[4096];

	place.begin = place.end = 0;
	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		if (sscanf(line, "%" SCNx64 "-%" SCNx64, &begin, &end) != 2 || wanted < begin ||
		    wanted >= end)
			continue;
		place.begin = begin;
		place.end = end;
	}
	if (file != NULL)
		fclose(file);
	if (place.end == 0)
		fputs("bareline's plugin: guest memory not found in /proc/self/maps; cannot model "
		      "memory\n", stderr);
	return place.end != 0;
}

uint64_t place_of(const void *address)
{
	uint64_t at = (uint64_t)(uintptr_t)address;

	return at >= place.begin && at < place.end ? at - place.begin
						   : ELSEWHERE | at % PAGE_BYTES;
}
