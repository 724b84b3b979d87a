/* SPDX-License-Identifier: MIT */
/* The check of RAM on memory of this process: plain pages, and a page that appears at two
 * addresses. */
#include "tests/unit/unit.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel/mm/ram_check.h"

#define PAGES 8u
#define WORDS (RAM_CHECK_PAGE_BYTES / sizeof(uint64_t))

/* PAGES pages of shared memory; the page with this number shows the first one, if it is not 0. */
static uint64_t *make_memory(unsigned alias)
{
	int file = memfd_create("ram", MFD_CLOEXEC);
	char *memory;

	assert_int_equal(ftruncate(file, PAGES * RAM_CHECK_PAGE_BYTES), 0);
	memory = mmap(NULL, PAGES * RAM_CHECK_PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file,
		      0);
	assert_true(memory != MAP_FAILED);
	if (alias > 0)
		assert_true(mmap(memory + alias * RAM_CHECK_PAGE_BYTES, RAM_CHECK_PAGE_BYTES,
				 PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) !=
			    MAP_FAILED);
	close(file);
	return (uint64_t *)memory;
}

TEST(good_memory_is_good)
{
	uint64_t *memory = make_memory(0);

	assert_int_equal(ram_check(memory, PAGES), PAGES);
	munmap(memory, PAGES * RAM_CHECK_PAGE_BYTES);
}

TEST(page_with_two_addresses_is_bad)
{
	uint64_t *memory = make_memory(3);

	assert_int_equal(ram_check(memory, PAGES), 0);
	assert_int_equal(ram_check(memory + WORDS, PAGES - 1), PAGES - 1);
	munmap(memory, PAGES * RAM_CHECK_PAGE_BYTES);
}

TEST(places_are_checked_together_and_kept)
{
	uint64_t *memory = make_memory(3);
	struct ram_check_place places[PAGES];

	for (unsigned i = 0; i < PAGES; i++) {
		places[i] = (struct ram_check_place){.word = &memory[i * WORDS]};
		memory[i * WORDS] = i == 3 ? 0 : i;    /* 3 is 0 too */
	}
	ram_check_places(places, PAGES);
	for (unsigned i = 0; i < PAGES; i++) {
		assert_int_equal(places[i].is_bad, i == 0);
		assert_int_equal(memory[i * WORDS], i == 3 ? 0 : i);
	}
	munmap(memory, PAGES * RAM_CHECK_PAGE_BYTES);
}
