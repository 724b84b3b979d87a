/* SPDX-License-Identifier: MIT */
/* Memory types by the MTRRs. Intel SDM vol. 3A, "Memory Type Range Registers (MTRRs)"; AMD APM vol.
 * 2, "Memory-Type Range Registers". No hardware access. */
#ifndef LIB_X86_MTRR_H
#define LIB_X86_MTRR_H

#include <stdbool.h>
#include <stdint.h>

#define MSR_MTRR_CAP 0xfeu
#define MSR_MTRR_BASE(n) (0x200u + 2 * (n))
#define MSR_MTRR_MASK(n) (0x201u + 2 * (n))
#define MSR_MTRR_DEFAULT 0x2ffu
#define MTRR_VARIABLE_MAX 32            /* ranges that are read; current CPUs have about 10 */
#define MTRR_CAP_COUNT(cap) ((cap) & 0xff)
#define MTRR_TYPE(value) ((enum memory_type)((value) & 0xff))

/* Values of the registers. */
enum memory_type {
	MEMORY_TYPE_UNCACHED = 0,
	MEMORY_TYPE_WRITE_COMBINING = 1,
	MEMORY_TYPE_WRITE_THROUGH = 4,
	MEMORY_TYPE_WRITE_PROTECTED = 5,
	MEMORY_TYPE_WRITE_BACK = 6,
};

/* Registers of one CPU. */
struct mtrrs {
	uint64_t default_type;
	uint32_t count;                 /* number of variable ranges, at most MTRR_VARIABLE_MAX */
	uint64_t bases[MTRR_VARIABLE_MAX], masks[MTRR_VARIABLE_MAX];
};

bool mtrr_is_enabled(const struct mtrrs *mtrrs);

/* Number of variable ranges that are in use. */
uint32_t mtrr_used(const struct mtrrs *mtrrs);

/* Whether two CPUs have the same registers. */
bool mtrr_is_same(const struct mtrrs *a, const struct mtrrs *b);

/* The type of memory at an address of 1 MiB or above, because the fixed ranges are below. Stores a
 * higher address up to which the type is the same. Overlapping ranges whose type is undefined count
 * as uncached. */
enum memory_type mtrr_type_at(const struct mtrrs *mtrrs, uint64_t phys, uint64_t *end_phys);

/* "write-back", or another name. */
const char *memory_type_name(enum memory_type type);

#endif
