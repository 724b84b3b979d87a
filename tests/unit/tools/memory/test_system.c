/* SPDX-License-Identifier: MIT */
/* Known answers of a whole memory system: the level that each access reaches. */
#include "tests/unit/unit.h"

#include "tools/memory/system.h"

#define LINE 64
#define PAGE 4096

/* Counts since the last check. */
static struct memory_system memory;
static struct cache last_level;
static struct memory_counts counts;

static void begin(const char *text)
{
	struct memory_geometry geometry;
	char problem[MEMORY_TEXT_MAX];

	assert_true(memory_geometry_parse(&geometry, text, problem));
	memory_last_level_make(&last_level, &geometry);
	memory_system_make(&memory, &geometry, &last_level);
	counts = (struct memory_counts){0};
}

static void end(void)
{
	memory_system_free(&memory);
	cache_free(&last_level);
}

static void use(uint64_t address, uint32_t bytes, bool is_write)
{
	const struct memory_access access = {
		.address_virt = address, .address_phys = address,
		.bytes = bytes, .is_write = is_write,
	};

	memory_use(&memory, &access, &counts);
}

static uint64_t misses(enum memory_store store)
{
	return counts.of[MEMORY_MISSES + store];
}

static void assert_misses(uint64_t l1d, uint64_t l2, uint64_t llc)
{
	assert_int_equal(misses(MEMORY_L1D), l1d);
	assert_int_equal(misses(MEMORY_L2), l2);
	assert_int_equal(misses(MEMORY_LLC), llc);
	counts = (struct memory_counts){0};
}

TEST(level_is_accessed_only_after_a_miss_of_the_previous_one)
{
	begin("l1d=128/1,l2=512/2,llc=1K/2");
	use(0, 8, false);
	assert_misses(1, 1, 1);
	use(32, 8, false);              /* the same line */
	assert_misses(0, 0, 0);
	use(2 * LINE, 8, false);        /* replaces it in L1d */
	assert_misses(1, 1, 1);
	use(0, 8, false);               /* which L2 still has */
	assert_misses(1, 0, 0);
	end();
}

TEST(line_dropped_by_one_level_stays_in_the_others)
{
	begin("l1d=64/1,l2=64/1,llc=256/4");
	use(0, 8, false);
	use(LINE, 8, false);
	counts = (struct memory_counts){0};
	use(0, 8, false);
	assert_misses(1, 1, 0);
	end();

	begin("l1d=128/2,l2=64/1,llc=64/1");
	use(0, 8, false);
	use(LINE, 8, false);            /* L2 and the last level drop line 0, L1d keeps it */
	counts = (struct memory_counts){0};
	use(0, 8, false);
	assert_misses(0, 0, 0);
	end();
}

TEST(write_loads_its_line_as_a_read_does)
{
	begin("default");
	use(0, 8, true);
	assert_int_equal(counts.of[MEMORY_WRITES], 1);
	assert_int_equal(counts.of[MEMORY_WRITTEN_BYTES], 8);
	assert_int_equal(counts.of[MEMORY_READS] + counts.of[MEMORY_READ_BYTES], 0);
	assert_misses(1, 1, 1);
	use(8, 8, false);
	assert_int_equal(counts.of[MEMORY_READS], 1);
	assert_misses(0, 0, 0);
	end();
}

TEST(access_across_two_lines_looks_up_both)
{
	begin("default");
	use(LINE - 4, 8, false);
	assert_int_equal(counts.of[MEMORY_READS], 1);
	assert_misses(2, 2, 2);
	use(LINE, 4, false);
	assert_misses(0, 0, 0);
	use(PAGE - 4, 8, false);        /* but not for one in another page */
	assert_int_equal(counts.of[MEMORY_READ_BYTES], 8);
	assert_misses(1, 1, 1);
	use(PAGE, 4, false);
	assert_misses(1, 1, 1);
	end();
}

TEST(missing_level_counts_no_misses)
{
	begin("l2=none,llc=none,stlb=none");
	use(0, 8, false);
	assert_int_equal(misses(MEMORY_DTLB), 1);
	assert_int_equal(misses(MEMORY_STLB), 0);
	assert_misses(1, 0, 0);
	end();
}

TEST(instructions_are_fetched_line_by_line)
{
	begin("default");
	for (uint64_t address = 0; address < 4 * LINE; address += 4)
		memory_fetch(&memory, address, address, &counts);
	assert_int_equal(counts.of[MEMORY_FETCHES], 4);
	assert_int_equal(misses(MEMORY_L1I), 4);
	assert_int_equal(misses(MEMORY_ITLB), 1);
	assert_misses(0, 4, 4);
	memory_fetch(&memory, 0, 0, &counts);
	memory_fetch(&memory, 4, 4, &counts);
	assert_int_equal(counts.of[MEMORY_FETCHES], 1);
	assert_int_equal(misses(MEMORY_L1I), 0);
	use(0, 8, false);               /* L1d has no instructions, L2 has both */
	assert_misses(1, 0, 0);
	end();
}

TEST(tlb_entry_holds_a_page_and_its_frame)
{
	begin("dtlb=4/4,stlb=8/8");
	for (uint64_t page = 0; page < 5; page++)
		use(page * PAGE, 8, false);
	assert_int_equal(misses(MEMORY_DTLB), 5);
	assert_int_equal(misses(MEMORY_STLB), 5);
	use(0, 8, false);               /* the first of them is no longer in the dTLB */
	assert_int_equal(misses(MEMORY_DTLB), 6);
	assert_int_equal(misses(MEMORY_STLB), 5);
	memory_use(&memory, &(struct memory_access){.address_phys = 9 * PAGE, .bytes = 8}, &counts);
	assert_int_equal(misses(MEMORY_STLB), 6);
	end();
}

TEST(page_has_the_given_size)
{
	begin("page=2M");
	for (uint64_t address = 0; address < 4 << 20; address += PAGE)
		use(address, 8, false);
	assert_int_equal(misses(MEMORY_DTLB), 2);
	end();
}

TEST(device_memory_is_translated_but_not_cached)
{
	begin("default");
	memory_use(&memory, &(struct memory_access){.bytes = 4, .is_device = true}, &counts);
	assert_int_equal(counts.of[MEMORY_READS], 1);
	assert_int_equal(misses(MEMORY_DTLB), 1);
	assert_misses(0, 0, 0);
	end();
}

TEST(cpus_share_only_the_last_level)
{
	struct memory_system other;

	begin("default");
	memory_system_make(&other, &memory.geometry, &last_level);
	use(0, 8, false);
	counts = (struct memory_counts){0};
	memory_use(&other, &(struct memory_access){.bytes = 8}, &counts);
	assert_misses(1, 1, 0);
	memory_system_free(&other);
	end();
}

TEST(cleared_system_equals_a_new_one)
{
	begin("default");
	use(0, 8, false);
	memory_fetch(&memory, 0, 0, &counts);
	memory_system_clear(&memory);
	cache_clear(&last_level);
	counts = (struct memory_counts){0};
	memory_fetch(&memory, 0, 0, &counts);
	use(0, 8, false);
	assert_int_equal(misses(MEMORY_L1I), 1);
	assert_int_equal(misses(MEMORY_ITLB), 1);
	assert_int_equal(misses(MEMORY_DTLB), 1);
	assert_misses(1, 1, 1);         /* L1d misses; the fetch brought the line into L2 */
	end();
}
