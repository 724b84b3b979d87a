/* SPDX-License-Identifier: MIT */
/* Major faults of a process: the stamps enclose the access; by the kernel's cache and its count,
 * the page was read if it had to be. Whether the cache drops the file is tested independently. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench/platform.h"
#include "linux/disk/disk.h"
#include "linux/disturbance.h"
#include "tests/unit/linux/witness.h"

#define PAGE_BYTES 4096
#define PAGES 64
#define TRIALS 5
#define TABLE_BYTES (2ul << 20)         /* mapped by a page table */
#define MAPPED_BYTES PAGE_BYTES         /* of the one page that a trial maps */

static char path[] = "/var/tmp/bareline-fault-XXXXXX";
static int file = -1;
static uint8_t *contents;               /* another mapping of the file */
static bool is_of_small_pages;          /* the table of the mapped page, from the first trial on */
static bool is_dropped;                 /* whether the kernel's cache drops the file */

static struct {
	bool mmap_fails, madvise_fails, keeps_cache, reads_nothing, watches;
	const char *disk;
	unsigned expected, faults;
	uint8_t *page;
	uint64_t touched;               /* by the handler of the access */
} machine;

/* ---- Fakes of the process ---- */

void disturbance_expect(void)
{
	machine.expected++;
}

const char *disk_path(void)
{
	return machine.disk;
}

WRAP(void *, mmap, void *address, size_t size, int protection, int flags, int of, off_t offset)
{
	void *memory;

	if (machine.mmap_fails)
		return MAP_FAILED;
	assert_true((flags & MAP_ANONYMOUS) == 0 || (of == -1 && offset == 0));
	memory = __real_mmap(address, size, protection, flags, of, offset);
	if (size == MAPPED_BYTES)
		machine.page = memory;
	return memory;
}

WRAP(int, open, const char *name, int flags)
{
	if (name == machine.disk)
		assert_int_equal(flags, O_RDONLY | O_CLOEXEC);
	return __real_open(name, flags);
}

WRAP(int, madvise, void *address, size_t size, int advice)
{
	is_of_small_pages |= advice == MADV_NOHUGEPAGE && size == TABLE_BYTES;
	if (advice == MADV_RANDOM)
		assert_true(is_of_small_pages && size == PAGE_BYTES);
	return machine.madvise_fails ? -1 : __real_madvise(address, size, advice);
}

WRAP(int, posix_fadvise, int of, off_t offset, off_t size, int advice)
{
	return machine.keeps_cache ? 0 : __real_posix_fadvise(of, offset, size, advice);
}

WRAP(ssize_t, pread, int of, void *buffer, size_t size, off_t offset)
{
	return machine.reads_nothing ? 1 : __real_pread(of, buffer, size, offset);
}

/* The tested code reads its count directly before the access. */
WRAP(int, getrusage, int who, struct rusage *usage)
{
	int status = __real_getrusage(who, usage);

	if (machine.watches && machine.faults == 0)
		mprotect(machine.page, PAGE_BYTES, PROT_NONE);
	return status;
}

static void note_access(int number)
{
	(void)number;
	machine.faults++;
	machine.touched = clock_read();
	mprotect(machine.page, PAGE_BYTES, PROT_READ);
}

/* ---- The tests ---- */

static bool is_cached(uint64_t page)
{
	unsigned char in_memory = 0;

	assert_int_equal(mincore(contents + page * PAGE_BYTES, PAGE_BYTES, &in_memory), 0);
	return in_memory & 1;
}

/* Of this process: proc(5), "/proc/pid/stat", field 12. The program's name has no blank. */
static unsigned long major_faults(void)
{
	unsigned long count = 0;
	FILE *stat = fopen("/proc/self/stat", "r");

	assert_non_null(stat);
	assert_int_equal(fscanf(stat, "%*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lu", &count),
			 1);
	fclose(stat);
	return count;
}

static int make_file(void **state)
{
	uint8_t page[PAGE_BYTES];

	(void)state;
	file = mkstemp(path);
	for (unsigned i = 0; i < PAGES; i++) {
		memset(page, (int)i + 1, sizeof(page));
		if (write(file, page, sizeof(page)) != sizeof(page))
			return -1;
	}
	contents = __real_mmap(NULL, PAGES * PAGE_BYTES, PROT_READ, MAP_SHARED, file, 0);
	if (fsync(file) != 0 || contents == MAP_FAILED)
		return -1;
	__real_posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
	is_dropped = !is_cached(0);
	return 0;
}

static int remove_file(void **state)
{
	(void)state;
	close(file);
	return unlink(path);
}

struct unit_group unit_group = {make_file, remove_file};

static int reset(void **state)
{
	memset(&machine, 0, sizeof(machine));
	machine.disk = path;
	return stay_on_one_cpu(state);
}

static int fault_on(uint64_t page, bool is_cold, struct major_fault_stamps *stamps)
{
	const struct major_fault_trial trial = {.ring = 3, .page = page, .is_cold = is_cold};
	const uint8_t *data = NULL;
	int error = platform_major_fault_trial(&trial, stamps, &data);

	if (error == 0)
		assert_true(data[0] == page + 1 && data[PAGE_BYTES - 1] == page + 1);
	return error;
}

/* First, because the file stays open. */
TEST_WITH(missing_memory_and_missing_file_are_errors, reset, NULL)
{
	struct major_fault_stamps stamps;

	machine.mmap_fails = true;
	assert_int_equal(fault_on(0, true, &stamps), -ENOMEM);
	machine.mmap_fails = false;
	machine.disk = "/nonexistent";
	assert_int_equal(fault_on(0, true, &stamps), -ENODEV);
}

static void skip_unless_dropped(void)
{
	if (!is_dropped) {
		print_message("skipped: the cache does not drop files of /var/tmp\n");
		skip();
	}
}

TEST_WITH(cold_page_is_read_by_a_major_fault, reset, NULL)
{
	struct major_fault_stamps stamps;

	skip_unless_dropped();
	for (uint64_t page = 0; page < TRIALS; page++) {
		unsigned long before = major_faults();

		assert_int_equal(fault_on(page, true, &stamps), 0);
		assert_true(major_faults() > before);
		assert_true(is_cached(page) && !is_cached(page + 1));
		assert_int_equal(machine.expected, page + 1);
	}
}

TEST_WITH(warm_page_is_mapped_without_a_read, reset, NULL)
{
	struct major_fault_stamps stamps;

	for (uint64_t page = 1; page <= TRIALS; page++)
		assert_int_equal(fault_on(page, false, &stamps), 0);
}

TEST_WITH(stamps_enclose_the_access, reset, NULL)
{
	const struct sigaction action = {.sa_handler = note_access};
	struct sigaction previous;
	struct major_fault_stamps stamps;

	assert_int_equal(sigaction(SIGSEGV, &action, &previous), 0);
	for (uint64_t page = 1; page <= TRIALS; page++) {
		memset(&stamps, 0xff, sizeof(stamps));
		machine.faults = 0;
		machine.watches = true;
		assert_int_equal(fault_on(page, false, &stamps), 0);
		machine.watches = false;
		assert_int_equal(machine.faults, 1);
		assert_true(stamps.touched <= machine.touched);
		assert_true(machine.touched <= stamps.resumed && stamps.resumed <= clock_read());
		assert_true(stamps.entered == 0 && stamps.paged == 0 && stamps.returning == 0);
	}
	sigaction(SIGSEGV, &previous, NULL);
}

TEST_WITH(page_that_stays_in_the_cache_is_not_cold, reset, NULL)
{
	struct major_fault_stamps stamps;

	assert_int_equal(fault_on(PAGES - 1, false, &stamps), 0);
	machine.keeps_cache = true;
	assert_int_equal(fault_on(PAGES - 1, true, &stamps), -ENOTSUP);
}

TEST_WITH(page_that_must_be_read_is_not_warm, reset, NULL)
{
	struct major_fault_stamps stamps;

	skip_unless_dropped();
	assert_int_equal(fault_on(1, true, &stamps), 0);
	machine.reads_nothing = true;
	assert_int_equal(fault_on(PAGES - 2, false, &stamps), -ENOTSUP);
}

TEST_WITH(page_behind_the_end_and_refused_advice_are_errors, reset, NULL)
{
	struct major_fault_stamps stamps;

	assert_int_equal(fault_on(PAGES, false, &stamps), -ENODEV);
	machine.madvise_fails = true;
	assert_int_equal(fault_on(0, false, &stamps), -ENOMEM);
}
