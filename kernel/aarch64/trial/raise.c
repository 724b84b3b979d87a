/* SPDX-License-Identifier: MIT */
/* The ways to raise an interrupt: by SGI register GICD_SGIR (version 2 of the interrupt controller)
 * or ICC_SGI1R_EL1 (version 3), and by the virtual timer's deadline. */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/aarch64/dev/gic.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/timer.h"
#include "kernel/one_entry/trial/interrupt.h"
#include "lib/aarch64/cache_flush.h"

trial_wait trial_spin_v2, trial_spin_v3, trial_spin_timer, trial_spin_nothing, trial_spin_peer,
	   trial_wfi_v2, trial_wfi_v3, trial_wfi_timer, trial_wfi_nothing;
trial_pass trial_pass_v2, trial_pass_v3, trial_pass_timer;
void trial_enter_v2(void);
void trial_enter_v3(void);
void trial_count_v2(void);
void trial_count_v3(void);
void trial_ipi_enter_v2(void);
void trial_ipi_enter_v3(void);

#define WAYS(version) { \
	[TRIAL_SELF] = {trial_spin_##version, trial_wfi_##version, trial_pass_##version, \
			trial_enter_##version, trial_count_##version}, \
	[TRIAL_TIMER] = {trial_spin_timer, trial_wfi_timer, trial_pass_timer, \
			 trial_enter_##version, trial_count_##version}, \
	[TRIAL_NOTHING] = {.spin = trial_spin_nothing, .wfi = trial_wfi_nothing}, \
	[TRIAL_PEER] = {.spin = trial_spin_peer, .wfi = trial_wfi_nothing, \
			.enter = trial_enter_##version}, \
}

const struct trial_way *trial_way(enum trial_kind kind)
{
	static const struct trial_way ways_v2[TRIAL_KINDS] = WAYS(v2),
				      ways_v3[TRIAL_KINDS] = WAYS(v3);

	return gic_access.version == 2 ? &ways_v2[kind] : &ways_v3[kind];
}

struct trial_raise trial_prepare(enum trial_kind kind)
{
	if (kind == TRIAL_TIMER) {
		timer_select(TIMER_DEADLINE, VECTOR_TRIAL);
		return (struct trial_raise){kind, clock_after_us(TRIAL_TIMER_DELAY_US), NULL};
	}
	return (struct trial_raise){
		kind, trial_peer_value(this_cpu()->hardware_id),
		gic_access.version == 2 ? &gic_access.distributor[GICD_SGIR / 4] : NULL};
}

void trial_arm_timer(const struct trial_raise *raise)
{
	timer_deadline_start(raise->value);
}

void trial_timer_due(const struct trial_raise *raise)
{
	trial_interrupt_stamps.raised = raise->value;
}

void trial_timer_hold(void)
{
}

void trial_timer_release(void)
{
}

bool trial_flushes(void)
{
	return true;
}

void trial_flush(void)
{
	paging_flush();
	cache_flush();
}

uint64_t trial_peer_value(uint32_t hardware_id)
{
	return gic_sgi_to(hardware_id, VECTOR_TRIAL);
}

void trial_raise_peer(uint64_t value)
{
	gic_send(value);
}

void (*trial_ipi_entry(void))(void)
{
	return gic_access.version == 2 ? trial_ipi_enter_v2 : trial_ipi_enter_v3;
}
