/* SPDX-License-Identifier: MIT */
/* Initialises and tests the local APIC. Each feature is used only after it has delivered an
 * interrupt. Emulators ignore the x2APIC's enable bit, or accept the TSC-deadline mode and never
 * fire. */
#include "kernel/x86/dev/lapic.h"

#include "bench/engine/warning.h"
#include "boot/qemu.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/dev/time_base.h"
#include "kernel/machine/paging.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/tsc.h"
#include "lib/counter.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"
#include "lib/x86/control.h"
#include "lib/x86/cpuid.h"

/* "Local APIC Register Address Map". */
#define LAPIC_BYTES 0x1000
#define LAPIC_VERSION 0x030
#define LAPIC_SPURIOUS 0x0f0
#define LAPIC_IN_SERVICE 0x100          /* eight registers at a distance of 16 bytes */
#define LAPIC_ERROR_STATUS 0x280
#define LAPIC_LVT_CMCI 0x2f0
#define LAPIC_LVT_TIMER 0x320
#define LAPIC_LVT_THERMAL 0x330
#define LAPIC_LVT_PERFORMANCE 0x340
#define LAPIC_LVT_LINT0 0x350
#define LAPIC_LVT_LINT1 0x360
#define LAPIC_LVT_ERROR 0x370
#define LAPIC_TIMER_CURRENT_COUNT 0x390
#define LAPIC_TIMER_DIVIDE 0x3e0

/* "Local APIC Status and Location" and "x2APIC Modes": bits of IA32_APIC_BASE. */
#define BASE_X2APIC (1u << 10)
#define BASE_ENABLE (1u << 11)

#define VERSION_LAST_LVT(version) ((version) >> 16 & 0xff)
#define LVT_PERFORMANCE_NUMBER 4
#define SPURIOUS_ENABLE (1u << 8)
#define TIMER_DIVIDE_BY_1 0xbu

/* "Local Vector Table". */
#define LVT_MASKED (1u << 16)
#define LVT_PERIODIC (1u << 17)
#define LVT_TSC_DEADLINE (2u << 17)
#define LVT_DELIVERY(value) ((value) >> 8 & 7)
#define DELIVERY_SMI 2

#define TRY_US 100                      /* deadline of a timer's test */

struct lapic_access lapic_access;

static struct {
	bool self_ipi_works;
	bool tsc_deadline_works;
	uint64_t timer_hz;
	volatile unsigned arrivals;     /* of VECTOR_SELF_TEST on the boot CPU */
} lapic;

/* ---- Per-CPU state ---- */

static const struct {
	unsigned offset;
	unsigned number;                /* the entry exists if the last LVT entry is at least
					 * this */
} lvt_entries[] = {
	{LAPIC_LVT_TIMER, 0}, {LAPIC_LVT_LINT0, 0}, {LAPIC_LVT_LINT1, 0}, {LAPIC_LVT_ERROR, 3},
	{LAPIC_LVT_PERFORMANCE, LVT_PERFORMANCE_NUMBER}, {LAPIC_LVT_THERMAL, 5},
	{LAPIC_LVT_CMCI, 6},
};

/* Mask the entries, except those that raise an SMI for firmware, as the thermal one may. */
static void mask_lvt(void)
{
	unsigned last = VERSION_LAST_LVT(lapic_read(LAPIC_VERSION));

	for (size_t i = 0; i < sizeof(lvt_entries) / sizeof(lvt_entries[0]); i++) {
		unsigned offset = lvt_entries[i].offset;

		if (lvt_entries[i].number <= last &&
		    LVT_DELIVERY(lapic_read(offset)) != DELIVERY_SMI)
			lapic_write(offset, lapic_read(offset) | LVT_MASKED);
	}
}

void lapic_end_in_service(void)
{
	for (unsigned vector = 0; vector < VECTOR_COUNT; vector++) {
		unsigned offset = LAPIC_IN_SERVICE + vector / 32 * 16;

		if ((lapic_read(offset) >> vector % 32 & 1) != 0)
			interrupt_acknowledge();
	}
}

void lapic_settle(void)
{
	timer_stop();
	lapic_end_in_service();
	interrupts_handle_pending();
}

static void lapic_set_up(void)
{
	mask_lvt();
	lapic_write(LAPIC_TASK_PRIORITY, 0);
	lapic_write(LAPIC_SPURIOUS, SPURIOUS_ENABLE | VECTOR_SPURIOUS);
	lapic_end_in_service();         /* firmware may not have ended one */
	lapic_write(LAPIC_ERROR_STATUS, 0);
	lapic_write(LAPIC_TIMER_DIVIDE, TIMER_DIVIDE_BY_1);
}

/* ---- Test of interrupts ---- */

static void count_arrival(struct trap_frame *frame)
{
	(void)frame;
	lapic.arrivals++;
	interrupt_acknowledge();
}

static bool interrupt_arrives(void)
{
	struct spin spin = spin_for_us(INTERRUPT_LIMIT_US);
	bool arrived;

	interrupts_on();
	while (lapic.arrivals == 0 && spin_on(&spin))
		;
	interrupts_off();
	arrived = lapic.arrivals != 0;
	lapic.arrivals = 0;
	return arrived;
}

static bool try_self_ipi(void)
{
	self_interrupt(VECTOR_SELF_TEST);
	return interrupt_arrives();
}

/* ---- Mode ---- */

static void write_base(uint64_t value)
{
	wrmsr(MSR_APIC_BASE, value);
}

static void use_xapic(void)
{
	uint64_t base = rdmsr(MSR_APIC_BASE);

	write_base(base | BASE_ENABLE);
	lapic_access = (struct lapic_access){
		.registers = paging_map_device(base & APIC_BASE_ADDRESS, LAPIC_BYTES),
	};
	lapic_set_up();
}

/* Return to xAPIC mode. x2APIC mode can be left only to the disabled state: "x2APIC State
 * Transitions". */
static void return_to_xapic(volatile uint32_t *registers)
{
	uint64_t base = rdmsr(MSR_APIC_BASE) & ~(uint64_t)(BASE_ENABLE | BASE_X2APIC);

	write_base(base);
	write_base(base | BASE_ENABLE);
	lapic_access = (struct lapic_access){.registers = registers};
	lapic_set_up();
}

static void use_x2apic(void)
{
	lapic_access = (struct lapic_access){.is_x2apic = true};
	lapic_set_up();
	lapic.self_ipi_works = try_self_ipi();
}

static void try_x2apic(void)
{
	volatile uint32_t *registers = lapic_access.registers;

	write_base(rdmsr(MSR_APIC_BASE) | BASE_X2APIC);
	if ((rdmsr(MSR_APIC_BASE) & BASE_X2APIC) == 0)
		return;
	use_x2apic();
	if (!lapic.self_ipi_works)
		return_to_xapic(registers);
}

/* QEMU 9.0 and later have an x2APIC under TCG. With instruction counting (-icount), an RDMSR of the
 * timer's current count ends QEMU 10.0 and 11.1 with "Bad icount read", because QEMU's RDMSR lacks
 * what its RDTSC does for counting. A KVM guest is not affected. */
static bool is_counted_by_qemu(void)
{
	return time_base_unit() == TIME_INSTRUCTIONS && qemu_made_devices() &&
	       strcmp(time_base_hypervisor(), "KVMKVMKVM") != 0;
}

/* Choose the mode. Keep a mode that firmware enabled, because it may be locked, or APIC IDs may
 * require it. */
static void choose_mode(void)
{
	if ((rdmsr(MSR_APIC_BASE) & (BASE_ENABLE | BASE_X2APIC)) == (BASE_ENABLE | BASE_X2APIC)) {
		use_x2apic();
		return;
	}
	use_xapic();
	if (cpu_has(FEATURE_X2APIC) && !is_counted_by_qemu())
		try_x2apic();
	if (!lapic_access.is_x2apic)
		lapic.self_ipi_works = try_self_ipi();
}

static void compare_with_acpi(void)
{
	const struct acpi_madt *madt = acpi_madt();
	uint64_t base_phys = rdmsr(MSR_APIC_BASE) & APIC_BASE_ADDRESS;

	if (madt != NULL && madt->lapic_phys != base_phys)
		warning("lapic", "address is %#lx in ACPI, %#lx in the CPU; using the CPU's",
			madt->lapic_phys, base_phys);
}

/* ---- Timer ---- */

static uint64_t lapic_read_timer(void)
{
	return -lapic_read(LAPIC_TIMER_CURRENT_COUNT);
}

static uint64_t measure_timer(void)
{
	const struct counter counter = {.mask = UINT32_MAX, .read = lapic_read_timer};
	struct clock_bracket begin, end;

	timer_start(UINT32_MAX);
	begin = clock_bracket(&counter);
	clock_wait_us(time_base_window_us());
	end = clock_bracket(&counter);
	timer_stop();
	return time_base_round_hz(ticks_scale((end.count - begin.count) & counter.mask, clock_hz(),
					      end.tsc - begin.tsc));
}

/* Test the timer. Without the TSC's frequency the timer's frequency is unknown too, and the timer
 * could time nothing. */
static void try_timer(void)
{
	uint64_t hz;

	if (clock_hz() == 0)
		return;
	hz = measure_timer();
	timer_arm((uint32_t)(ticks_of_us(TRY_US, hz) + 1), VECTOR_SELF_TEST);
	if (hz != 0 && interrupt_arrives())
		lapic.timer_hz = hz;
	else
		warning("lapic", "timer does not fire; measured rate %lu Hz", hz);
	timer_stop();
}

static void try_tsc_deadline(void)
{
	timer_select(TIMER_DEADLINE, VECTOR_SELF_TEST);
	timer_deadline_start(clock_after_us(TRY_US));
	lapic.tsc_deadline_works = interrupt_arrives();
	timer_stop();
	if (!lapic.tsc_deadline_works)
		warning("lapic", "TSC-deadline timer does not fire; not used");
}

void timer_stop(void)
{
	lapic_write(LAPIC_LVT_TIMER, LVT_MASKED);
	lapic_write(LAPIC_TIMER_INITIAL_COUNT, 0);
}

/* Select mode and vector. The fence orders the mode before the deadline, because a write to memory
 * and a write to an MSR are unordered ("TSC-Deadline Mode"). */
void timer_select(enum timer_mode mode, uint8_t vector)
{
	static const uint32_t mode_bits[] = {
		[TIMER_PERIODIC] = LVT_PERIODIC, [TIMER_DEADLINE] = LVT_TSC_DEADLINE,
	};

	timer_stop();
	lapic_write(LAPIC_LVT_TIMER, vector | mode_bits[mode]);
	memory_fence();
}

void timer_arm(uint32_t ticks, uint8_t vector)
{
	timer_select(TIMER_ONE_SHOT, vector);
	timer_start(ticks);
}

/* ---- Performance counters ---- */

void lapic_performance_select(uint8_t vector)
{
	if (VERSION_LAST_LVT(lapic_read(LAPIC_VERSION)) >= LVT_PERFORMANCE_NUMBER)
		lapic_write(LAPIC_LVT_PERFORMANCE, vector != 0 ? vector : LVT_MASKED);
}

/* ---- Initialisation and results ---- */

static void lapic_acknowledge(void)
{
	interrupt_acknowledge();
}

void lapic_init(void)
{
	if (!cpu_has(FEATURE_APIC)) {
		warning("lapic", "this CPU has no local APIC");
		return;
	}
	compare_with_acpi();
	interrupt_acknowledge_by(lapic_acknowledge);
	interrupt_handle(VECTOR_SELF_TEST, count_arrival);
	choose_mode();
	interrupt_discard_pending();    /* firmware may leave a request of its timer, now masked */
	if (lapic.self_ipi_works) {
		try_timer();
		if (cpu_has(FEATURE_TSC_DEADLINE))
			try_tsc_deadline();
	} else {
		warning("lapic", "self-IPIs do not arrive");
	}
	interrupt_handle(VECTOR_SELF_TEST, NULL);
}

void lapic_init_this_cpu(void)
{
	write_base(rdmsr(MSR_APIC_BASE) | BASE_ENABLE);
	if (lapic_access.is_x2apic)
		write_base(rdmsr(MSR_APIC_BASE) | BASE_X2APIC);
	lapic_set_up();
	interrupt_discard_pending();    /* UEFI's MP services copy its timer to other CPUs */
}

bool self_interrupt_works(void)
{
	return lapic.self_ipi_works;
}

uint64_t timer_hz(void)
{
	return lapic.timer_hz;
}

bool timer_deadline_works(void)
{
	return lapic.tsc_deadline_works;
}

uint32_t cpu_hardware_id(void)
{
	uint32_t id = lapic_read(LAPIC_ID);

	return lapic_access.is_x2apic ? id : id >> 24;
}
