/* SPDX-License-Identifier: MIT */
/* Interrupts of the local APIC: self-IPI, NMI, timer, and IPIs of another CPU. */
#include "kernel/machine/smp.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/trial/irq_source.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define SENDER 1                        /* CPU that sends INTERRUPT_IPI */
#define SENDER_LIMIT_MS 4000            /* a busy emulator may stop a CPU for a second */

static uint64_t sent_tsc;               /* written by SENDER, read after it has finished */

static uint64_t register_address(unsigned offset)
{
	return (uintptr_t)&lapic_access.registers[offset / 4];
}

static struct raise by_lapic(unsigned offset, uint32_t value)
{
	return (struct raise){
		.way = lapic_access.is_x2apic ? RAISE_MSR : RAISE_REGISTER,
		.target = lapic_access.is_x2apic ? LAPIC_MSR(offset) : register_address(offset),
		.value = value,
	};
}

/* ---- Self-IPI and NMI ---- */

static int self_ipi_open(void)
{
	return self_interrupt_works() ? 0 : -ENOTSUP;
}

static int self_ipi_prepare(struct raise *raise)
{
	*raise = lapic_access.is_x2apic
		 ? by_lapic(LAPIC_SELF_IPI, VECTOR_TRIAL)
		 : by_lapic(LAPIC_ICR, LAPIC_ICR_TO_SELF(VECTOR_TRIAL));
	return 0;
}

const struct irq_source irq_source_self_ipi = {
	.open = self_ipi_open,
	.prepare = self_ipi_prepare,
	.was_seen = true,
};

/* Prepare an NMI, which is sent by this CPU's APIC ID, because the shorthand "self" sends only
 * fixed interrupts. */
static int nmi_prepare(struct raise *raise)
{
	*raise = by_lapic(LAPIC_ICR, LAPIC_ICR_NMI);
	if (lapic_access.is_x2apic)
		raise->value |= (uint64_t)cpu_hardware_id() << 32;
	else
		lapic_write(LAPIC_ICR_HIGH, cpu_hardware_id() << 24);
	return 0;
}

const struct irq_source irq_source_nmi = {
	.open = self_ipi_open,
	.prepare = nmi_prepare,
	.is_nmi = true,
};

/* ---- Timer ---- */

static int lapic_timer_open(void)
{
	return timer_hz() != 0 ? 0 : -ENOTSUP;
}

static int lapic_timer_prepare(struct raise *raise)
{
	uint32_t ticks = (uint32_t)ticks_scale(IRQ_TIMER_DELAY_US, timer_hz(),
					       US_PER_SECOND);

	if (ticks == 0)
		return -ENOTSUP;
	timer_select(TIMER_ONE_SHOT, VECTOR_TRIAL);
	*raise = by_lapic(LAPIC_TIMER_INITIAL_COUNT, ticks);
	raise->is_timer = true;
	raise->due_after_tsc = irq_source_ticks(ticks, timer_hz());
	return 0;
}

const struct irq_source irq_source_lapic_timer = {
	.open = lapic_timer_open,
	.prepare = lapic_timer_prepare,
	.was_seen = true,
};

static int tsc_deadline_open(void)
{
	return timer_deadline_works() ? 0 : -ENOTSUP;
}

/* Prepare a deadline. It is absolute, so lateness counts from the deadline instead of the write. */
static int tsc_deadline_prepare(struct raise *raise)
{
	timer_select(TIMER_DEADLINE, VECTOR_TRIAL);
	*raise = (struct raise){
		.way = RAISE_MSR,
		.target = MSR_TSC_DEADLINE,
		.value = clock_after_us(IRQ_TIMER_DELAY_US),
		.is_timer = true,
	};
	raise->due_tsc = raise->value;
	return 0;
}

const struct irq_source irq_source_tsc_deadline = {
	.open = tsc_deadline_open,
	.prepare = tsc_deadline_prepare,
	.was_seen = true,
};

/* ---- From another CPU ---- */

void irq_source_send(uint32_t apic_id, uint8_t vector)
{
	if (lapic_access.is_x2apic) {
		wrmsr(LAPIC_MSR(LAPIC_ICR), (uint64_t)apic_id << 32 | vector);
	} else {
		lapic_write(LAPIC_ICR_HIGH, apic_id << 24);
		lapic_write(LAPIC_ICR, vector);
	}
}

/* Send with a delay, so that the boot CPU is already waiting. */
static void ipi_send_later(void *apic_id)
{
	clock_wait_us(IRQ_TIMER_DELAY_US);
	sent_tsc = clock_read();
	irq_source_send((uint32_t)(uintptr_t)apic_id, VECTOR_TRIAL);
}

static int ipi_open(void)
{
	return smp_online() > SENDER && lapic_reaches(cpu_hardware_id()) ? 0 : -ENOTSUP;
}

static int ipi_prepare(struct raise *raise)
{
	*raise = (struct raise){.way = RAISE_PEER};
	return smp_run(SENDER, ipi_send_later, (void *)(uintptr_t)cpu_hardware_id());
}

static int ipi_done(void)
{
	return smp_wait(SENDER, SENDER_LIMIT_MS);
}

static uint64_t ipi_raised_tsc(void)
{
	return sent_tsc;
}

const struct irq_source irq_source_ipi = {
	.open = ipi_open,
	.prepare = ipi_prepare,
	.done = ipi_done,
	.raised_tsc = ipi_raised_tsc,
};
