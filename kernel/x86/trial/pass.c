/* SPDX-License-Identifier: MIT */
/* The total cost of an interrupt: how much longer a pass of fixed work, like an idle loop's, takes
 * with an interrupt in it. The handler does the minimum and reads no clock. The interrupt's
 * lateness has no effect. */
#include "bench/platform.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/trial/interrupt.h"
#include "kernel/x86/trial/irq_source.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"
#include "lib/x86/control.h"

/* Longer than a timer's delay and lateness, and shorter than two periods of the real-time clock. */
#define PASS_US 180
#define CALIBRATION_TURNS 10000
#define CALIBRATION_RUNS 5
#define TRIES 16                        /* an emulator's interrupt may miss the pass */

/* The number of turns of a pass, from the shortest of several passes. */
static uint64_t turns_of_pass(void)
{
	uint64_t shortest = UINT64_MAX;

	for (unsigned run = 0; run < CALIBRATION_RUNS; run++) {
		uint64_t ticks = trial_pass_nothing(0, 0, CALIBRATION_TURNS);

		if (ticks < shortest)
			shortest = ticks;
	}
	return ticks_of_us(PASS_US, clock_hz()) * CALIBRATION_TURNS / shortest;
}

/* Execute one pass, with interrupts enabled or pending. */
static int pass(const struct irq_source *source, uint64_t turns, bool open, uint64_t *ticks)
{
	static trial_pass *const passes[RAISE_WAYS] = {
		[RAISE_REGISTER] = trial_pass_register, [RAISE_MSR] = trial_pass_msr,
		[RAISE_PORT] = trial_pass_port, [RAISE_NOTHING] = trial_pass_nothing,
	};
	struct raise raise = {0};
	int error, done;

	trial_take_pending();
	error = source->prepare(&raise);
	if (error == 0 && passes[raise.way] == NULL)
		error = -ENOTSUP;
	if (error == 0) {
		trial_device_port = raise.device_port;
		trial_pass_interrupts = 0;
		interrupt_enter_at(VECTOR_TRIAL, lapic_access.is_x2apic ? trial_count_x2apic
									: trial_count_xapic);
		if (open)
			interrupts_on();
		*ticks = passes[raise.way](raise.target, raise.value, turns);
		interrupts_off();
		interrupt_enter_at(VECTOR_TRIAL, NULL);
	}
	done = source->done != NULL ? source->done() : 0;
	return error != 0 ? error : done;
}

int platform_interrupt_passes(enum interrupt_source number, struct interrupt_passes *passes)
{
	const struct irq_source *source = irq_source_find(number);
	uint64_t turns = turns_of_pass();
	int error = -ETIMEDOUT;

	if (source->is_nmi)
		return -ENOTSUP;
	if (!lapic_access.is_x2apic)
		trial_eoi_register = &lapic_access.registers[LAPIC_EOI / 4];
	for (unsigned tries = 0; tries < TRIES; tries++) {
		error = pass(source, turns, false, &passes->alone);
		if (error == 0)
			error = pass(source, turns, true, &passes->interrupted);
		if (error != 0 || trial_pass_interrupts == 1)
			return error;
	}
	return -ETIMEDOUT;
}
