/* SPDX-License-Identifier: MIT */
/* Memory types by the MTRRs. */
#include "lib/x86/mtrr.h"

#define DEFAULT_ENABLED (1u << 11)
#define MASK_VALID (1u << 11)
#define ADDRESS_BITS 0xffffffffff000ull

bool mtrr_is_enabled(const struct mtrrs *mtrrs)
{
	return (mtrrs->default_type & DEFAULT_ENABLED) != 0;
}

uint32_t mtrr_used(const struct mtrrs *mtrrs)
{
	uint32_t used = 0;

	for (uint32_t i = 0; i < mtrrs->count; i++)
		used += (mtrrs->masks[i] & MASK_VALID) != 0;
	return used;
}

bool mtrr_is_same(const struct mtrrs *a, const struct mtrrs *b)
{
	bool is_same = a->default_type == b->default_type && a->count == b->count;

	for (uint32_t i = 0; is_same && i < a->count; i++)
		is_same = a->bases[i] == b->bases[i] && a->masks[i] == b->masks[i];
	return is_same;
}

/* Bytes of a range: its mask has ones from the highest address bit of the CPU down to this one. */
static uint64_t bytes_of(uint64_t mask)
{
	mask &= ADDRESS_BITS;
	return mask & -mask;
}

/* Intel SDM vol. 3A, "MTRR Precedences". */
static enum memory_type combined(enum memory_type a, enum memory_type b)
{
	bool has_through = a == MEMORY_TYPE_WRITE_THROUGH || b == MEMORY_TYPE_WRITE_THROUGH;
	bool has_back = a == MEMORY_TYPE_WRITE_BACK || b == MEMORY_TYPE_WRITE_BACK;

	if (a == b)
		return a;
	return has_through && has_back ? MEMORY_TYPE_WRITE_THROUGH : MEMORY_TYPE_UNCACHED;
}

/* The type at an address. If a mask has a gap, its range repeats, so the range's step also ends the
 * same type. */
enum memory_type mtrr_type_at(const struct mtrrs *mtrrs, uint64_t phys, uint64_t *end_phys)
{
	enum memory_type type = MTRR_TYPE(mtrrs->default_type);
	bool is_in_range = false;

	*end_phys = UINT64_MAX;
	if (!mtrr_is_enabled(mtrrs))
		return MEMORY_TYPE_UNCACHED;
	for (uint32_t i = 0; i < mtrrs->count; i++) {
		uint64_t mask = mtrrs->masks[i] & ADDRESS_BITS, base = mtrrs->bases[i] & mask;
		uint64_t bytes = bytes_of(mask), end = (phys & -bytes) + bytes;
		bool has_gap = ((mask | (mask - 1)) & ((mask | (mask - 1)) + 1)) != 0;

		if ((mtrrs->masks[i] & MASK_VALID) == 0 || bytes == 0)
			continue;
		if ((phys & mask) == base) {
			type = is_in_range ? combined(type, MTRR_TYPE(mtrrs->bases[i]))
					   : MTRR_TYPE(mtrrs->bases[i]);
			is_in_range = true;
		} else if (!has_gap && phys < base) {
			end = base;
		} else if (!has_gap) {
			continue;
		}
		*end_phys = end > phys && end < *end_phys ? end : *end_phys;
	}
	return type;
}

const char *memory_type_name(enum memory_type type)
{
	switch (type) {
	case MEMORY_TYPE_UNCACHED:
		return "uncached";
	case MEMORY_TYPE_WRITE_COMBINING:
		return "write-combining";
	case MEMORY_TYPE_WRITE_THROUGH:
		return "write-through";
	case MEMORY_TYPE_WRITE_PROTECTED:
		return "write-protected";
	case MEMORY_TYPE_WRITE_BACK:
		return "write-back";
	}
	return "reserved type";
}
