/* SPDX-License-Identifier: MIT */
/* The time limit of a guarded call that waits for a thread on another CPU, while another program
 * uses that CPU. The thread has the lowest priority, so this needs no privileges. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/engine/hang_detector.h"
#include "bench/engine/records.h"
#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "linux/backtrace.h"
#include "linux/guard.h"
#include "linux/idle/thread.h"
#include "linux/input/sender.h"
#include "linux/output.h"
#include "linux/schedule.h"

#define OTHER 1                         /* the other CPU, of two */
#define LIMIT_MS 100
#define HELD_MS (LIMIT_MS + 2 * HANG_DETECTOR_INTERVAL_MS)      /* longer than a hang takes */
#define TRIES_MAX 60                    /* of a wait for a CPU, which is bounded itself */

static int numbers[2];
static unsigned cpus;                   /* of these, the ones that this process may use */
static pid_t holder;
static int64_t end_ms;                  /* of the work, and of the program that holds the CPU */

/* ---- Fakes of the machine ---- */

void output_drop_partial_line(void)
{
}

void platform_print(const char *format, ...)
{
	(void)format;
}

void warning(const char *source, const char *format, ...)
{
	(void)source;
	(void)format;
}

uint64_t records_current_bench(void)
{
	return 0;
}

void backtrace_of(char *text, size_t size, uint64_t rip, uint64_t rbp)
{
	(void)rip;
	(void)rbp;
	memset(text, 0, size);
}

void sender_stop(void)
{
}

void idle_thread_stop(void)
{
}

uint32_t platform_cpu(void)
{
	return 0;
}

uint32_t schedule_cpu_count(void)
{
	return 2;
}

void schedule_find_this_cpu(void)
{
}

void schedule_attributes(uint32_t cpu, pthread_attr_t *attributes)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(numbers[cpu], &set);
	pthread_attr_setaffinity_np(attributes, sizeof(set), &set);
}

/* ---- Programs on two CPUs ---- */

static void find_cpus(void)
{
	cpu_set_t allowed;

	sched_getaffinity(0, sizeof(allowed), &allowed);
	for (int number = 0; number < CPU_SETSIZE && cpus < 2; number++) {
		if (CPU_ISSET(number, &allowed))
			numbers[cpus++] = number;
	}
}

static void stay_on(int number)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(number, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Start another program, which uses all of the CPU until end_ms. */
static void hold_other_cpu(void)
{
	end_ms = now_ms() + HELD_MS;
	holder = fork();
	assert_true(holder >= 0);
	if (holder != 0)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	stay_on(numbers[OTHER]);
	while (now_ms() < end_ms)
		;
	_exit(0);
}

static void work_at_lowest_priority(void *unused)
{
	const struct sched_param lowest = {0};

	(void)unused;
	sched_setscheduler(0, SCHED_IDLE, &lowest);
	while (now_ms() < end_ms)
		;
	sched_setscheduler(0, SCHED_OTHER, &lowest);    /* for later work of this thread */
}

static void wait_for_other(void *status)
{
	int tries = 0;

	do {
		*(volatile int *)status = platform_wait_for(OTHER);
	} while (*(volatile int *)status == -ETIMEDOUT && ++tries < TRIES_MAX);
}

static void hang(void *unused)
{
	(void)unused;
	for (;;)
		*(volatile int *)&(int){0} = 0;
}

static int begin(void **state)
{
	(void)state;
	if (cpus == 0)
		find_cpus();
	stay_on(numbers[0]);
	guard_init();
	return 0;
}

TEST_WITH(hang_is_reported, begin, NULL)
{
	struct platform_failure failure = {0};

	assert_int_equal(platform_guard(hang, NULL, LIMIT_MS, &failure), -EFAULT);
	assert_string_equal(failure.kind, "timeout");
}

TEST_WITH(wait_for_a_thread_without_cpu_is_no_hang, begin, NULL)
{
	struct platform_failure failure = {0};
	int status = -1;

	if (cpus < 2)
		skip();
	hold_other_cpu();
	assert_int_equal(platform_run_on(OTHER, work_at_lowest_priority, NULL), 0);
	assert_int_equal(platform_guard(wait_for_other, &status, LIMIT_MS, &failure), 0);
	assert_int_equal(status, 0);
	assert_int_equal(waitpid(holder, NULL, 0), holder);
}

/* The other CPU's thread has the CPU, so it is the call that takes too long. */
TEST_WITH(wait_for_a_thread_that_runs_is_a_hang, begin, NULL)
{
	struct platform_failure failure = {0};
	int status = -1;

	if (cpus < 2)
		skip();
	assert_int_equal(platform_run_on(OTHER, hang, NULL), 0);
	assert_int_equal(platform_guard(wait_for_other, &status, LIMIT_MS, &failure), -EFAULT);
	assert_string_equal(failure.kind, "timeout");
}
