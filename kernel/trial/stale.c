/* SPDX-License-Identifier: MIT */
/* An interrupt with a translation that no longer matches the page tables. */
#include "bench/platform.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "kernel/trial/trial.h"
#include "lib/text/errno.h"

#define STALE_PAGE_VIRT (SCRATCH_BASE_VIRT + SCRATCH_BYTES / 4)
#define STALE_BITS (PTE_PRESENT | PTE_NO_EXECUTE)
#define STALE_MARK 0x57a1e

/* If nothing flushes the translation, the CPU may still drop it. In that case a missing flush is
 * not found, but nothing is reported wrongly. */
int platform_interrupt_keeps_translation(const struct interrupt_trial *trial, bool *is_kept)
{
	volatile uint64_t *word = (uint64_t *)STALE_PAGE_VIRT;
	uint64_t *entry = paging_entry(STALE_PAGE_VIRT, PAGE_4K);
	uint64_t before_phys = memory_alloc(PAGE_4K, PAGE_4K);
	uint64_t after_phys = memory_alloc(PAGE_4K, PAGE_4K);
	struct interrupt_stamps stamps;
	int error;

	if (entry == NULL || before_phys == MEMORY_NONE || after_phys == MEMORY_NONE)
		return -ENOMEM;
	*(uint64_t *)phys_to_virt(before_phys) = STALE_MARK;
	*(uint64_t *)phys_to_virt(after_phys) = 0;
	*entry = page_entry(before_phys, PAGE_4K, STALE_BITS);
	paging_flush_page((const void *)STALE_PAGE_VIRT);
	(void)*word;
	*entry = page_entry(after_phys, PAGE_4K, STALE_BITS);
	error = trial_interrupt(trial, &stamps);
	*is_kept = *word == STALE_MARK;
	*entry = 0;
	paging_flush_page((const void *)STALE_PAGE_VIRT);
	return error;
}
