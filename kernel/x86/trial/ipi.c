/* SPDX-License-Identifier: MIT */
/* A deliberate interrupt to another CPU. The handler's stamp is read only after the handler has
 * announced it. */
#include <stdbool.h>

#include "bench/engine/standby.h"
#include "bench/platform.h"
#include "kernel/machine/smp.h"
#include "kernel/trial/trial.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/trial/interrupt.h"
#include "kernel/x86/trial/irq_source.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define ARRIVAL_LIMIT_MS 2000           /* a busy emulator may be a second late */

/* Defined in ipi.S. */
extern uint64_t trial_ipi_entered;
extern uint32_t trial_ipi_has_run;
void trial_ipi_enter_xapic(void);
void trial_ipi_enter_x2apic(void);

static int ipi_send_and_wait(uint32_t apic_id, struct ipi_stamps *stamps)
{
	struct spin spin = spin_for(ticks_of_ms(ARRIVAL_LIMIT_MS, clock_limit_hz()));

	stamps->sent = clock_read();
	irq_source_send(apic_id, VECTOR_TRIAL);
	while (!__atomic_load_n(&trial_ipi_has_run, __ATOMIC_ACQUIRE)) {
		if (!spin_on(&spin))
			return -ETIMEDOUT;
	}
	stamps->seen = clock_read();
	stamps->entered = trial_ipi_entered;
	return 0;
}

int platform_ipi_trial(uint32_t cpu, enum wait_kind wait, struct ipi_stamps *stamps)
{
	int error = standby_begin(&(struct standby){
		.first = cpu, .count = 1, .wait = wait,
		.enable_interrupts = trial_enable_interrupts,
	}), ended;

	if (error != 0)
		return error;
	trial_ipi_has_run = 0;
	if (!lapic_access.is_x2apic)
		trial_eoi_register = &lapic_access.registers[LAPIC_EOI / 4];
	interrupt_enter_at(VECTOR_TRIAL, lapic_access.is_x2apic ? trial_ipi_enter_x2apic
								: trial_ipi_enter_xapic);
	error = ipi_send_and_wait(smp_hardware_id(cpu), stamps);
	ended = standby_end();
	interrupt_enter_at(VECTOR_TRIAL, NULL);
	return error != 0 ? error : ended;
}
