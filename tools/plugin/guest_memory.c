/* SPDX-License-Identifier: MIT */
/* QEMU maps the machine's memory with one mapping, whose flags differ from its neighbours', so it
 * is one line in proc(5), "/proc/pid/maps". */
#include "tools/plugin/guest_memory.h"

#include <inttypes.h>
#include <stdio.h>

#define ELSEWHERE ((uint64_t)1 << 60)
#define PAGE_BYTES 4096

static struct {
	uint64_t begin, end;    /* the machine's memory */
} memory;

bool guest_memory_find(const void *in_memory)
{
	uint64_t wanted = (uint64_t)(uintptr_t)in_memory, begin, end;
	FILE *file = fopen("/proc/self/maps", "re");
	char line[4096];

	memory.begin = memory.end = 0;
	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		if (sscanf(line, "%" SCNx64 "-%" SCNx64, &begin, &end) != 2 || wanted < begin ||
		    wanted >= end)
			continue;
		memory.begin = begin;
		memory.end = end;
	}
	if (file != NULL)
		fclose(file);
	if (memory.end == 0)
		fputs("bareline's plugin: guest memory not found in /proc/self/maps; cannot model "
		      "memory\n", stderr);
	return memory.end != 0;
}

uint64_t guest_memory_offset(const void *address)
{
	uint64_t at = (uint64_t)(uintptr_t)address;

	return at >= memory.begin && at < memory.end ? at - memory.begin
						     : ELSEWHERE | at % PAGE_BYTES;
}
