/* SPDX-License-Identifier: MIT */
/* A process's equivalent of an interrupt to another CPU: a signal to the thread there. The kernel
 * interrupts the CPU, or wakes it and switches to the thread, and runs the handler. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/standby.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/spin.h"
#include "linux/task/workers.h"

#define ARRIVAL_LIMIT_S 2               /* a busy host may delay the signal by up to a second */
#define SIGNAL SIGUSR1

/* Written by the handler. has_run is stored with release ordering, after entered_tsc. */
static struct {
	uint64_t entered_tsc;
	bool has_run;
} handler;

static void on_signal(int number)
{
	uint64_t now_tsc = clock_read();

	(void)number;
	handler.entered_tsc = now_tsc;
	__atomic_store_n(&handler.has_run, true, __ATOMIC_RELEASE);
}

static int trial_ipi_send_and_wait(uint32_t cpu, struct ipi_stamps *stamps)
{
	struct spin spin = spin_for(platform_limit_hz() * ARRIVAL_LIMIT_S);
	int error;

	stamps->sent = clock_read();
	error = workers_signal(cpu, SIGNAL);
	if (error != 0)
		return error;
	while (!__atomic_load_n(&handler.has_run, __ATOMIC_ACQUIRE)) {
		if (!spin_on(&spin))
			return -ETIMEDOUT;
	}
	stamps->seen = clock_read();
	stamps->entered = handler.entered_tsc;
	return 0;
}

/* Send the signal. The handler stays installed, because otherwise a late signal would end the
 * process. */
int platform_ipi_trial(uint32_t cpu, enum wait_kind wait, struct ipi_stamps *stamps)
{
	const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
	int error, ended;

	if (sigaction(SIGNAL, &action, NULL) != 0)
		return -ENOTSUP;
	error = standby_begin(&(struct standby){.first = cpu, .count = 1, .wait = wait});
	if (error != 0)
		return error;
	handler.has_run = false;
	error = trial_ipi_send_and_wait(cpu, stamps);
	ended = standby_end();
	return error != 0 ? error : ended;
}
