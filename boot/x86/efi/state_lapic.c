/* SPDX-License-Identifier: MIT */
/* State of the local APIC: see state.h. Intel SDM vol. 3A, "Local APIC", "x2APIC State
 * Transitions". */
#include "boot/efi/state.h"

#include <stdbool.h>

#include "lib/x86/control.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

#define BASE_X2APIC (1u << 10)
#define BASE_ENABLE (1u << 11)

/* "Local APIC Register Address Map". */
#define LAPIC_VERSION 0x030
#define LAPIC_TASK_PRIORITY 0x080
#define LAPIC_EOI 0x0b0
#define LAPIC_LOGICAL_DESTINATION 0x0d0
#define LAPIC_DESTINATION_FORMAT 0x0e0
#define LAPIC_SPURIOUS 0x0f0
#define LAPIC_IN_SERVICE 0x100
#define LAPIC_REQUESTED 0x200
#define LAPIC_LVT_CMCI 0x2f0
#define LAPIC_LVT_TIMER 0x320
#define LAPIC_LVT_THERMAL 0x330
#define LAPIC_LVT_PERFORMANCE 0x340
#define LAPIC_LVT_LINT0 0x350
#define LAPIC_LVT_LINT1 0x360
#define LAPIC_LVT_ERROR 0x370
#define LAPIC_INITIAL_COUNT 0x380
#define LAPIC_DIVIDE 0x3e0
#define VERSION_LAST_LVT(version) ((version) >> 16 & 0xff)
#define LVT_MASKED (1u << 16)
#define SPURIOUS_ENABLE (1u << 8)

#define VECTORS 256
#define GATE_INTERRUPT 0x8e00

static bool is_x2apic(void)
{
	return (rdmsr(MSR_APIC_BASE) & BASE_X2APIC) != 0;
}

static volatile uint32_t *xapic_register(unsigned offset)
{
	uintptr_t base_phys = rdmsr(MSR_APIC_BASE) & APIC_BASE_ADDRESS;

	return (volatile uint32_t *)(base_phys + offset);
}

static uint32_t lapic_read(unsigned offset)
{
	return is_x2apic() ? (uint32_t)rdmsr(MSR_X2APIC_BASE + offset / 16)
			   : *xapic_register(offset);
}

static void lapic_write(unsigned offset, uint32_t value)
{
	if (is_x2apic())
		wrmsr(MSR_X2APIC_BASE + offset / 16, value);
	else
		*xapic_register(offset) = value;
}

/* Registers in the order of restoring. While the spurious-vector register disables the APIC, the
 * local vector table stays masked, so this register comes before the table. Writing the count
 * starts the timer. */
static const struct {
	uint16_t offset;
	uint8_t lvt_number;             /* the register exists if the last table entry is at least
					 * this */
	bool is_xapic_only;
} registers[] = {
	{LAPIC_SPURIOUS, 0, false},     {LAPIC_TASK_PRIORITY, 0, false},
	{LAPIC_DESTINATION_FORMAT, 0, true}, {LAPIC_LOGICAL_DESTINATION, 0, true},
	{LAPIC_LVT_CMCI, 6, false},     {LAPIC_LVT_THERMAL, 5, false},
	{LAPIC_LVT_PERFORMANCE, 4, false}, {LAPIC_LVT_ERROR, 3, false},
	{LAPIC_LVT_LINT0, 0, false},    {LAPIC_LVT_LINT1, 0, false},
	{LAPIC_LVT_TIMER, 0, false},    {LAPIC_DIVIDE, 0, false},
	{LAPIC_INITIAL_COUNT, 0, false},
};

#define REGISTERS (sizeof(registers) / sizeof(registers[0]))

static bool has_register(size_t i)
{
	return registers[i].lvt_number <= VERSION_LAST_LVT(lapic_read(LAPIC_VERSION)) &&
	       !(registers[i].is_xapic_only && is_x2apic());
}

unsigned state_save_lapic(uint64_t *to)
{
	unsigned count = 0;

	if (!cpu_has(FEATURE_APIC))
		return 0;
	to[count++] = rdmsr(MSR_APIC_BASE);
	for (size_t i = 0; i < REGISTERS; i++) {
		if (has_register(i))
			to[count++] = lapic_read(registers[i].offset);
	}
	return count;
}

/* x2APIC mode can be left only to the disabled state. */
static void restore_base(uint64_t base)
{
	uint64_t now = rdmsr(MSR_APIC_BASE);

	if ((now & BASE_X2APIC) != 0 && (base & BASE_X2APIC) == 0)
		wrmsr(MSR_APIC_BASE, now & ~(uint64_t)(BASE_X2APIC | BASE_ENABLE));
	wrmsr(MSR_APIC_BASE, base);
}

void state_restore_lapic(const uint64_t *from, unsigned count)
{
	unsigned at = 0;

	restore_base(from[at++]);
	for (size_t i = 0; i < REGISTERS && at < count; i++) {
		if (has_register(i))
			lapic_write(registers[i].offset, (uint32_t)from[at++]);
	}
}

/* ---- Pending interrupts ---- */

/* Defined in drain.S: returns from any interrupt. */
extern const char state_drain_return[];

struct gate {
	uint16_t offset_low, selector, type, offset_middle;
	uint32_t offset_high, reserved;
};

static void build_table(struct gate table[VECTORS])
{
	uintptr_t entry = (uintptr_t)state_drain_return;
	uint16_t cs;

	__asm__("mov %%cs, %0" : "=r"(cs));
	for (unsigned vector = 0; vector < VECTORS; vector++)
		table[vector] = (struct gate){
			.offset_low = (uint16_t)entry,
			.selector = cs,
			.type = GATE_INTERRUPT,
			.offset_middle = (uint16_t)(entry >> 16),
			.offset_high = (uint32_t)(entry >> 32),
		};
}

static bool any_set(unsigned offset)
{
	for (unsigned i = 0; i < VECTORS / 32; i++) {
		if (lapic_read(offset + i * 16) != 0)
			return true;
	}
	return false;
}

static void drain_table(void)
{
	static const uint16_t lvts[] = {LAPIC_LVT_TIMER, LAPIC_LVT_LINT0, LAPIC_LVT_ERROR};

	for (size_t i = 0; i < sizeof(lvts) / sizeof(lvts[0]); i++)
		lapic_write(lvts[i], lapic_read(lvts[i]) | LVT_MASKED);
	lapic_write(LAPIC_INITIAL_COUNT, 0);
	lapic_write(LAPIC_TASK_PRIORITY, 0);
	lapic_write(LAPIC_SPURIOUS, lapic_read(LAPIC_SPURIOUS) | SPURIOUS_ENABLE);
}

/* Accept at most twice as many interrupts as there are vectors, so that a source that keeps raising
 * its vector does not hold this CPU. The descriptor table is on the stack because every CPU runs
 * this function. */
void state_drain_cpu(void)
{
	struct gate table[VECTORS];
	struct {
		uint16_t limit;
		uint64_t base;
	} __attribute__((packed)) old, own = {sizeof(table) - 1, (uintptr_t)table};

	if (!cpu_has(FEATURE_APIC))
		return;
	build_table(table);
	drain_table();
	__asm__ volatile("sidt %0\n\tlidt %1" : "=m"(old) : "m"(own));
	for (unsigned i = 0; i < 2 * VECTORS && (any_set(LAPIC_REQUESTED) ||
						 any_set(LAPIC_IN_SERVICE)); i++) {
		interrupts_handle_pending();
		lapic_write(LAPIC_EOI, 0);
	}
	__asm__ volatile("lidt %0" : : "m"(old));
}
