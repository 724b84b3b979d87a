/* SPDX-License-Identifier: MIT */
/* CPUID's descriptions of caches. Intel's (04h) and AMD's (8000001Dh) deterministic leaves have the
 * same layout. AMD CPUs without the leaf have fixed fields. */
#include "lib/x86/cpu_caches.h"

#include "lib/x86/cpu_identity.h"

#define LEAF_INTEL 4u
#define LEAF_AMD 0x8000001du
#define LEAF_AMD_L1 0x80000005u
#define LEAF_AMD_L2_L3 0x80000006u
#define FULLY_ASSOCIATIVE 0xffu

static const char *const types[] = {NULL, "data", "instruction", "unified"};

bool cpu_caches_decode(struct cpuid r, struct cpu_cache *cache)
{
	uint32_t ways = (r.ebx >> 22) + 1;
	uint32_t partitions = (r.ebx >> 12 & 0x3ff) + 1;
	uint32_t line_bytes = (r.ebx & 0xfff) + 1;
	uint64_t sets = (uint64_t)r.ecx + 1;

	if ((r.eax & 31) == 0 || (r.eax & 31) > 3)
		return false;
	*cache = (struct cpu_cache){
		.level = r.eax >> 5 & 7,
		.type = types[r.eax & 3],
		.size_bytes = ways * (uint64_t)partitions * line_bytes * sets,
		.line_bytes = line_bytes,
		.ways = r.eax >> 9 & 1 ? 0 : ways,
		.sharing = (r.eax >> 14 & 0xfff) + 1,
	};
	return true;
}

static size_t read_deterministic(uint32_t leaf, struct cpu_cache caches[CPU_CACHES_MAX])
{
	uint32_t count = 0;

	while (count < CPU_CACHES_MAX &&
	       cpu_caches_decode(cpuid_or_zero(leaf, count), &caches[count]))
		count++;
	return count;
}

static struct cpu_cache amd_l1(uint32_t fields, const char *type)
{
	uint32_t ways = fields >> 16 & 0xff;

	return (struct cpu_cache){
		.level = 1,
		.type = type,
		.size_bytes = (uint64_t)(fields >> 24) << 10,
		.line_bytes = fields & 0xff,
		.ways = ways == FULLY_ASSOCIATIVE ? 0 : ways,
		.sharing = 1,
	};
}

/* Here the associativity field is a code: "L2 Cache, L3 Cache, and TLB Information". */
static uint32_t amd_ways(uint32_t code)
{
	static const uint8_t ways[16] = {0, 1, 2, 3, 4, 6, 8, 0, 16, 0, 32, 48, 64, 96, 128, 0};

	return ways[code];
}

size_t cpu_caches_decode_fixed(struct cpuid l1, struct cpuid l2,
			       struct cpu_cache caches[CPU_CACHES_MAX])
{
	size_t count = 0;

	if (l1.ecx >> 24 != 0)
		caches[count++] = amd_l1(l1.ecx, "data");
	if (l1.edx >> 24 != 0)
		caches[count++] = amd_l1(l1.edx, "instruction");
	if (l2.ecx >> 16 != 0)
		caches[count++] = (struct cpu_cache){
			.level = 2, .type = "unified", .size_bytes = (uint64_t)(l2.ecx >> 16) << 10,
			.line_bytes = l2.ecx & 0xff, .ways = amd_ways(l2.ecx >> 12 & 15),
			.sharing = 1};
	if (l2.edx >> 18 != 0)
		caches[count++] = (struct cpu_cache){
			.level = 3, .type = "unified", .size_bytes = (uint64_t)(l2.edx >> 18) << 19,
			.line_bytes = l2.edx & 0xff, .ways = amd_ways(l2.edx >> 12 & 15),
			.sharing = 1};
	return count;
}

size_t cpu_caches_read(struct cpu_cache caches[CPU_CACHES_MAX])
{
	struct cpu_identity identity;
	size_t count;

	cpu_identity_read(&identity);
	if (!cpu_identity_is_amd(&identity))
		return read_deterministic(LEAF_INTEL, caches);
	count = read_deterministic(LEAF_AMD, caches);
	if (count > 0)
		return count;
	return cpu_caches_decode_fixed(cpuid_or_zero(LEAF_AMD_L1, 0),
				       cpuid_or_zero(LEAF_AMD_L2_L3, 0), caches);
}
