/* SPDX-License-Identifier: MIT */
/* Points entries from ring 3 to a benchmark's handler, and resets them. */
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/mm/memory.h"
#include "kernel/x86/cpu/cpu.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/cpu/system_call.h"
#include "kernel/x86/cpu/user_mode.h"
#include "kernel/machine/paging.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/x86/control.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

#define PCID_USER 1                     /* the kernel's is 0 */

_Static_assert(offsetof(struct cpu, entry.user_rsp) == CPU_USER_RSP &&
	       offsetof(struct cpu, entry.kernel_cr3) == CPU_KERNEL_CR3 &&
	       offsetof(struct cpu, entry.user_cr3) == CPU_USER_CR3,
	       "system_call.h's offsets are the structure's");

typedef void handler(void);

static handler *const empty_handlers[] = {
	[ENTRY_SYSCALL] = system_call_empty_syscall,
	[ENTRY_SYSENTER] = system_call_empty_sysenter,
	[ENTRY_GATE] = system_call_empty_gate,
	[ENTRY_CALL_GATE] = system_call_empty_call_gate,
};

static handler *const counting_handlers[] = {
	[ENTRY_SYSCALL] = system_call_counted_syscall,
	[ENTRY_SYSENTER] = system_call_counted_sysenter,
	[ENTRY_GATE] = system_call_counted_gate,
	[ENTRY_CALL_GATE] = system_call_counted_call_gate,
};

static handler *const syscall_handlers[ENTRY_HANDLER_COUNT] = {
	[ENTRY_EMPTY] = system_call_empty_syscall,
	[ENTRY_NULL_CALL] = system_call_null,
	[ENTRY_CR3] = system_call_null_cr3,
	[ENTRY_CR3_PCID] = system_call_null_cr3,
	[ENTRY_IBRS] = system_call_null_ibrs,
	[ENTRY_IBPB] = system_call_null_ibpb,
	[ENTRY_VERW] = system_call_null_verw,
	[ENTRY_RETPOLINE] = system_call_null_retpoline,
};

static enum entry_path open_path;

static handler *handler_of(enum entry_path path, enum entry_handler which)
{
	if (path == ENTRY_SYSCALL)
		return syscall_handlers[which];
	if (path == ENTRY_GATE && which == ENTRY_NULL_CALL)
		return system_call_null_gate;
	return which == ENTRY_EMPTY ? empty_handlers[path] : NULL;
}

/* AMD CPUs report the feature but do not support the instruction in long mode: AMD APM vol. 3,
 * "SYSENTER". */
static bool has_sysenter(void)
{
	struct cpu_identity identity;

	cpu_identity_read(&identity);
	return cpu_has(FEATURE_SEP) && !cpu_identity_is_amd(&identity);
}

static bool has_path(enum entry_path path)
{
	switch (path) {
	case ENTRY_SYSCALL:
		return cpu_has(FEATURE_SYSCALL);
	case ENTRY_SYSENTER:
		return has_sysenter();
	default:
		return true;
	}
}

/* A second page-table tree with the same contents: each write of CR3 changes it, as with kernel
 * page-table isolation. Global pages would survive the write, but kernels with isolation have no
 * relevant ones. */
static int isolate_page_tables(bool with_pcid)
{
	struct cpu *cpu = this_cpu();
	void *root = memory_alloc_page();
	uint64_t root_phys;

	if (root == NULL)
		return -ENOMEM;
	memcpy(root, phys_to_virt(paging_root_phys()), PAGE_4K);
	root_phys = (uintptr_t)root - RAM_BASE_VIRT;
	if (with_pcid)
		paging_asids_on();
	write_cr4(read_cr4() & ~(uint64_t)CR4_PGE);
	cpu->entry.kernel_cr3 = with_pcid ? paging_root_keeping(paging_root_phys(), 0)
					  : paging_root_phys();
	cpu->entry.user_cr3 = with_pcid ? paging_root_keeping(root_phys, PCID_USER) : root_phys;
	return 0;
}

static void lead_to(enum entry_path path, handler *entry)
{
	switch (path) {
	case ENTRY_SYSCALL:
		wrmsr(MSR_LSTAR, (uintptr_t)entry);
		break;
	case ENTRY_SYSENTER:
		wrmsr(MSR_SYSENTER_EIP, (uintptr_t)entry);
		break;
	case ENTRY_GATE:
		interrupt_enter_from_user_at(ENTRY_VECTOR, entry);
		break;
	case ENTRY_CALL_GATE:
		gdt_set_call_gate(this_cpu()->gdt, (uintptr_t)entry);
		break;
	}
}

int platform_entry_open(enum entry_path path, enum entry_handler which)
{
	handler *entry = handler_of(path, which);
	int status = 0;

	if (entry == NULL || !has_path(path))
		return -ENOTSUP;
	if (which == ENTRY_CR3 || which == ENTRY_CR3_PCID)
		status = isolate_page_tables(which == ENTRY_CR3_PCID);
	if (status == 0)
		lead_to(path, entry);
	open_path = path;
	return status;
}

int platform_entry_count(uint64_t (*function)(uint64_t), uint64_t argument, uint64_t *entries)
{
	lead_to(open_path, counting_handlers[open_path]);
	system_call_entries = 0;
	user_mode_call(function, argument);
	*entries = system_call_entries;
	return 0;
}

/* May be called after a handler was aborted at any instruction. */
void platform_entry_close(void)
{
	paging_asids_off();
	paging_enable_on_this_cpu();
	interrupt_enter_from_user_at(ENTRY_VECTOR, NULL);
	gdt_set_call_gate(this_cpu()->gdt, 0);
	wrmsr(MSR_LSTAR, 0);
}
