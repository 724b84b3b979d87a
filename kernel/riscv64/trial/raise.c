/* SPDX-License-Identifier: MIT */
/* The ways to raise an interrupt: by the bit in sip, or by the timer. The timer is set by stimecmp
 * or, without it, by firmware, to value ticks of `time` after the next tick of `time`. The wait for
 * that tick is necessary because an emulator is late by the part of a tick that has passed when the
 * timer is set. */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/machine/clock.h"
#include "kernel/machine/timer.h"
#include "kernel/one_entry/trial/interrupt.h"
#include "kernel/riscv64/dev/timer.h"
#include "lib/riscv64/control.h"
#include "lib/text/ticks.h"

trial_wait trial_spin_software, trial_spin_timer, trial_spin_sbi, trial_spin_nothing,
	   trial_spin_peer, trial_wfi_software, trial_wfi_timer, trial_wfi_sbi, trial_wfi_nothing;
trial_pass trial_pass_software, trial_pass_timer, trial_pass_sbi;
void trial_enter_software(void);
void trial_enter_timer(void);
void trial_enter_sbi(void);
void trial_count_software(void);
void trial_count_timer(void);
void trial_count_sbi(void);
void trial_ipi_enter(void);

/* Set the timer as the waits do, and the stamp raised. */
void trial_set_timer(uint64_t value);
void trial_set_sbi(uint64_t value);

const struct trial_way *trial_way(enum trial_kind kind)
{
	static const struct trial_way ways[TRIAL_KINDS] = {
		[TRIAL_SELF] = {trial_spin_software, trial_wfi_software, trial_pass_software,
				trial_enter_software, trial_count_software},
		[TRIAL_TIMER] = {trial_spin_timer, trial_wfi_timer, trial_pass_timer,
				 trial_enter_timer, trial_count_timer},
		[TRIAL_NOTHING] = {.spin = trial_spin_nothing, .wfi = trial_wfi_nothing},
		[TRIAL_PEER] = {.spin = trial_spin_peer, .wfi = trial_wfi_nothing,
				.enter = trial_enter_software},
	}, by_firmware = {trial_spin_sbi, trial_wfi_sbi, trial_pass_sbi, trial_enter_sbi,
			  trial_count_sbi};

	return kind == TRIAL_TIMER && !timer_has_register ? &by_firmware : &ways[kind];
}

struct trial_raise trial_prepare(enum trial_kind kind)
{
	uint64_t value = kind == TRIAL_TIMER ? ticks_of_us(TRIAL_TIMER_DELAY_US, timer_hz()) : 0;

	return (struct trial_raise){kind, value, NULL};
}

void trial_arm_timer(const struct trial_raise *raise)
{
	if (timer_has_register)
		trial_set_timer(raise->value);
	else
		trial_set_sbi(raise->value);
}

void trial_timer_due(const struct trial_raise *raise)
{
	trial_interrupt_stamps.raised += ticks_scale(raise->value, clock_hz(), timer_hz());
}

void trial_timer_hold(void)
{
	__asm__ volatile("csrc sie, %0" : : "r"(INTERRUPT_TIMER) : "memory");
}

void trial_timer_release(void)
{
	__asm__ volatile("csrs sie, %0" : : "r"(INTERRUPT_TIMER) : "memory");
}

/* The caches cannot be emptied, because not every CPU has an instruction for that. */
bool trial_flushes(void)
{
	return false;
}

void trial_flush(void)
{
}

uint64_t trial_peer_value(uint32_t hardware_id)
{
	return hardware_id;
}

void trial_raise_peer(uint64_t value)
{
	timer_send_software((uint32_t)value);
}

void (*trial_ipi_entry(void))(void)
{
	return trial_ipi_enter;
}
