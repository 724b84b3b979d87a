/* Page faults made on purpose, on a page of the scratch window whose entry is ours alone.
 * Interrupts are off and nothing but the one access runs while the vector is the trial's. */
#include <stdbool.h>
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/interrupt.h"
#include "kernel/memory.h"
#include "kernel/paging.h"
#include "kernel/scope.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "lib/x86/control.h"
#include "lib/x86/cpuid.h"

/* Away from what platform_map gives: no table below the root has anything else in it. */
#define TRIAL_VIRT (SCRATCH_BASE_VIRT + (1ull << 38))

extern struct fault_stamps trial_fault_stamps;
extern uint64_t *trial_fault_entry;
extern uint64_t trial_fault_value;

void trial_fault_read(const void *address);
void trial_fault_write(const void *address);
void trial_fault_jump(const void *address);
void trial_fault_enter_trap(void);
void trial_fault_enter_map(void);

/* How the page is mapped before the access, and how it is accessed. */
static const struct {
	uint64_t missing_bits;          /* of an entry that allows the access */
	uint64_t extra_bits;
	void (*access)(const void *address);
} kinds[] = {
	[FAULT_NOT_PRESENT] = {.missing_bits = PTE_PRESENT, .access = trial_fault_read},
	[FAULT_WRITE_PROTECT] = {.missing_bits = PTE_WRITE, .access = trial_fault_write},
	[FAULT_NO_EXECUTE] = {.extra_bits = PTE_NO_EXECUTE, .access = trial_fault_jump},
};

/* JMP *%RSI: trial_fault_jump jumps here, and it back. Intel SDM vol. 2A, "JMP—Jump". */
static const uint8_t jump_back[] = {0xff, 0xe6};

static struct {
	uint64_t scope;
	uint64_t page_bytes;
} prepared;

/* Once a scope: the page table entry, and a page of memory for it to map. */
static int prepare(uint64_t page_bytes)
{
	uint64_t page_phys;

	if (prepared.scope == scope_number() && prepared.page_bytes == page_bytes)
		return 0;
	trial_fault_entry = paging_entry(TRIAL_VIRT, page_bytes);
	page_phys = memory_take(page_bytes, page_bytes);
	if (trial_fault_entry == NULL || page_phys == MEMORY_NONE)
		return -ENOMEM;
	memcpy(phys_to_virt(page_phys), jump_back, sizeof(jump_back));
	trial_fault_value = page_phys | PTE_PRESENT | PTE_WRITE |
			    (page_bytes > PAGE_4K ? PTE_LARGE : 0);
	prepared.scope = scope_number();
	prepared.page_bytes = page_bytes;
	return 0;
}

static bool is_possible(const struct fault_trial *trial)
{
	if (trial->ring != 0)
		return false;
	if (trial->kind == FAULT_NO_EXECUTE && !cpu_has(FEATURE_NX))
		return false;
	return trial->page_bytes != PAGE_1G || cpu_has(FEATURE_PAGE_1G);
}

int platform_fault_trial(const struct fault_trial *trial, struct fault_stamps *stamps)
{
	const void *address = (const void *)TRIAL_VIRT;
	int error;

	if (!is_possible(trial))
		return -ENOTSUP;
	error = prepare(trial->page_bytes);
	if (error != 0)
		return error;
	*trial_fault_entry = (trial_fault_value & ~kinds[trial->kind].missing_bits) |
			     kinds[trial->kind].extra_bits;
	invlpg(address);
	interrupt_enter_at(VECTOR_PAGE_FAULT, trial->action == FAULT_MAP ? trial_fault_enter_map
									 : trial_fault_enter_trap);
	trial_fault_stamps = (struct fault_stamps){0};
	kinds[trial->kind].access(address);
	interrupt_enter_at(VECTOR_PAGE_FAULT, NULL);
	*stamps = trial_fault_stamps;
	return stamps->entered != 0 ? 0 : -EIO;
}
