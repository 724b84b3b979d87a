/* SPDX-License-Identifier: MIT */
/* Starts application CPUs. All begin at once in the start-up page, because firmware may list
 * hundreds that do not exist. Existing CPUs wait there, and go on one after another. A CPU that
 * does not respond in time is reset. */
#include "kernel/machine/smp.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/core/image.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/dev/time_base.h"
#include "kernel/machine/firmware_return.h"
#include "kernel/machine/guard.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "kernel/smp/ap.h"
#include "kernel/x86/cpu/cpu.h"
#include "kernel/x86/cpu/cpu_init.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/smp/adopt.h"
#include "kernel/x86/smp/ap_start.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/x86/control.h"
#include "lib/x86/msr.h"

#define EFER_LMA (1u << 10)             /* set by the CPU, not by software */

#define NO_APIC_ID UINT32_MAX

/* Intel SDM vol. 3A, "Typical BSP Initialization Sequence". */
#define INIT_US 10000
#define STARTUP_US 200
#define STARTUP_AGAIN_US 10000

_Static_assert(sizeof(struct ap_start_parameters) == AP_START_BYTES &&
	       offsetof(struct ap_start_parameters, entry_32) == AP_START_ENTRY_32 &&
	       offsetof(struct ap_start_parameters, entry_64) == AP_START_ENTRY_64 &&
	       offsetof(struct ap_start_parameters, cr0) == AP_START_CR0 &&
	       offsetof(struct ap_start_parameters, efer) == AP_START_EFER &&
	       offsetof(struct ap_start_parameters, stack_top) == AP_START_STACK &&
	       offsetof(struct ap_start_parameters, argument) == AP_START_ARGUMENT &&
	       offsetof(struct ap_start_parameters, gdt) == AP_START_GDT &&
	       offsetof(struct ap_start_parameters, turn) == AP_START_TURN &&
	       offsetof(struct ap_start_parameters, present) == AP_START_PRESENT &&
	       offsetof(struct ap_start_parameters, present_ids) == AP_START_PRESENT_IDS &&
	       AP_START_PRESENT_MAX >= CPUS_MAX,
	       "ap_start.h's offsets are the structure's");
_Static_assert(sizeof(struct smp_adoption) <= sizeof(((struct ap *)0)->start),
	       "an application CPU's state has room for its adoption");
_Static_assert(offsetof(struct smp_adoption, efer) == SMP_ADOPTION_EFER &&
	       offsetof(struct smp_adoption, stack_top) == SMP_ADOPTION_STACK &&
	       offsetof(struct smp_adoption, argument) == SMP_ADOPTION_ARGUMENT,
	       "adopt.h's offsets are the structure's");

static uint64_t page_phys;              /* start-up page */

/* ---- On an application CPU ---- */

/* Called by ap_start.S. A CPU without memory for its stacks halts, and counts as not responding. */
static void ap_main(struct ap *ap)
{
	paging_enable_on_this_cpu();
	if (cpu_init(&ap->cpu) != 0) {
		for (;;)
			cpu_halt();
	}
	lapic_init_this_cpu();
	ap_park(ap);
}

/* ---- Starting a CPU ---- */

static struct ap_start_parameters *parameters(void)
{
	return (struct ap_start_parameters *)((char *)phys_to_virt(page_phys) +
					      (ap_start_parameters - ap_start));
}

static uint32_t start_phys(const char *label)
{
	return (uint32_t)(page_phys + (uint64_t)(label - ap_start));
}

/* Control registers are copied from the boot CPU. Descriptors: Intel SDM vol. 3A, "Segment
 * Descriptors". */
static int prepare_start_page(void)
{
	page_phys = memory_low_page();
	if (page_phys == MEMORY_NONE ||
	    paging_map_page(page_phys, page_phys, PAGE_4K, PTE_PRESENT) != 0)
		return -ENOMEM;
	memcpy(phys_to_virt(page_phys), ap_start, (size_t)(ap_start_end - ap_start));
	*parameters() = (struct ap_start_parameters){
		.gdt_table = {sizeof(parameters()->gdt) - 1,
			      start_phys(ap_start_parameters) + AP_START_GDT},
		.entry_32 = {start_phys(ap_start_32), AP_START_CODE_32},
		.entry_64 = {start_phys(ap_start_64), AP_START_CODE_64},
		.cr0 = (uint32_t)read_cr0(),
		.cr3 = (uint32_t)paging_root_phys(),
		.cr4 = (uint32_t)read_cr4(),
		.efer = rdmsr(MSR_EFER) & ~(uint64_t)EFER_LMA,
		.function = (uintptr_t)ap_main,
		.turn = NO_APIC_ID,
		.gdt = {
			[AP_START_CODE_32 / 8] = 0x00cf9b000000ffff,
			[AP_START_DATA / 8] = 0x00cf93000000ffff,
			[AP_START_CODE_64 / 8] = 0x00af9b000000ffff,
		},
	};
	return 0;
}

static void drop_start_page(void)
{
	*paging_entry(page_phys, PAGE_4K) = 0;
	invlpg((const void *)(uintptr_t)page_phys);
}

/* Let a CPU that waits in the start-up page go on. */
static bool start_up(struct ap *ap, void *stack_top)
{
	parameters()->stack_top = (uintptr_t)stack_top;
	parameters()->argument = (uintptr_t)ap;
	__atomic_store_n(&parameters()->turn, ap->cpu.hardware_id, __ATOMIC_RELEASE);
	return ap_comes_online(ap);
}

/* Adopt a CPU from the firmware. An INIT would make its return impossible, because the firmware's
 * MP services track the CPU. */
static int adopt(struct ap *ap, void *stack_top)
{
	struct smp_adoption *adoption = (void *)ap->start;

	*adoption = (struct smp_adoption){
		.cr0 = read_cr0(),
		.cr3 = paging_root_phys(),
		.cr4 = read_cr4(),
		.efer = rdmsr(MSR_EFER),
		.stack_top = (uintptr_t)stack_top,
		.function = (uintptr_t)ap_main,
		.argument = (uintptr_t)ap,
	};
	if (!firmware_return_take_cpu(ap->cpu.hardware_id, image_to_phys(smp_adopt),
				      (uintptr_t)adoption - RAM_BASE_VIRT))
		return -ENODEV;
	return ap_comes_online(ap) ? 0 : -ETIMEDOUT;
}

static int start(struct ap *ap, void *stack_top)
{
	if (firmware_is_resident())
		return adopt(ap, stack_top);
	if (start_up(ap, stack_top))
		return 0;
	lapic_send_init(ap->cpu.hardware_id);
	return -ETIMEDOUT;
}

/* A spare CPU is parked and not used. */
static int start_cpu(uint32_t apic_id, bool is_spare)
{
	void *stack_top;
	struct ap *ap = ap_create(apic_id, &stack_top);
	int error;

	if (ap == NULL)
		return -ENOMEM;
	error = start(ap, stack_top);
	if (error == 0 && !is_spare)
		ap_add(ap);
	return error;
}

/* ---- Starting all CPUs ---- */

/* Reset all CPUs that are not online at once, with a single wait. CPUs that are not started stay in
 * this state, in which they disturb nothing. */
static void reset_others(const struct acpi_madt *madt)
{
	for (uint32_t i = 0; i < madt->cpu_count; i++) {
		if (!ap_runs(madt->cpu_apic_ids[i]) && lapic_reaches(madt->cpu_apic_ids[i]))
			lapic_send_init(madt->cpu_apic_ids[i]);
	}
	clock_wait_us(INIT_US);
}

static bool is_present(uint32_t apic_id)
{
	const struct ap_start_parameters *page = parameters();

	for (uint32_t i = 0; i < page->present && i < AP_START_PRESENT_MAX; i++) {
		if (page->present_ids[i] == apic_id)
			return true;
	}
	return false;
}

/* Send the message to all CPUs that are not in the start-up page yet. Returns how many CPUs should
 * come there. */
static unsigned start_others_up(const struct acpi_madt *madt)
{
	unsigned count = 0;

	for (uint32_t i = 0; i < madt->cpu_count; i++) {
		if (ap_runs(madt->cpu_apic_ids[i]) || !lapic_reaches(madt->cpu_apic_ids[i]))
			continue;
		if (!is_present(madt->cpu_apic_ids[i]))
			lapic_send_startup(madt->cpu_apic_ids[i],
					   (uint8_t)(page_phys / PAGE_4K));
		count++;
	}
	return count;
}

/* Bring all CPUs that exist to the start-up page. The second message is for CPUs that missed the
 * first. Further messages are for virtual CPUs, which may not have run since their INIT. */
static void gather(const struct acpi_madt *madt)
{
	uint64_t again_tsc = clock_after_us(STARTUP_US);
	struct spin spin = spin_for_us(AP_ARRIVAL_LIMIT_US);
	unsigned others = start_others_up(madt), present = 0, last = 0;

	for (; present < others && spin_on(&spin); last = present) {
		cpu_relax();
		if (clock_is_past(again_tsc)) {
			start_others_up(madt);
			again_tsc = clock_after_us(STARTUP_AGAIN_US);
		}
		present = __atomic_load_n(&parameters()->present, __ATOMIC_ACQUIRE);
		if (present != last)
			spin = spin_for_us(AP_ARRIVAL_LIMIT_US);
	}
}

static const char *why_not_started(int error)
{
	switch (error) {
	case -ENOMEM:
		return "no memory";
	case -ENODEV:
		return "not provided by the firmware's MP services";
	default:
		return "no response";
	}
}

/* CPUs that share a reason why they do not run. */
struct left_out {
	uint32_t count, first_apic_id;
};

static void leave_out(struct left_out *cpus, uint32_t apic_id)
{
	if (cpus->count++ == 0)
		cpus->first_apic_id = apic_id;
}

static void report_left_out(const struct left_out *cpus, const char *why)
{
	if (cpus->count > 0)
		warning("smp", "%u CPUs of the MADT %s, the first with APIC ID %u", cpus->count,
			why, cpus->first_apic_id);
}

static void start_others(const struct acpi_madt *madt, unsigned limit)
{
	struct left_out absent = {0}, unreachable = {0};

	for (uint32_t i = 0; i < madt->cpu_count; i++) {
		uint32_t apic_id = madt->cpu_apic_ids[i];
		bool is_spare = smp_online() >= limit;
		int error;

		/* a spare CPU that is left in resident firmware would poll */
		if (apic_id == cpu_hardware_id() || (is_spare && !firmware_is_resident()))
			continue;
		if (!lapic_reaches(apic_id)) {
			leave_out(&unreachable, apic_id);
			continue;
		}
		if (!firmware_is_resident() && !is_present(apic_id)) {
			leave_out(&absent, apic_id);
			continue;
		}
		error = start_cpu(apic_id, is_spare);
		if (error != 0)
			warning("smp", "CPU with APIC ID %u: %s", apic_id,
				why_not_started(error));
	}
	report_left_out(&absent, "do not exist");
	report_left_out(&unreachable, "are not reachable in xAPIC mode");
}

/* Prepare the start. Returns false if no CPU can be started. */
static bool prepare(const struct acpi_madt *madt, unsigned limit)
{
	if ((rdmsr(MSR_APIC_BASE) & APIC_BASE_BOOTSTRAP) == 0) {
		warning("smp", "another CPU starts the machine, and would restart it at INIT; "
			"using one CPU");
		return false;
	}
	if (firmware_is_resident()) {
		paging_map_one_to_one(smp_adopt, smp_adopt_end);
		return true;
	}
	reset_others(madt);
	if (limit < 2)
		return false;
	if (prepare_start_page() == 0) {
		gather(madt);
		return true;
	}
	warning("smp", "no page below 1 MiB for start-up code; using one CPU");
	return false;
}

static bool is_listed(const struct acpi_madt *madt, uint32_t apic_id)
{
	for (uint32_t i = 0; i < madt->cpu_count; i++) {
		if (madt->cpu_apic_ids[i] == apic_id)
			return true;
	}
	return false;
}

void smp_init(unsigned limit)
{
	const struct acpi_madt *madt = acpi_madt();

	this_cpu()->hardware_id = cpu_hardware_id();
	if (madt == NULL || madt->cpu_count == 0)
		return;
	ap_set_count(madt->cpu_count);
	if (!is_listed(madt, cpu_hardware_id())) {
		warning("smp", "the MADT does not list the boot CPU, APIC ID %u",
			cpu_hardware_id());
		ap_set_count(madt->cpu_count + 1);
	}
	if (smp_count() < 2 || !self_interrupt_works())
		return;
	if (!prepare(madt, limit))
		return;
	ap_handle_wake();
	start_others(madt, limit);
	if (!firmware_is_resident()) {
		reset_others(madt);
		drop_start_page();
	}
	time_base_align();
}
