/* SPDX-License-Identifier: MIT */
/* See cpus.h. Each CPU runs ap_procedure on a stack of the firmware. The CPU's state is saved
 * before and restored afterwards, so ap_procedure must not call the firmware in between. */
#include "boot/x86/efi/cpus.h"

#include "boot/efi/firmware.h"
#include "boot/efi/mp_services.h"
#include "boot/efi/state.h"
#include "lib/text/fmt.h"
#include "lib/x86/control.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

#define ARRIVAL_MS 1000
#define RETURN_MS 1000                  /* a host may stop a virtual CPU for some time */
#define SETTLE_US 100000
#define TEXT_CHARS 128
#define BASE_X2APIC (1u << 10)
#define LAPIC_ID 0x020

struct cpu_states {
	struct state before, after;
};

static struct {
	struct cpu_states *states;      /* by index in the handoff */
	EFI_EVENT ended;
	UINTN enabled;
	char text[TEXT_CHARS];
} cpus;

uint32_t cpus_own_apic_id(void)
{
	uint64_t base = rdmsr(MSR_APIC_BASE);

	if ((base & BASE_X2APIC) != 0)
		return (uint32_t)rdmsr(MSR_X2APIC_BASE + LAPIC_ID / 16);
	return *(volatile uint32_t *)(uintptr_t)((base & APIC_BASE_ADDRESS) + LAPIC_ID) >> 24;
}

/* ---- On an application CPU ---- */

static uint32_t wait_for_kernel(struct handoff_cpu *cpu)
{
	uint32_t state;

	__atomic_store_n(&cpu->state, HANDOFF_CPU_WAITING, __ATOMIC_RELEASE);
	do {
		cpu_pause();
		state = __atomic_load_n(&cpu->state, __ATOMIC_ACQUIRE);
	} while (state == HANDOFF_CPU_WAITING);
	return state;
}

static void compare_states(struct handoff_cpu *cpu, struct cpu_states *states)
{
	char text[TEXT_CHARS];

	state_save(state_of_cpu, &states->after);
	cpu->differences = state_compare(state_of_cpu, &states->before, &states->after, text,
					 sizeof(text));
	if (cpu->differences > 0)
		fmt_buffer(cpus.text, sizeof(cpus.text), "CPU with APIC ID %u: %s", cpu->apic_id,
			   text);
}

static VOID EFIAPI ap_procedure(VOID *argument)
{
	struct handoff *handoff = argument;
	uint32_t place = __atomic_fetch_add(&handoff->cpu_count, 1, __ATOMIC_ACQ_REL);
	struct cpu_states *states = &cpus.states[place];
	struct handoff_cpu *cpu = &handoff->cpus[place];
	bool had_interrupts = (read_flags() & FLAGS_IF) != 0;

	if (place >= cpus.enabled || place >= HANDOFF_CPUS_MAX)
		return;
	interrupts_off();
	cpu->apic_id = cpus_own_apic_id();
	state_save(state_of_cpu, &states->before);
	if (wait_for_kernel(cpu) == HANDOFF_CPU_IN_KERNEL) {
		world_switch(&cpu->world, cpu->entry_phys, cpu->argument_phys, &cpu->world, 0);
		state_drain_cpu();
		state_restore(state_of_cpu, &states->before);
		compare_states(cpu, states);
	}
	if (had_interrupts)
		interrupts_on();
	__atomic_store_n(&cpu->state, HANDOFF_CPU_IN_FIRMWARE, __ATOMIC_RELEASE);
}

/* ---- On the boot CPU ---- */

static VOID EFIAPI ignore(EFI_EVENT event, VOID *context)
{
	(void)event;
	(void)context;
}

/* The firmware may have moved to another CPU (SwitchBSP). The CPU that started the machine would
 * then start it again at the INIT of the MP services. Intel SDM vol. 3A, "MP Initialization
 * Protocol". */
static struct mp_services *find_services(const struct loader_options *options)
{
	EFI_GUID guid = MP_SERVICES_GUID;
	struct mp_services *mp;
	UINTN all;

	if (options->hides_mp_services ||
	    (rdmsr(MSR_APIC_BASE) & APIC_BASE_BOOTSTRAP) == 0 ||
	    firmware_services->LocateProtocol(&guid, NULL, (void **)&mp) != EFI_SUCCESS ||
	    mp->get_number_of_processors(mp, &all, &cpus.enabled) != EFI_SUCCESS)
		return NULL;
	return cpus.enabled > 1 ? mp : NULL;
}

static void wait_for_arrival(const struct handoff *handoff)
{
	for (unsigned ms = 0; ms < ARRIVAL_MS; ms++) {
		unsigned waiting = 0;

		for (unsigned i = 0; i < cpus.enabled - 1 && i < HANDOFF_CPUS_MAX; i++)
			waiting += __atomic_load_n(&handoff->cpus[i].state, __ATOMIC_ACQUIRE) ==
				   HANDOFF_CPU_WAITING;
		if (waiting == cpus.enabled - 1)
			return;
		firmware_services->Stall(1000);
	}
}

void cpus_start(struct handoff *handoff, const struct loader_options *options)
{
	struct mp_services *mp = find_services(options);
	EFI_PHYSICAL_ADDRESS phys;

	if (mp == NULL ||
	    firmware_services->AllocatePages(AllocateAnyPages, EfiLoaderData,
					     EFI_SIZE_TO_PAGES(cpus.enabled *
							       sizeof(struct cpu_states)),
					     &phys) != EFI_SUCCESS)
		return;
	cpus.states = (struct cpu_states *)(uintptr_t)phys;
	if (firmware_services->CreateEvent(EVT_NOTIFY_SIGNAL, TPL_CALLBACK, ignore, NULL,
					   &cpus.ended) != EFI_SUCCESS)
		return;
	if (options->fails_mp_services ||
	    mp->startup_all_aps(mp, ap_procedure, FALSE, cpus.ended, 0, handoff, NULL) !=
	    EFI_SUCCESS)
		return;
	wait_for_arrival(handoff);
	if (handoff->cpu_count > HANDOFF_CPUS_MAX)
		handoff->cpu_count = HANDOFF_CPUS_MAX;
}

static bool have_all_returned(const struct handoff *handoff)
{
	for (uint32_t i = 0; i < handoff->cpu_count; i++) {
		if (__atomic_load_n(&handoff->cpus[i].state, __ATOMIC_ACQUIRE) !=
		    HANDOFF_CPU_IN_FIRMWARE)
			return false;
	}
	return true;
}

unsigned cpus_wait_for_return(struct handoff *handoff, char *text, size_t size)
{
	unsigned differences = 0;

	for (uint32_t i = 0; i < handoff->cpu_count; i++) {
		uint32_t waits = HANDOFF_CPU_WAITING;

		__atomic_compare_exchange_n(&handoff->cpus[i].state, &waits, HANDOFF_CPU_RELEASED,
					    false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
	}
	for (unsigned ms = 0; ms < RETURN_MS && !have_all_returned(handoff); ms++)
		firmware_services->Stall(1000);
	for (uint32_t i = 0; i < handoff->cpu_count; i++)
		differences += handoff->cpus[i].differences;
	fmt_buffer(text, size, "%s", cpus.text);
	return differences;
}

/* Let the firmware check its CPUs, which it does on a timer tick. */
void cpus_settle(void)
{
	firmware_services->Stall(cpus.ended != NULL ? SETTLE_US : 0);
}
