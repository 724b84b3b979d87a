/* SPDX-License-Identifier: MIT */
/* Fuzz target for CPUID's leaves of topology and caches. The input has entries of 18 bytes: the
 * index of a leaf, a subleaf, and four registers. Other leaves are zeros. */
#include <stdlib.h>
#include <string.h>

#include "lib/x86/cpu_caches.h"
#include "lib/x86/cpu_topology.h"

#define ENTRY_BYTES 18

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint32_t leaves[] = {
	1, 4, 7, 0x0b, 0x1a, 0x1f, 0x80000005, 0x80000006, 0x80000008, 0x8000001d, 0x8000001e,
	0x80000026,
};

static struct {
	const uint8_t *data;
	size_t size;
	unsigned reads;
} input;

static struct cpuid read_leaf(uint32_t leaf, uint32_t subleaf)
{
	struct cpuid registers = {0};

	if (++input.reads > 100)
		abort();                /* levels without end */
	for (size_t at = 0; at + ENTRY_BYTES <= input.size; at += ENTRY_BYTES) {
		const uint8_t *entry = input.data + at;

		if (leaves[entry[0] % (sizeof(leaves) / sizeof(leaves[0]))] != leaf ||
		    entry[1] != subleaf)
			continue;
		memcpy(&registers, entry + 2, sizeof(registers));
		break;
	}
	return registers;
}

/* A core is a part of one package. */
static void decode_topology(void)
{
	struct cpu_topology topology;

	cpu_topology_decode(read_leaf, &topology);
	if (topology.package > topology.core || topology.core > topology.apic_id ||
	    topology.kind > CPU_CORE_EFFICIENCY)
		abort();
}

static void decode_caches(void)
{
	struct cpu_cache caches[CPU_CACHES_MAX];

	if (cpu_caches_decode(read_leaf(4, 0), &caches[0]) &&
	    (caches[0].type == NULL || caches[0].line_bytes == 0))
		abort();
	if (cpu_caches_decode_fixed(read_leaf(0x80000005, 0), read_leaf(0x80000006, 0), caches) >
	    CPU_CACHES_MAX)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	input.data = data;
	input.size = size;
	input.reads = 0;
	decode_topology();
	decode_caches();
	return 0;
}
