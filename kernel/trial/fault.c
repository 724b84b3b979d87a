/* SPDX-License-Identifier: MIT */
/* Deliberate page faults on a page of a scratch window with an entry of its own. During the trial
 * interrupts are off, and only the access runs. */
#include <stdbool.h>
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/machine/fault_trial.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/user_mode.h"
#include "kernel/mm/memory.h"
#include "lib/cpu/bytes.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

/* Far from platform_map's addresses, so that no table of the two lowest levels is shared. */
#define TRIAL_OFFSET (SCRATCH_BYTES / 2)

/* The page's mapping before the access, and the kind of access. */
static const struct {
	uint64_t missing_bits;          /* bits that the entry lacks, compared with one that permits
					 * the access */
	uint64_t extra_bits;
	uint64_t (*access)(uint64_t address);   /* returns the end time */
} kinds[] = {
	[FAULT_NOT_PRESENT] = {.missing_bits = PTE_PRESENT, .access = trial_fault_read},
	[FAULT_WRITE_PROTECT] = {.missing_bits = PTE_WRITE, .access = trial_fault_write},
	[FAULT_NO_EXECUTE] = {.extra_bits = PTE_NO_EXECUTE, .access = trial_fault_jump},
};

static const uint8_t jump_back[] = {ARCH_TRIAL_JUMP_BACK};

static struct {
	uint64_t mark;
	unsigned ring;
	uint64_t page_bytes;
	uint64_t page_virt;
} prepared;

static uint64_t page_virt_for(unsigned ring)
{
	return (ring == 0 ? SCRATCH_BASE_VIRT : USER_SCRATCH_BASE_VIRT) + TRIAL_OFFSET;
}

/* Prepare, once per scope, the page-table entry and a page of memory to map. */
static int fault_prepare(unsigned ring, uint64_t page_bytes)
{
	uint64_t page_phys;

	if (prepared.mark == memory_mark_number() && prepared.ring == ring &&
	    prepared.page_bytes == page_bytes)
		return 0;
	trial_fault_entry = paging_entry(page_virt_for(ring), page_bytes);
	page_phys = memory_alloc(page_bytes, page_bytes);
	if (trial_fault_entry == NULL || page_phys == MEMORY_NONE)
		return -ENOMEM;
	memcpy(phys_to_virt(page_phys), jump_back, sizeof(jump_back));
	cpu_code_written(phys_to_virt(page_phys), sizeof(jump_back));
	trial_fault_value = page_entry(page_phys, page_bytes,
				       PTE_PRESENT | PTE_WRITE | (ring != 0 ? PTE_USER : 0));
	prepared.mark = memory_mark_number();
	prepared.ring = ring;
	prepared.page_bytes = page_bytes;
	prepared.page_virt = page_virt_for(ring);
	return 0;
}

static bool fault_is_possible(const struct fault_trial *trial)
{
	if (trial->kind == FAULT_NO_EXECUTE && !page_entry_has_no_execute())
		return false;
	return trial->page_bytes != PAGE_1G || paging_has_1g();
}

/* Access the page. Returns the end time. */
static uint64_t fault_touch(const struct fault_trial *trial)
{
	uint64_t (*access)(uint64_t) = kinds[trial->kind].access;

	return trial->ring == 0 ? access(prepared.page_virt)
				: user_mode_call(access, prepared.page_virt);
}

/* Whether the page faulted with the cause and from the ring of the trial. If the handler mapped the
 * page, it must now be mapped with its size. */
static bool fault_is_proved(const struct fault_trial *trial)
{
	return paging_fault_address() == prepared.page_virt &&
	       trial_fault_has_cause(trial->kind, trial->ring != 0) &&
	       (trial->action == FAULT_TRAP ||
		page_tables_page_bytes(paging_tables(), prepared.page_virt) == trial->page_bytes);
}

int platform_fault_trial(const struct fault_trial *trial, struct fault_stamps *stamps)
{
	uint64_t resumed_tsc;
	int error;

	if (!fault_is_possible(trial))
		return -ENOTSUP;
	error = fault_prepare(trial->ring, trial->page_bytes);
	if (error != 0)
		return error;
	*trial_fault_entry = page_entry_with(
		page_entry_without(trial_fault_value, kinds[trial->kind].missing_bits),
		kinds[trial->kind].extra_bits);
	paging_flush_page((const void *)prepared.page_virt);
	interrupt_enter_at(VECTOR_PAGE_FAULT, trial->action == FAULT_MAP ? trial_fault_enter_map
									 : trial_fault_enter_trap);
	trial_fault_stamps = (struct fault_stamps){0};
	resumed_tsc = fault_touch(trial);
	interrupt_enter_at(VECTOR_PAGE_FAULT, NULL);
	*stamps = trial_fault_stamps;
	stamps->resumed = resumed_tsc;
	return stamps->entered != 0 && fault_is_proved(trial) ? 0 : -EIO;
}
