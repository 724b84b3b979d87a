/* SPDX-License-Identifier: MIT */
/* A deliberate interrupt to another CPU. The handler's stamp is read only after the handler has
 * announced it. */
#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/standby.h"
#include "bench/platform.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/smp.h"
#include "kernel/one_entry/cpu/interrupt.h"
#include "kernel/one_entry/trial/interrupt.h"
#include "kernel/trial/trial.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define ARRIVAL_LIMIT_MS 2000           /* a busy emulator may be a second late */

static int send_and_wait(uint64_t value, struct ipi_stamps *stamps)
{
	struct spin spin = spin_for(ticks_of_ms(ARRIVAL_LIMIT_MS, clock_limit_hz()));

	stamps->sent = clock_read();
	trial_raise_peer(value);
	while (!__atomic_load_n(&trial_ipi_has_run, __ATOMIC_ACQUIRE)) {
		if (!spin_on(&spin))
			return -ETIMEDOUT;
	}
	stamps->seen = clock_read();
	stamps->entered = trial_ipi_entered;
	return 0;
}

static void take_entry(void *unused)
{
	(void)unused;
	interrupt_init_this_cpu();
}

/* Let a CPU use an entry. The entry in use is each CPU's own, so the other CPU sets it before the
 * trial. The entry's handler also takes the interrupts that wake that CPU, which need nothing
 * else. */
static int use_entry(uint32_t cpu, void (*entry)(void))
{
	int error;

	interrupt_enter_at(VECTOR_TRIAL, entry);
	error = smp_run(cpu, take_entry, NULL);
	if (error == 0)
		error = smp_finish(cpu);
	interrupt_enter_at(VECTOR_TRIAL, NULL);
	return error;
}

static int run_trial(uint32_t cpu, enum wait_kind wait, struct ipi_stamps *stamps)
{
	int error = standby_begin(&(struct standby){
		.first = cpu, .count = 1, .wait = wait,
		.enable_interrupts = trial_enable_interrupts,
	}), ended;

	if (error != 0)
		return error;
	trial_ipi_has_run = 0;
	error = send_and_wait(trial_peer_value(smp_hardware_id(cpu)), stamps);
	ended = standby_end();
	return error != 0 ? error : ended;
}

int platform_ipi_trial(uint32_t cpu, enum wait_kind wait, struct ipi_stamps *stamps)
{
	int error = use_entry(cpu, trial_ipi_entry()), ended;

	if (error == 0)
		error = run_trial(cpu, wait, stamps);
	ended = use_entry(cpu, NULL);
	return error != 0 ? error : ended;
}
