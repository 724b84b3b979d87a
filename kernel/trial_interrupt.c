/* Interrupts raised on purpose: choosing what to write where, and the code that writes it. */
#include "kernel/trial_interrupt.h"

#include "kernel/interrupt.h"
#include "kernel/lapic.h"
#include "kernel/trial.h"
#include "kernel/tsc.h"
#include "kernel/watchdog.h"
#include "lib/errno.h"
#include "lib/x86/msr.h"

#define TIMER_DELAY_US 100
#define SPIN_LIMIT_US 100000            /* a busy emulator may be late, but not by that much */

/* What is written where to raise the interrupt, and how long after that it is due. */
struct raise {
	bool by_msr;
	uint64_t target;                /* address of the register, or number of the MSR */
	uint64_t value;
	uint64_t due_after_tsc;
};

static uint64_t register_address(unsigned offset)
{
	return (uintptr_t)&lapic_access.registers[offset / 4];
}

static struct raise raise_by_lapic(unsigned offset, uint32_t value)
{
	if (lapic_access.is_x2apic)
		return (struct raise){.by_msr = true, .target = LAPIC_MSR(offset), .value = value};
	return (struct raise){.target = register_address(offset), .value = value};
}

static int raise_self_ipi(struct raise *raise)
{
	if (!lapic_self_ipi_works())
		return -ENOTSUP;
	*raise = lapic_access.is_x2apic
		 ? raise_by_lapic(LAPIC_SELF_IPI, VECTOR_TRIAL)
		 : raise_by_lapic(LAPIC_ICR, LAPIC_ICR_TO_SELF(VECTOR_TRIAL));
	return 0;
}

static int raise_lapic_timer(struct raise *raise)
{
	uint32_t ticks = (uint32_t)(lapic_timer_hz() * TIMER_DELAY_US / 1000000);

	if (ticks == 0)
		return -ENOTSUP;
	lapic_timer_select(LAPIC_ONE_SHOT, VECTOR_TRIAL);
	*raise = raise_by_lapic(LAPIC_TIMER_INITIAL_COUNT, ticks);
	raise->due_after_tsc = ticks * tsc_hz() / lapic_timer_hz();
	return 0;
}

/* The deadline is absolute, so lateness is counted from it and not from the write. */
static int raise_tsc_deadline(struct raise *raise)
{
	if (!lapic_tsc_deadline_works())
		return -ENOTSUP;
	lapic_timer_select(LAPIC_TSC_DEADLINE, VECTOR_TRIAL);
	*raise = (struct raise){
		.by_msr = true,
		.target = MSR_TSC_DEADLINE,
		.value = tsc_after_us(TIMER_DELAY_US),
	};
	return 0;
}

static int choose_raise(enum interrupt_source source, struct raise *raise)
{
	switch (source) {
	case INTERRUPT_SELF_IPI:
		return raise_self_ipi(raise);
	case INTERRUPT_LAPIC_TIMER:
		return raise_lapic_timer(raise);
	case INTERRUPT_TSC_DEADLINE:
		return raise_tsc_deadline(raise);
	}
	return -ENOTSUP;
}

static int raise_and_wait(const struct raise *raise, enum wait_kind wait)
{
	/* A turn takes a cycle or more, and no CPU has many more cycles than ticks. */
	uint64_t turns = tsc_hz() / 1000000 * SPIN_LIMIT_US;

	if (wait == WAIT_HLT)
		return raise->by_msr ? trial_halt_msr(raise->target, raise->value)
				     : trial_halt_register(raise->target, raise->value);
	return raise->by_msr ? trial_spin_msr(raise->target, raise->value, turns)
			     : trial_spin_register(raise->target, raise->value, turns);
}

/* When the interrupt was due, for those that are not due at once. */
static uint64_t due_tsc(enum interrupt_source source, const struct raise *raise)
{
	if (source == INTERRUPT_TSC_DEADLINE)
		return raise->value;
	return trial_interrupt_stamps.raised + raise->due_after_tsc;
}

int platform_interrupt_trial(enum interrupt_source source, enum wait_kind wait,
			     struct interrupt_stamps *stamps)
{
	struct raise raise;
	int error = choose_raise(source, &raise);

	/* A halt for an interrupt that never comes is bounded by the watchdog alone. */
	if (error == 0 && wait == WAIT_HLT && !watchdog_works())
		error = -ENOTSUP;
	if (error != 0)
		return error;
	if (!lapic_access.is_x2apic)
		trial_eoi_register = &lapic_access.registers[LAPIC_EOI / 4];
	interrupt_enter_at(VECTOR_TRIAL,
			   lapic_access.is_x2apic ? trial_enter_x2apic : trial_enter_xapic);
	error = raise_and_wait(&raise, wait);
	interrupt_enter_at(VECTOR_TRIAL, NULL);
	if (error != 0)
		trial_reset();          /* it may come late */
	*stamps = trial_interrupt_stamps;
	stamps->raised = due_tsc(source, &raise);
	return error;
}
