/* SPDX-License-Identifier: MIT */
/* Deliberate interrupts, one at a time: selects handler and wait, and checks the result. */
#include "kernel/x86/trial/interrupt.h"

#include "kernel/machine/paging.h"
#include "kernel/machine/watchdog.h"
#include "kernel/trial/trial.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/cpu/user_mode.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/trial/irq_source.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"
#include "lib/x86/control.h"
#include "lib/x86/io.h"

/* If an interrupt does not arrive, the wait ends after this time by the TSC, and after at least
 * this many rounds, because on a busy host time may pass in which the CPU does not run. */
#define SPIN_LIMIT_US 500000
#define SPIN_ROUNDS_LEAST 4
/* Iterations of a round, in which an interrupt normally arrives, and the longest round by a clock
 * with a tick an iteration: an emulator may execute a million instructions a second. */
#define SPIN_TURNS_MOST (1ull << 22)
#define SPIN_ROUND_US 50000
#define REFERENCES 16

/* The open source, or NULL. */
static const struct irq_source *current;

/* ---- Before a trial ---- */

static void choose_handler(const struct raise *raise)
{
	bool has_device = raise->device_port != 0;

	if (!lapic_access.is_x2apic)
		trial_eoi_register = &lapic_access.registers[LAPIC_EOI / 4];
	trial_device_port = raise->device_port;
	if (current->is_nmi)
		interrupt_enter_at(VECTOR_NMI, trial_enter_nmi);
	else if (lapic_access.is_x2apic)
		interrupt_enter_at(VECTOR_TRIAL, has_device ? trial_enter_device_x2apic
							    : trial_enter_x2apic);
	else
		interrupt_enter_at(VECTOR_TRIAL, has_device ? trial_enter_device_xapic
							    : trial_enter_xapic);
}

static void restore_handlers(void)
{
	interrupt_enter_at(VECTOR_NMI, NULL);
	interrupt_enter_at(VECTOR_TRIAL, NULL);
}

static void ignore(struct trap_frame *frame)
{
	(void)frame;
	interrupt_acknowledge();
}

/* Take pending interrupts, because a device may have raised an extra interrupt: a periodic one, or
 * an emulated one while another was pending. */
void trial_take_pending(void)
{
	interrupt_handle(VECTOR_TRIAL, ignore);
	interrupts_handle_pending();
	interrupt_handle(VECTOR_TRIAL, NULL);
}

/* Whether a wait is possible. HLT is possible only with a watchdog, because only the watchdog ends
 * a HLT without an interrupt. */
static bool interrupt_is_possible(const struct interrupt_trial *trial)
{
	return trial->wait == WAIT_SPIN || (trial->ring == 0 && watchdog_works());
}

/* ---- Raising and waiting ---- */

static uint64_t turns_of_round(void)
{
	uint64_t turns = ticks_of_us(SPIN_ROUND_US, clock_limit_hz());

	return turns < SPIN_TURNS_MOST ? turns : SPIN_TURNS_MOST;
}

static int wait_in_kernel(const struct raise *raise, enum wait_kind wait)
{
	static trial_wait *const waits[][RAISE_WAYS] = {
		[WAIT_SPIN] = {trial_spin_register, trial_spin_msr, trial_spin_port,
			       trial_spin_nothing, trial_spin_peer},
		[WAIT_HLT] = {trial_hlt_register, trial_hlt_msr, trial_hlt_port, trial_hlt_nothing,
			      trial_hlt_nothing},
		[WAIT_MWAIT] = {trial_mwait_register, trial_mwait_msr, trial_mwait_port,
				trial_mwait_nothing, trial_mwait_nothing},
	};

	trial_resume_at = (uintptr_t)trial_resumed;
	return waits[wait][raise->way](raise->target, raise->value, turns_of_round());
}

/* Arm a timer before user mode starts, so that user mode only waits for it. */
static void arm_for_user(struct raise *raise)
{
	trial_interrupt_stamps.raised = clock_read();
	if (raise->way == RAISE_REGISTER)
		*(volatile uint32_t *)(uintptr_t)raise->target = (uint32_t)raise->value;
	else if (raise->way == RAISE_MSR)
		wrmsr((uint32_t)raise->target, raise->value);
	else if (raise->way == RAISE_PORT)
		outb((uint16_t)raise->target, (uint8_t)raise->value);
	raise->way = RAISE_NOTHING;
}

/* Let user mode write the xAPIC's registers until the scope ends. */
static int show_registers_to_user(void)
{
	uint64_t *entry = paging_entry(TRIAL_USER_REGISTERS_VIRT, PAGE_4K);

	if (entry == NULL)
		return -ENOTSUP;
	*entry = page_entry(rdmsr(MSR_APIC_BASE) & PTE_ADDRESS, PAGE_4K,
			    PTE_PRESENT | PTE_USER | PTE_WRITE | PTE_CACHE_DISABLE |
			    PTE_NO_EXECUTE);
	return 0;
}

static uint64_t pack_user_argument(const struct raise *raise)
{
	uint64_t turns = turns_of_round() >> TRIAL_USER_TURNS_UNIT_SHIFT;
	uint64_t target_mask = raise->way == RAISE_PORT ? UINT16_MAX : PAGE_4K - 1;

	return (raise->target & target_mask) |
	       (raise->value & UINT32_MAX) << TRIAL_USER_VALUE_SHIFT |
	       turns << TRIAL_USER_TURNS_SHIFT;
}

static int wait_in_user(struct raise *raise)
{
	static user_mode_function *const waits[RAISE_WAYS] = {
		[RAISE_REGISTER] = trial_user_register, [RAISE_PORT] = trial_user_port,
		[RAISE_NOTHING] = trial_user_nothing, [RAISE_PEER] = trial_user_peer,
	};
	struct user_mode_result result;

	if (raise->is_timer)
		arm_for_user(raise);
	if (waits[raise->way] == NULL ||
	    (raise->way == RAISE_REGISTER && show_registers_to_user() != 0))
		return -ENOTSUP;
	trial_resume_at = user_mode_address(trial_user_resumed);
	result = user_mode_call_open(waits[raise->way], pack_user_argument(raise));
	if (!raise->is_timer)
		trial_interrupt_stamps.raised = result.second;
	trial_interrupt_stamps.resumed = result.first;
	return result.first != 0 ? 0 : -ETIMEDOUT;
}

/* ---- After a trial ---- */

/* Set the time when an interrupt with a delay was due. */
static void correct_raised(const struct raise *raise)
{
	struct interrupt_stamps *stamps = &trial_interrupt_stamps;

	if (current->raised_tsc != NULL)
		stamps->raised = current->raised_tsc();
	else if (raise->due_tsc != 0)
		stamps->raised = raise->due_tsc;
	else
		stamps->raised += raise->due_after_tsc;
}

/* Whether another interrupt than the expected one arrived: the NMI of the watchdog, or an interrupt
 * for another byte. */
static bool is_other(const struct raise *raise)
{
	if (current->is_nmi && watchdog_look() != WATCHDOG_OTHER)
		return true;
	return (trial_device_byte & raise->device_bits) != raise->device_byte;
}

static int wait_once(const struct interrupt_trial *trial, struct raise *raise)
{
	return trial->ring == 0 ? wait_in_kernel(raise, trial->wait) : wait_in_user(raise);
}

/* Continue to wait, without raising again. */
static int wait_longer(const struct interrupt_trial *trial, struct raise *raise)
{
	uint64_t raised_tsc = trial_interrupt_stamps.raised;
	uint64_t limit_tsc = clock_after_us(SPIN_LIMIT_US);
	int error = -ETIMEDOUT;

	if (raise->way != RAISE_PEER)
		raise->way = RAISE_NOTHING;
	for (unsigned rounds = 1; error == -ETIMEDOUT; rounds++) {
		if (rounds >= SPIN_ROUNDS_LEAST && clock_is_past(limit_tsc))
			break;
		error = wait_once(trial, raise);
	}
	trial_interrupt_stamps.raised = raised_tsc;
	return error;
}

static int raise_and_wait(const struct interrupt_trial *trial, struct raise *raise)
{
	int error = wait_once(trial, raise);

	if (error == -ETIMEDOUT && trial->wait == WAIT_SPIN)
		error = wait_longer(trial, raise);
	restore_handlers();
	if (error == 0 && raise->limit_tsc != 0 &&
	    trial_interrupt_stamps.entered >= raise->limit_tsc)
		error = -ETIMEDOUT;
	if (error == -ETIMEDOUT)
		trial_reset();          /* the interrupt may come late */
	if (error == 0 && is_other(raise))
		error = -EIO;
	return error;
}

/* Flush before setting a deadline, because flushing may take longer than the timer's delay. */
static int interrupt_run(const struct interrupt_trial *trial, struct raise *raise)
{
	int error;

	trial_interrupt_stamps = (struct interrupt_stamps){0};
	trial_device_byte = 0;
	trial_take_pending();
	if (trial->flushed) {
		paging_flush();
		flush_caches();
	}
	error = current->prepare(raise);
	if (error != 0)
		return error;
	choose_handler(raise);
	return raise_and_wait(trial, raise);
}

static int interrupt_done(void)
{
	return current->done != NULL ? current->done() : 0;
}

static int interrupt_try(const struct interrupt_trial *trial)
{
	struct raise raise = {0};
	int error = interrupt_run(trial, &raise), done = interrupt_done();

	correct_raised(&raise);
	return error != 0 ? error : done;
}

/* Whether the reference was bad. A periodic interrupt's deadline is relative to the previous
 * interrupt. If an emulator was late with that one, the next seems early. The reference is then
 * invalid, and another is taken. */
static bool had_bad_reference(void)
{
	return current->is_periodic &&
	       trial_interrupt_stamps.entered < trial_interrupt_stamps.raised;
}

int platform_interrupt_trial(const struct interrupt_trial *trial, struct interrupt_stamps *stamps)
{
	int error = -ENOTSUP;

	if (current == NULL || irq_source_find(trial->source) != current ||
	    !interrupt_is_possible(trial))
		return error;
	for (unsigned tries = 0; tries < REFERENCES; tries++) {
		error = interrupt_try(trial);
		if (error != 0 || !had_bad_reference())
			break;
	}
	*stamps = trial_interrupt_stamps;
	return error;
}

int trial_interrupt(const struct interrupt_trial *trial, struct interrupt_stamps *stamps)
{
	return platform_interrupt_trial(trial, stamps);
}

/* ---- Opening ---- */

void platform_interrupt_close(void)
{
	if (current == NULL)
		return;
	interrupt_done();
	if (current->close != NULL)
		current->close();
	current = NULL;
}

static int try_out(enum interrupt_source source)
{
	const struct interrupt_trial trial = {.source = source, .wait = WAIT_SPIN};
	struct interrupt_stamps stamps;
	int error = platform_interrupt_trial(&trial, &stamps);

	return error == -ETIMEDOUT || error == -EIO ? -ENODEV : error;
}

int platform_interrupt_open(enum interrupt_source source)
{
	int error = irq_source_find(source)->open();

	if (error != 0)
		return error;
	current = irq_source_find(source);
	if (!current->was_seen)
		error = try_out(source);
	if (error != 0)
		platform_interrupt_close();
	return error;
}
