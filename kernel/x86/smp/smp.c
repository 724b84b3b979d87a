/* SPDX-License-Identifier: MIT */
/* Starts, parks and uses application CPUs. All begin at once in the start-up page, because firmware
 * may list hundreds that do not exist. Those that do wait there, and go on one after another. A CPU
 * that does not respond in time is reset. */
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

#define STACK_BYTES (4 * PAGE_4K)
#define EFER_LMA (1u << 10)             /* set by the CPU, not by software */

/* Intel SDM vol. 3A, "Typical BSP Initialization Sequence". */
#define NO_APIC_ID UINT32_MAX
#define INIT_US 10000
#define STARTUP_US 200
#define STARTUP_AGAIN_US 10000
#define ARRIVAL_LIMIT_US 2000000        /* longer than a virtual CPU waits for a host CPU */
#define FINISH_LIMIT_MS 4000            /* far longer than any task of a benchmark */

enum mailbox_state {MAILBOX_EMPTY, MAILBOX_FULL};

/* An application CPU, in a page of its own, so that CPUs share no cache line. */
struct ap {
	struct cpu cpu;
	bool is_online;                 /* stored with release by the CPU when it is parked */

	/* The boot CPU writes function and argument, then MAILBOX_FULL with release. The CPU calls
	 * the function, stores its result, then MAILBOX_EMPTY with release. */
	enum mailbox_state mailbox;
	void (*function)(void *argument);
	void *argument;
	bool has_faulted;
	uint64_t paging_seen;           /* the CPU's state for paging_catch_up */
	struct smp_adoption adoption;   /* of a CPU that the firmware started */
};

_Static_assert(sizeof(struct ap) <= PAGE_4K, "an application CPU's state fits a page");
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
_Static_assert(offsetof(struct smp_adoption, efer) == SMP_ADOPTION_EFER &&
	       offsetof(struct smp_adoption, stack_top) == SMP_ADOPTION_STACK &&
	       offsetof(struct smp_adoption, argument) == SMP_ADOPTION_ARGUMENT,
	       "adopt.h's offsets are the structure's");

static struct {
	unsigned count;
	unsigned online;
	struct ap *aps[CPUS_MAX];       /* by index; the boot CPU's is NULL */
	uint64_t page_phys;             /* start-up page */
} smp = {.count = 1, .online = 1};

/* ---- On an application CPU ---- */

static void smp_wake(struct trap_frame *frame)
{
	(void)frame;
	interrupt_acknowledge();
}

static void park(struct ap *ap)
{
	struct guard guard;

	for (;;) {
		if (__atomic_load_n(&ap->mailbox, __ATOMIC_ACQUIRE) == MAILBOX_FULL) {
			paging_catch_up(&ap->paging_seen);
			ap->has_faulted = guard_call(&guard, ap->function, ap->argument) != 0;
			__atomic_store_n(&ap->mailbox, MAILBOX_EMPTY, __ATOMIC_RELEASE);
		} else {
			cpu_halt_for_interrupt();
		}
	}
}

/* Called by ap_start.S. A CPU without memory for its stacks halts, and counts as not responding. */
static void ap_main(struct ap *ap)
{
	paging_enable_on_this_cpu();
	if (cpu_init(&ap->cpu) != 0) {
		for (;;)
			cpu_halt();
	}
	lapic_init_this_cpu();
	__atomic_store_n(&ap->is_online, true, __ATOMIC_RELEASE);
	park(ap);
}

/* ---- Starting a CPU ---- */

static struct ap_start_parameters *parameters(void)
{
	return (struct ap_start_parameters *)((char *)phys_to_virt(smp.page_phys) +
					      (ap_start_parameters - ap_start));
}

static uint32_t start_phys(const char *label)
{
	return (uint32_t)(smp.page_phys + (uint64_t)(label - ap_start));
}

/* Control registers are copied from the boot CPU. Descriptors: Intel SDM vol. 3A, "Segment
 * Descriptors". */
static int prepare_start_page(void)
{
	smp.page_phys = memory_low_page();
	if (smp.page_phys == MEMORY_NONE ||
	    paging_map_page(smp.page_phys, smp.page_phys, PAGE_4K, PTE_PRESENT) != 0)
		return -ENOMEM;
	memcpy(phys_to_virt(smp.page_phys), ap_start, (size_t)(ap_start_end - ap_start));
	*parameters() = (struct ap_start_parameters){
		.gdt_limit = sizeof(parameters()->gdt) - 1,
		.gdt_phys = start_phys(ap_start_parameters) + AP_START_GDT,
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
	*paging_entry(smp.page_phys, PAGE_4K) = 0;
	invlpg((const void *)(uintptr_t)smp.page_phys);
}

static bool comes_online(const struct ap *ap)
{
	struct spin spin = spin_for_us(ARRIVAL_LIMIT_US);

	while (!__atomic_load_n(&ap->is_online, __ATOMIC_ACQUIRE)) {
		if (!spin_on(&spin))
			return false;
	}
	return true;
}

/* Let a CPU that waits in the start-up page go on. */
static bool start_up(struct ap *ap, void *stack_top)
{
	parameters()->stack_top = (uintptr_t)stack_top;
	parameters()->argument = (uintptr_t)ap;
	__atomic_store_n(&parameters()->turn, ap->cpu.apic_id, __ATOMIC_RELEASE);
	return comes_online(ap);
}

/* INIT would make a return impossible: the firmware's MP services track the CPU. */
static int adopt(struct ap *ap, void *stack_top)
{
	ap->adoption = (struct smp_adoption){
		.cr0 = read_cr0(),
		.cr3 = paging_root_phys(),
		.cr4 = read_cr4(),
		.efer = rdmsr(MSR_EFER),
		.stack_top = (uintptr_t)stack_top,
		.function = (uintptr_t)ap_main,
		.argument = (uintptr_t)ap,
	};
	if (!firmware_return_take_cpu(ap->cpu.apic_id, image_to_phys(smp_adopt),
				      (uintptr_t)&ap->adoption - RAM_BASE_VIRT))
		return -ENODEV;
	return comes_online(ap) ? 0 : -ETIMEDOUT;
}

static int start(struct ap *ap, void *stack_top)
{
	if (firmware_is_resident())
		return adopt(ap, stack_top);
	if (start_up(ap, stack_top))
		return 0;
	lapic_send_init(ap->cpu.apic_id);
	return -ETIMEDOUT;
}

/* A spare CPU is parked and not used. */
static int start_cpu(uint32_t apic_id, bool is_spare)
{
	int error;
	struct ap *ap;
	void *stack_top;

	ap = memory_alloc_page();
	stack_top = paging_map_stack(STACK_BYTES);
	if (ap == NULL || stack_top == NULL)
		return -ENOMEM;
	ap->cpu.index = smp.online;
	ap->cpu.apic_id = apic_id;
	error = start(ap, stack_top);
	if (error == 0 && !is_spare)
		smp.aps[smp.online++] = ap;
	return error;
}

/* ---- Starting all CPUs ---- */

static bool is_online(uint32_t apic_id)
{
	for (unsigned i = 1; i < smp.online; i++) {
		if (smp.aps[i]->cpu.apic_id == apic_id)
			return true;
	}
	return apic_id == cpu_hardware_id();
}

/* Reset all CPUs that are not online at once, with a single wait. Those that are not started stay
 * in this state, where they disturb nothing. */
static void reset_others(const struct acpi_madt *madt)
{
	for (uint32_t i = 0; i < madt->cpu_count; i++) {
		if (!is_online(madt->cpu_apic_ids[i]) && lapic_reaches(madt->cpu_apic_ids[i]))
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

/* Send the message to all CPUs that are not in the start-up page yet. Returns the number of CPUs
 * that should come there. */
static unsigned start_others_up(const struct acpi_madt *madt)
{
	unsigned count = 0;

	for (uint32_t i = 0; i < madt->cpu_count; i++) {
		if (is_online(madt->cpu_apic_ids[i]) || !lapic_reaches(madt->cpu_apic_ids[i]))
			continue;
		if (!is_present(madt->cpu_apic_ids[i]))
			lapic_send_startup(madt->cpu_apic_ids[i],
					   (uint8_t)(smp.page_phys / PAGE_4K));
		count++;
	}
	return count;
}

/* Take all CPUs that exist to the start-up page. The second message is for CPUs that missed the
 * first; the others are for virtual CPUs, which may not even have run since their INIT. */
static void gather(const struct acpi_madt *madt)
{
	uint64_t again_tsc = clock_after_us(STARTUP_US);
	struct spin spin = spin_for_us(ARRIVAL_LIMIT_US);
	unsigned others = start_others_up(madt), present = 0, last = 0;

	for (; present < others && spin_on(&spin); last = present) {
		cpu_relax();
		if (clock_is_past(again_tsc)) {
			start_others_up(madt);
			again_tsc = clock_after_us(STARTUP_AGAIN_US);
		}
		present = __atomic_load_n(&parameters()->present, __ATOMIC_ACQUIRE);
		if (present != last)
			spin = spin_for_us(ARRIVAL_LIMIT_US);
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
		bool is_spare = smp.online >= limit;
		int error;

		/* A spare CPU left in resident firmware would poll. */
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

/* Returns false if no CPU can be started. */
static bool prepare(const struct acpi_madt *madt, unsigned limit)
{
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

	this_cpu()->apic_id = cpu_hardware_id();
	if (madt == NULL || madt->cpu_count == 0)
		return;
	smp.count = madt->cpu_count;
	if (!is_listed(madt, cpu_hardware_id())) {
		warning("smp", "the MADT does not list the boot CPU, APIC ID %u",
			cpu_hardware_id());
		smp.count++;
	}
	if (smp.count < 2 || !self_interrupt_works())
		return;
	if (!prepare(madt, limit))
		return;
	interrupt_handle(VECTOR_WAKE, smp_wake);
	start_others(madt, limit);
	if (!firmware_is_resident()) {
		reset_others(madt);
		drop_start_page();
	}
	time_base_align();
}

unsigned smp_count(void)
{
	return smp.count;
}

unsigned smp_online(void)
{
	return smp.online;
}

/* ---- Use ---- */

static struct ap *smp_find(unsigned cpu)
{
	return cpu < smp.online ? smp.aps[cpu] : NULL;
}

static bool smp_is_busy(const struct ap *ap)
{
	return __atomic_load_n(&ap->mailbox, __ATOMIC_ACQUIRE) != MAILBOX_EMPTY;
}

int smp_run(unsigned cpu, void (*function)(void *), void *argument)
{
	struct ap *ap = smp_find(cpu);

	if (ap == NULL)
		return -EINVAL;
	if (smp_is_busy(ap))
		return -EBUSY;
	ap->function = function;
	ap->argument = argument;
	__atomic_store_n(&ap->mailbox, MAILBOX_FULL, __ATOMIC_RELEASE);
	return interrupt_send(ap->cpu.apic_id, VECTOR_WAKE);
}

int smp_wait(unsigned cpu, uint32_t limit_ms)
{
	const struct ap *ap = smp_find(cpu);
	struct spin spin = spin_for_us(limit_ms * (uint64_t)1000);

	if (ap == NULL)
		return -EINVAL;
	while (smp_is_busy(ap)) {
		if (!spin_on(&spin))
			return -ETIMEDOUT;
	}
	return ap->has_faulted ? -EFAULT : 0;
}

int smp_finish(unsigned cpu)
{
	int error = smp_wait(cpu, FINISH_LIMIT_MS);

	if (error == -EFAULT) {
		const struct platform_failure *failure = &smp_find(cpu)->cpu.report.failure;

		warning("smp", "CPU %u: %s: %s", cpu, failure->detail, failure->backtrace);
	}
	return error;
}

uint32_t smp_hardware_id(unsigned cpu)
{
	const struct ap *ap = smp_find(cpu);

	return ap != NULL ? ap->cpu.apic_id : cpu_hardware_id();
}
