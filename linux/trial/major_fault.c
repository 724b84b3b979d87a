/* SPDX-License-Identifier: MIT */
/* The first access to a page of a mapped file. The kernel finds, reads and maps the page. The
 * kernel's count of major faults shows whether it had to read. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "linux/disk/disk.h"
#include "linux/disturbance.h"

#define PAGE_BYTES 4096u
#define TABLE_BYTES (2ul << 20)         /* mapped by one page table */

static struct {
	int file;                       /* 0: not opened yet */
	uint8_t *page;                  /* address of the mapped page */
} prepared;

/* Open the file, once. A neighbouring page stays mapped, so that the page table stays too. */
static int major_open(void)
{
	uint8_t *memory;
	uintptr_t address;

	if (prepared.file > 0)
		return 0;
	memory = mmap(NULL, 2 * TABLE_BYTES, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return -ENOMEM;
	address = ((uintptr_t)memory / TABLE_BYTES + 1) * TABLE_BYTES;
	madvise((void *)address, TABLE_BYTES, MADV_NOHUGEPAGE);
	prepared.page = (uint8_t *)address;
	prepared.page[PAGE_BYTES] = 1;
	prepared.file = open(disk_path(), O_RDONLY | O_CLOEXEC);
	return prepared.file > 0 ? 0 : -ENODEV;
}

/* Put the kernel's cache into the required state, and map the page again. */
static int major_prepare(const struct major_fault_trial *trial)
{
	off_t offset = (off_t)(trial->page * PAGE_BYTES);
	uint8_t byte;

	if (mmap(prepared.page, PAGE_BYTES, PROT_READ, MAP_SHARED | MAP_FIXED, prepared.file,
		 offset) == MAP_FAILED ||
	    madvise(prepared.page, PAGE_BYTES, MADV_RANDOM) != 0)
		return -ENOMEM;
	if (trial->is_cold)
		return -posix_fadvise(prepared.file, 0, 0, POSIX_FADV_DONTNEED);
	return pread(prepared.file, &byte, 1, offset) == 1 ? 0 : -ENODEV;
}

static uint64_t major_faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return (uint64_t)usage.ru_majflt;
}

/* The page, and blocks of the file system that say where it is. Read-ahead is longer. */
#define READ_BYTES_MAX (3 * PAGE_BYTES)

/* The bytes that this thread has caused to be read: proc(5), "/proc/pid/io". 0 if the system does
 * not count them. */
static uint64_t major_read_bytes(void)
{
	FILE *file = fopen("/proc/thread-self/io", "re");
	uint64_t bytes = 0;
	char line[64];

	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
		sscanf(line, "read_bytes: %" SCNu64, &bytes);
	if (file != NULL)
		fclose(file);
	return bytes;
}

int platform_major_fault_trial(const struct major_fault_trial *trial,
			       struct major_fault_stamps *stamps, const uint8_t **data)
{
	int error = major_open();
	uint64_t before, read_before;

	if (error == 0)
		error = major_prepare(trial);
	if (error != 0)
		return error;
	disturbance_expect();
	read_before = major_read_bytes();
	before = major_faults();
	*stamps = (struct major_fault_stamps){.touched = clock_read()};
	(void)*(const volatile uint8_t *)prepared.page;
	stamps->resumed = clock_read();
	*data = prepared.page;
	if ((major_faults() != before) != trial->is_cold)
		return -ENOTSUP;
	return major_read_bytes() - read_before <= READ_BYTES_MAX ? 0 : -EINVAL;
}
