/* SPDX-License-Identifier: MIT */
/* Registers, memory and waits for drivers. */
#include <stdarg.h>

#include "kernel/dev/tsc.h"
#include "kernel/disk/disk.h"
#include "kernel/mm/memory.h"
#include "kernel/mm/paging.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/x86/spin.h"

volatile void *disk_registers(struct disk *disk, unsigned bar, uint64_t offset,
			      uint64_t size_bytes)
{
	const char *why = NULL;
	volatile void *registers = pci_registers(disk->function, bar, offset, size_bytes, &why);

	if (registers == NULL)
		disk_fail(disk, -EIO, "BAR %u %s", bar, why);
	return registers;
}

void *disk_memory(uint64_t size_bytes, uint64_t *phys)
{
	uint64_t size = (size_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K;

	*phys = memory_alloc(size, PAGE_4K);
	return *phys != MEMORY_NONE ? memset(phys_to_virt(*phys), 0, size) : NULL;
}

bool disk_wait_bits(const volatile uint32_t *where, uint32_t mask, uint32_t wanted)
{
	struct spin spin = spin_for(tsc_limit_hz() / 1000 * DISK_WAIT_MS);

	while ((*where & mask) != wanted) {
		if (!spin_on(&spin))
			return false;
	}
	return true;
}
