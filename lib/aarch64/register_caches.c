/* SPDX-License-Identifier: MIT */
/* Arm ARM, "CLIDR_EL1, Cache Level ID Register", "CSSELR_EL1, Cache Size Selection Register" and
 * "CCSIDR_EL1, Current Cache Size ID Register". */
#include "lib/aarch64/register_caches.h"

#include <stdbool.h>

#include "lib/aarch64/control.h"

#define LEVELS 7
#define KIND_BITS 3                     /* bits of a level in CLIDR_EL1 */
#define KIND_MASK 7u
#define HAS_INSTRUCTION 1u
#define HAS_DATA 2u
#define HAS_UNIFIED 4u

/* ID_AA64MMFR2_EL1.CCIDX: CCSIDR_EL1 has the wider fields. */
#define CCIDX_SHIFT 20
#define LINE_SHIFT(size) (((size) & 7) + 4)

static bool has_wide_fields(void)
{
	return (read_register(S3_0_C0_C7_2) >> CCIDX_SHIFT & 15) != 0;   /* ID_AA64MMFR2_EL1 */
}

static struct cpu_cache read_cache(unsigned level, bool is_instruction, const char *type)
{
	struct cpu_cache cache = {.level = level + 1, .type = type};
	uint64_t size, sets;

	write_register(csselr_el1, level << 1 | is_instruction);
	size = read_register(ccsidr_el1);
	cache.line_bytes = 1u << LINE_SHIFT(size);
	if (has_wide_fields()) {
		cache.ways = (uint32_t)(size >> 3 & 0x1fffff) + 1;
		sets = (size >> 32 & 0xffffff) + 1;
	} else {
		cache.ways = (uint32_t)(size >> 3 & 0x3ff) + 1;
		sets = (size >> 13 & 0x7fff) + 1;
	}
	cache.size_bytes = sets * cache.ways * cache.line_bytes;
	return cache;
}

size_t register_caches_read(struct cpu_cache caches[CPU_CACHES_MAX])
{
	uint64_t levels = read_register(clidr_el1);
	size_t count = 0;

	for (unsigned level = 0; level < LEVELS && count + 2 <= CPU_CACHES_MAX; level++) {
		unsigned kinds = levels >> KIND_BITS * level & KIND_MASK;

		if ((kinds & HAS_DATA) != 0)
			caches[count++] = read_cache(level, false, "data");
		if ((kinds & HAS_INSTRUCTION) != 0)
			caches[count++] = read_cache(level, true, "instruction");
		if ((kinds & HAS_UNIFIED) != 0)
			caches[count++] = read_cache(level, false, "unified");
	}
	return count;
}
