/* SPDX-License-Identifier: MIT */
/* The first access to a page whose contents are on a disk. The fault takes the kernel's usual path,
 * through the stubs, to a handler that gets the page from the trial's pager, maps it and returns.
 * The pager may sleep until the disk's interrupt, which then arrives within the handler. */
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/machine/exception.h"
#include "kernel/machine/fault_trial.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/user_mode.h"
#include "kernel/mm/memory.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"

/* Far from platform_map's addresses, so that no table of the two lowest levels is shared. */
#define MAPPING_OFFSET (SCRATCH_BYTES / 2)
#define MAPPING_PAGES 64u

static struct {
	const struct major_fault_trial *trial;
	struct major_fault_stamps stamps;
	uint64_t page_virt;
	uint64_t *entry;
	const uint8_t *data;            /* NULL: the page could not be read */
} prepared;

static uint64_t major_page_virt(const struct major_fault_trial *trial)
{
	uint64_t base_virt = trial->ring == 0 ? SCRATCH_BASE_VIRT : USER_SCRATCH_BASE_VIRT;

	return base_virt + MAPPING_OFFSET + trial->page % MAPPING_PAGES * PAGE_4K;
}

/* Handler of the fault. trial_fault_read passes in registers the time of the access, and the
 * address at which to continue if the page cannot be read. */
static void major_fault(struct trap_frame *frame)
{
	prepared.stamps.entered = clock_read();
	if (paging_fault_address() != prepared.page_virt || prepared.stamps.touched != 0) {
		exception_unhandled(frame);
		return;
	}
	prepared.stamps.touched = trial_fault_touched(frame);
	prepared.data = prepared.trial->page_in(prepared.trial->context, prepared.trial->page);
	prepared.stamps.paged = clock_read();
	if (prepared.data == NULL)
		trial_fault_skip(frame);
	else
		*prepared.entry = page_entry((uintptr_t)prepared.data - RAM_BASE_VIRT, PAGE_4K,
					     PTE_PRESENT | PTE_NO_EXECUTE |
						     (prepared.trial->ring != 0 ? PTE_USER : 0));
	page_entry_written(prepared.page_virt);
	prepared.stamps.returning = clock_read();
}

/* Prepare a trial. Allocates the tables above the page, because a process that has used
 * neighbouring pages also has these tables. */
static int major_prepare(const struct major_fault_trial *trial)
{
	prepared.trial = trial;
	prepared.stamps = (struct major_fault_stamps){0};
	prepared.data = NULL;
	prepared.page_virt = major_page_virt(trial);
	prepared.entry = paging_entry(prepared.page_virt, PAGE_4K);
	return prepared.entry != NULL ? 0 : -ENOMEM;
}

int platform_major_fault_trial(const struct major_fault_trial *trial,
			       struct major_fault_stamps *stamps, const uint8_t **data)
{
	int error = major_prepare(trial);

	if (error != 0)
		return error;
	interrupt_handle(VECTOR_PAGE_FAULT, major_fault);
	prepared.stamps.resumed = trial->ring == 0
					  ? trial_fault_read(prepared.page_virt)
					  : user_mode_call(trial_fault_read, prepared.page_virt);
	interrupt_handle(VECTOR_PAGE_FAULT, NULL);
	*prepared.entry = 0;
	paging_flush_page((const void *)prepared.page_virt);
	*stamps = prepared.stamps;
	*data = prepared.data;
	if (stamps->touched == 0)
		return -EIO;
	return *data != NULL ? 0 : -ENODEV;
}
