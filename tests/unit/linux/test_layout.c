/* SPDX-License-Identifier: MIT */
/* A memory layout keeps free blocks of 2 MiB from the kernel. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "linux/layout.h"
#include "linux/memory.h"

#define HUGE_PAGE_KIB (PAGE_2M >> 10)

/* Of this process: proc(5), /proc/pid/smaps_rollup. */
static unsigned long huge_pages(void)
{
	FILE *file = fopen("/proc/self/smaps_rollup", "re");
	unsigned long kib = 0;
	char line[256];

	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
		sscanf(line, "AnonHugePages: %lu kB", &kib);
	if (file != NULL)
		fclose(file);
	return kib / HUGE_PAGE_KIB;
}

static bool system_has_huge_pages(void)
{
	char *block = mmap(NULL, 2 * PAGE_2M, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			   -1, 0);
	bool has;

	assert_true(block != MAP_FAILED);
	madvise(block, 2 * PAGE_2M, MADV_HUGEPAGE);
	*(volatile char *)(block + PAGE_2M) = 1;
	has = huge_pages() > 0;
	munmap(block, 2 * PAGE_2M);
	return has;
}

/* In a process of its own, as it never frees them. */
static unsigned taken_by(unsigned number)
{
	int status;
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0) {
		unsigned long before = huge_pages();

		layout_disturb(number);
		_exit((int)(huge_pages() - before));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return (unsigned)WEXITSTATUS(status);
}

TEST(consecutive_layouts_differ_by_an_odd_number_of_huge_pages)
{
	if (!system_has_huge_pages())
		skip();
	assert_int_equal(taken_by(0), 0);
	assert_int_equal(taken_by(1) % 2, 1);
	assert_int_equal((taken_by(2) - taken_by(1)) % 2, 1);
}
