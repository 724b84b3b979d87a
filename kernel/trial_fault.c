/* Page faults made on purpose, on a page of the scratch window whose entry is ours alone. Interrupts
 * are off and nothing but the one access runs while the vector is the trial's. */
#include "bench/platform.h"
#include "kernel/interrupt.h"
#include "kernel/memory.h"
#include "kernel/paging.h"
#include "kernel/scope.h"
#include "lib/errno.h"
#include "lib/x86/control.h"
#include "lib/x86/cpuid.h"

/* Away from what platform_map gives, and in a table entry of its own for every page size. */
#define TRIAL_VIRT (SCRATCH_BASE_VIRT + (1ull << 38))

extern struct fault_stamps trial_fault_stamps;
extern uint64_t *trial_fault_entry;
extern uint64_t trial_fault_value;

void trial_fault_touch(const void *address);
void trial_fault_enter_trap(void);
void trial_fault_enter_map(void);

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
	trial_fault_value = page_phys | PTE_PRESENT | PTE_WRITE |
			    (page_bytes > PAGE_4K ? PTE_LARGE : 0);
	prepared.scope = scope_number();
	prepared.page_bytes = page_bytes;
	return 0;
}

int platform_fault_trial(enum fault_kind kind, uint64_t page_bytes, struct fault_stamps *stamps)
{
	const void *address = (const void *)TRIAL_VIRT;
	int error;

	if (page_bytes == PAGE_1G && !cpu_has(FEATURE_PAGE_1G))
		return -ENOTSUP;
	error = prepare(page_bytes);
	if (error != 0)
		return error;
	*trial_fault_entry = 0;
	invlpg(address);
	interrupt_enter_at(VECTOR_PAGE_FAULT,
			   kind == FAULT_MAP ? trial_fault_enter_map : trial_fault_enter_trap);
	trial_fault_touch(address);
	interrupt_enter_at(VECTOR_PAGE_FAULT, NULL);
	*stamps = trial_fault_stamps;
	return 0;
}
