/* SPDX-License-Identifier: MIT */
/* Memory types of made-up MTRRs. */
#include "tests/unit/unit.h"

#include "lib/x86/mtrr.h"

#define GIB (1ull << 30)
#define ENABLED 0xc00u                  /* with the fixed ranges */
#define VALID 0x800u
#define MASK(bytes) ((0xfffffff000 & ~((bytes) - 1)) | VALID)

static void assert_type(const struct mtrrs *mtrrs, uint64_t phys, enum memory_type type,
			uint64_t end_phys)
{
	uint64_t end;

	assert_int_equal(mtrr_type_at(mtrrs, phys, &end), type);
	assert_int_equal(end, end_phys);
}

/* As SeaBIOS leaves them: write-back, with a hole for devices below 4 GiB. */
TEST(default_type_is_that_outside_of_all_ranges)
{
	const struct mtrrs mtrrs = {
		.default_type = ENABLED | MEMORY_TYPE_WRITE_BACK,
		.count = 2,
		.bases = {3 * GIB | MEMORY_TYPE_UNCACHED},
		.masks = {MASK(GIB)},
	};

	assert_type(&mtrrs, 0x100000, MEMORY_TYPE_WRITE_BACK, 3 * GIB);
	assert_type(&mtrrs, 3 * GIB, MEMORY_TYPE_UNCACHED, 4 * GIB);
	assert_type(&mtrrs, 4 * GIB - 0x1000, MEMORY_TYPE_UNCACHED, 4 * GIB);
	assert_type(&mtrrs, 4 * GIB, MEMORY_TYPE_WRITE_BACK, UINT64_MAX);
	assert_int_equal(mtrr_used(&mtrrs), 1);
}

TEST(disabled_mtrrs_leave_all_memory_uncached)
{
	const struct mtrrs mtrrs = {.default_type = MEMORY_TYPE_WRITE_BACK};

	assert_false(mtrr_is_enabled(&mtrrs));
	assert_type(&mtrrs, GIB, MEMORY_TYPE_UNCACHED, UINT64_MAX);
}

static const struct overlap {
	const char *name;
	enum memory_type inner, outer, found;
} overlaps[] = {
	{"uncached prevails", MEMORY_TYPE_UNCACHED, MEMORY_TYPE_WRITE_BACK, MEMORY_TYPE_UNCACHED},
	{"write-through prevails over write-back", MEMORY_TYPE_WRITE_THROUGH,
	 MEMORY_TYPE_WRITE_BACK, MEMORY_TYPE_WRITE_THROUGH},
	{"an undefined mixture counts as uncached", MEMORY_TYPE_WRITE_COMBINING,
	 MEMORY_TYPE_WRITE_BACK, MEMORY_TYPE_UNCACHED},
	{"equal types stay", MEMORY_TYPE_WRITE_BACK, MEMORY_TYPE_WRITE_BACK,
	 MEMORY_TYPE_WRITE_BACK},
};

static void check_overlap(void **state)
{
	const struct overlap *overlap = *state;
	const struct mtrrs mtrrs = {
		.default_type = ENABLED | MEMORY_TYPE_UNCACHED,
		.count = 2,
		.bases = {0 | overlap->outer, GIB | overlap->inner},
		.masks = {MASK(4 * GIB), MASK(GIB)},
	};

	assert_type(&mtrrs, 0x100000, overlap->outer, GIB);
	assert_type(&mtrrs, GIB, overlap->found, 2 * GIB);
	assert_type(&mtrrs, 2 * GIB, overlap->outer, 4 * GIB);
	assert_type(&mtrrs, 4 * GIB, MEMORY_TYPE_UNCACHED, UINT64_MAX);
}

TEST_CASES(check_overlap, overlaps);

/* Every second 1 GiB, as the mask does not look at that bit's neighbour above. */
TEST(mask_with_a_gap_repeats_its_range)
{
	const struct mtrrs mtrrs = {
		.default_type = ENABLED | MEMORY_TYPE_WRITE_BACK,
		.count = 1,
		.bases = {GIB | MEMORY_TYPE_UNCACHED},
		.masks = {MASK(GIB) & ~(2 * GIB)},
	};

	assert_type(&mtrrs, GIB, MEMORY_TYPE_UNCACHED, 2 * GIB);
	assert_type(&mtrrs, 3 * GIB + 0x1000, MEMORY_TYPE_UNCACHED, 4 * GIB);
	assert_type(&mtrrs, 2 * GIB, MEMORY_TYPE_WRITE_BACK, 3 * GIB);
}

TEST(any_register_makes_a_difference)
{
	struct mtrrs a = {.default_type = ENABLED, .count = 1, .masks = {MASK(GIB)}}, b = a;

	assert_true(mtrr_is_same(&a, &b));
	b.masks[0] = 0;
	assert_false(mtrr_is_same(&a, &b));
	b = a;
	b.default_type = 0;
	assert_false(mtrr_is_same(&a, &b));
}
