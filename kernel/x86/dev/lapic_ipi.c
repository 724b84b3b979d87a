/* SPDX-License-Identifier: MIT */
/* Interprocessor interrupts. Intel SDM vol. 3A, "Issuing Interprocessor Interrupts". */
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/tsc.h"
#include "lib/text/errno.h"
#include "lib/x86/control.h"

/* "Interrupt Command Register (ICR)". */
#define ICR_NMI (4u << 8)
#define ICR_INIT (5u << 8)
#define ICR_STARTUP (6u << 8)
#define ICR_PENDING (1u << 12)
#define ICR_ASSERT (1u << 14)
#define ICR_LIMIT_US 1000
#define XAPIC_ID_LAST 254u              /* the ICR field has 8 bits, and 255 is broadcast */

bool lapic_reaches(uint32_t apic_id)
{
	return lapic_access.is_x2apic || apic_id <= XAPIC_ID_LAST;
}

static int lapic_ipi_send_by_xapic(uint32_t apic_id, uint32_t command)
{
	uint64_t limit_tsc = clock_after_us(ICR_LIMIT_US);

	lapic_write(LAPIC_ICR_HIGH, apic_id << 24);
	lapic_write(LAPIC_ICR, command);
	while ((lapic_read(LAPIC_ICR) & ICR_PENDING) != 0) {
		if (clock_is_past(limit_tsc))
			return -ETIMEDOUT;
		cpu_relax();
	}
	return 0;
}

/* A write to an x2APIC register is not ordered after earlier writes to memory. */
static int lapic_ipi_send_command(uint32_t apic_id, uint32_t command)
{
	memory_fence();
	if (!lapic_access.is_x2apic)
		return lapic_ipi_send_by_xapic(apic_id, command);
	wrmsr(LAPIC_MSR(LAPIC_ICR), (uint64_t)apic_id << 32 | command);
	return 0;
}

int interrupt_send(uint32_t apic_id, uint8_t vector)
{
	return lapic_ipi_send_command(apic_id, ICR_ASSERT | vector);
}

int lapic_send_nmi(uint32_t apic_id)
{
	return lapic_ipi_send_command(apic_id, ICR_ASSERT | ICR_NMI);
}

int lapic_send_init(uint32_t apic_id)
{
	return lapic_ipi_send_command(apic_id, ICR_ASSERT | ICR_INIT);
}

int lapic_send_startup(uint32_t apic_id, uint8_t page_number)
{
	return lapic_ipi_send_command(apic_id, ICR_ASSERT | ICR_STARTUP | page_number);
}
