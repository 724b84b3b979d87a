/* SPDX-License-Identifier: MIT */
#include "linux/task/own_pages.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* Linux, Documentation/admin-guide/mm/pagemap.rst: an entry of 64 bits for each page. The page of
 * zeros, and a page that a copied process has not written, are not exclusive. */
#define PAGEMAP_EXCLUSIVE (1ull << 56)
#define PAGEMAP_PRESENT (1ull << 63)

bool own_pages_are_most(pid_t process, uint64_t address, uint64_t size_bytes)
{
	uint64_t page_bytes = (uint64_t)sysconf(_SC_PAGESIZE), pages = 0, shared = 0, entry;
	char path[64];
	int file;

	snprintf(path, sizeof(path), "/proc/%d/pagemap", process);
	file = open(path, O_RDONLY | O_CLOEXEC);
	for (uint64_t at = address; file >= 0 && at < address + size_bytes; at += page_bytes) {
		if (pread(file, &entry, sizeof(entry), (off_t)(at / page_bytes * sizeof(entry))) !=
		    sizeof(entry))
			break;
		pages++;
		shared += (entry & PAGEMAP_PRESENT) != 0 && (entry & PAGEMAP_EXCLUSIVE) == 0;
	}
	if (file >= 0)
		close(file);
	return 2 * shared <= pages;
}
