/* SPDX-License-Identifier: MIT */
/* Signals to the thread of another CPU: the stamps are in order around the signal, the handler runs
 * in that thread, and a signal that does not arrive is an error. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

#include "bench/engine/standby.h"
#include "bench/platform.h"
#include "linux/task/workers.h"
#include "tests/unit/linux/witness.h"

#define TRIALS 20
#define LOST_HZ (UINT64_C(1) << 24)

static struct {
	bool sigaction_fails, is_lost;
	uint64_t lost_hz;               /* the rate while a signal is lost */
	int begin_status, signal_status, end_status;
	unsigned ended;
	struct standby shape;
	uint32_t signalled;             /* CPU */
	sem_t end;
	pthread_t thread, handler_thread;
	uint64_t sent;                  /* before the signal */
	struct window handler;
	struct sigaction action;        /* of the tested code */
} machine;

/* ---- Fakes of the process ---- */

/* Long enough for a busy host, but a lost signal need not be waited for. */
uint64_t platform_limit_hz(void)
{
	return machine.is_lost ? machine.lost_hz : UINT64_C(1) << 40;
}

static void *wait_for_end(void *unused)
{
	(void)unused;
	while (sem_wait(&machine.end) != 0)
		;
	return NULL;
}

int standby_begin(const struct standby *shape)
{
	machine.shape = *shape;
	if (machine.begin_status != 0)
		return machine.begin_status;
	sem_init(&machine.end, 0, 0);
	return -pthread_create(&machine.thread, NULL, wait_for_end, NULL);
}

int standby_end(void)
{
	machine.ended++;
	sem_post(&machine.end);
	pthread_join(machine.thread, NULL);
	return machine.end_status;
}

int workers_signal(uint32_t cpu, int number)
{
	machine.signalled = cpu;
	machine.sent = clock_read();
	if (machine.signal_status != 0 || machine.is_lost)
		return machine.signal_status;
	return -pthread_kill(machine.thread, number);
}

static void note_handler(int number)
{
	machine.handler_thread = pthread_self();
	machine.handler.begin = clock_read();
	machine.action.sa_handler(number);
	__atomic_store_n(&machine.handler.end, clock_read(), __ATOMIC_RELEASE);
}

WRAP(int, sigaction, int number, const struct sigaction *action, struct sigaction *previous)
{
	struct sigaction noted;

	if (action == NULL)
		return __real_sigaction(number, NULL, previous);
	noted = machine.action = *action;
	noted.sa_handler = note_handler;
	return machine.sigaction_fails ? -1 : __real_sigaction(number, &noted, previous);
}

/* ---- The tests ---- */

static int reset(void **state)
{
	memset(&machine, 0, sizeof(machine));
	return stay_on_one_cpu(state);
}

/* The wait ends with a join, so the handler has ended. */
TEST_WITH(stamps_are_in_order_around_the_signal, reset, NULL)
{
	struct ipi_stamps stamps;

	for (unsigned i = 0; i < TRIALS; i++) {
		memset(&stamps, 0xff, sizeof(stamps));
		assert_int_equal(platform_ipi_trial(3, WAIT_HLT, &stamps), 0);
		assert_true(stamps.sent <= machine.sent);
		assert_true(machine.sent <= stamps.entered);
		assert_true(is_within(stamps.entered, machine.handler));
		assert_true(stamps.entered <= stamps.seen && stamps.seen <= clock_read());
		assert_true(pthread_equal(machine.handler_thread, machine.thread));
	}
	assert_int_equal(machine.ended, TRIALS);
}

TEST_WITH(only_that_cpu_waits_as_asked, reset, NULL)
{
	struct ipi_stamps stamps;

	assert_int_equal(platform_ipi_trial(3, WAIT_HLT, &stamps), 0);
	assert_int_equal(machine.signalled, 3);
	assert_int_equal(machine.shape.first, 3);
	assert_int_equal(machine.shape.count, 1);
	assert_int_equal(machine.shape.wait, WAIT_HLT);
}

TEST_WITH(lost_signal_is_an_error_that_ends_the_wait, reset, NULL)
{
	struct ipi_stamps stamps;

	machine.is_lost = true;
	machine.lost_hz = LOST_HZ;
	assert_int_equal(platform_ipi_trial(1, WAIT_SPIN, &stamps), -ETIMEDOUT);
	assert_true(clock_read() - machine.sent >= 2 * LOST_HZ);
	assert_int_equal(machine.ended, 1);
	machine.lost_hz = 1;
	assert_int_equal(raise(SIGUSR1), 0);
	assert_int_equal(platform_ipi_trial(1, WAIT_SPIN, &stamps), -ETIMEDOUT);
}

TEST_WITH(errors_are_returned, reset, NULL)
{
	struct ipi_stamps stamps;

	machine.end_status = -EFAULT;
	assert_int_equal(platform_ipi_trial(1, WAIT_SPIN, &stamps), -EFAULT);
	machine.signal_status = -EINVAL;
	assert_int_equal(platform_ipi_trial(1, WAIT_SPIN, &stamps), -EINVAL);
	assert_int_equal(machine.ended, 2);
	machine.begin_status = -EBUSY;
	assert_int_equal(platform_ipi_trial(1, WAIT_SPIN, &stamps), -EBUSY);
	machine.sigaction_fails = true;
	assert_int_equal(platform_ipi_trial(1, WAIT_SPIN, &stamps), -ENOTSUP);
	assert_int_equal(machine.ended, 2);
}
