/* SPDX-License-Identifier: MIT */
/* Affinity, locked memory, priority and timers. Real-time priority is used only in the isolated
 * section of a point, which takes less than a second. The reason is that the kernel stops a
 * real-time process that never sleeps for some 50 ms in each second (sched(7), "Limiting the CPU
 * usage of real-time and deadline processes"). */
#include "linux/schedule.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/topology.h"
#include "lib/text/ticks.h"
#include "linux/output.h"
#include "linux/system.h"

#define PRIORITY 50                     /* above most priorities, and below the kernel's own */
/* More than a time slice: Linux, kernel/sched/fair.c, sysctl_sched_base_slice. */
#define SLICE_US 4000

static struct {
	uint32_t cpu_count;
	int numbers[SCHEDULE_CPUS_MAX]; /* Linux's number of each */
	uint32_t self;                  /* the measuring one */
	bool has_priority;
	bool forgoes_priority;
} schedule;

/* For a thread on another CPU, the number of its CPU plus 1; 0: the measuring CPU. Asked once,
 * because a question to the kernel takes too long in a sample. */
static _Thread_local uint32_t thread_cpu;

static int set_priority(bool real_time)
{
	const struct sched_param param = {.sched_priority = real_time ? PRIORITY : 0};

	return sched_setscheduler(0, real_time ? SCHED_FIFO : SCHED_OTHER, &param);
}

static void try_priority(void)
{
	schedule.has_priority = set_priority(true) == 0;
	if (!schedule.has_priority && errno == EINVAL)
		warning("schedule", "no real-time priority: %s does not have it, so other programs "
				    "may run during a sample", system_this()->os);
	else if (!schedule.has_priority)
		warning("schedule", "no real-time priority (%s): other programs may run during a "
				    "sample; use root, CAP_SYS_NICE or ulimit -r", strerror(errno));
	else
		set_priority(false);
}

static void lock_memory(void)
{
	if (mlockall(MCL_CURRENT) != 0)
		warning("memory", "cannot lock the program in memory (%s); use root, CAP_IPC_LOCK "
				  "or ulimit -l", strerror(errno));
}

/* Remove the slack. Without real-time priority a timer may be late by the slack, which is 50 us by
 * default: prctl(2), "PR_SET_TIMERSLACK". */
static void take_slack_away(void)
{
	if (prctl(PR_SET_TIMERSLACK, 1) != 0)
		warning("schedule", "cannot set timer slack (%s)", strerror(errno));
}

static int stay_on(int number)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(number, &set);
	return sched_setaffinity(0, sizeof(set), &set) != 0 ? -errno : 0;
}

/* The CPUs available to the process, in the order of Linux's numbers. */
static void list_cpus(void)
{
	cpu_set_t allowed;

	schedule.cpu_count = 0;
	CPU_ZERO(&allowed);
	if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
		CPU_SET(sched_getcpu() < 0 ? 0 : sched_getcpu(), &allowed);
	for (int number = 0; number < CPU_SETSIZE; number++) {
		if (CPU_ISSET(number, &allowed) && schedule.cpu_count < SCHEDULE_CPUS_MAX)
			schedule.numbers[schedule.cpu_count++] = number;
	}
}

/* Use one CPU only. If affinity has no effect, two threads on "two CPUs" may share one CPU, so no
 * metric of several CPUs would be true. */
static void forgo_other_cpus(int number)
{
	schedule.numbers[0] = number;
	schedule.self = 0;
	schedule.cpu_count = 1;
	warning("schedule", "%s accepts a CPU for a thread, but does not bind the thread to it: "
			    "samples can be of any CPU, and nothing is measured on several",
		system_this()->os);
}

static void warn_of_numbers(void)
{
	unsigned last = schedule.cpu_count - 1;

	if (schedule.numbers[last] != (int)last)
		warning("schedule", "CPUs 0 to %u in the results are %u of Linux's CPUs %d to %d",
			last, schedule.cpu_count, schedule.numbers[0], schedule.numbers[last]);
}

void schedule_attributes(uint32_t cpu, pthread_attr_t *attributes)
{
	const struct sched_param param = {.sched_priority = PRIORITY};
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(schedule.numbers[cpu], &set);
	pthread_attr_setaffinity_np(attributes, sizeof(set), &set);
	if (!schedule.has_priority)
		return;
	pthread_attr_setinheritsched(attributes, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(attributes, SCHED_FIFO);
	pthread_attr_setschedparam(attributes, &param);
}

void schedule_visit(void (*function)(uint32_t cpu))
{
	for (uint32_t cpu = 0; cpu < schedule.cpu_count; cpu++) {
		if (cpu == schedule.self || stay_on(schedule.numbers[cpu]) == 0)
			function(cpu);
		stay_on(schedule.numbers[schedule.self]);
	}
}

static enum cpu_core_kind kind_of(int number)
{
	struct cpu_topology topology;

	if (stay_on(number) != 0)
		return CPU_CORE_UNKNOWN;
	cpu_topology_read(&topology);
	return topology.kind;
}

/* The CPU to use: the first performance core, if the given CPU is an efficiency core. */
static int prefer_performance(int wanted)
{
	if (kind_of(wanted) != CPU_CORE_EFFICIENCY)
		return wanted;
	for (uint32_t cpu = 0; cpu < schedule.cpu_count; cpu++) {
		if (kind_of(schedule.numbers[cpu]) == CPU_CORE_PERFORMANCE)
			return schedule.numbers[cpu];
	}
	return wanted;
}

int schedule_init(int number)
{
	int wanted = number == SCHEDULE_CPU_ANY ? sched_getcpu() : number, error;

	list_cpus();
	if (wanted < 0)
		wanted = schedule.numbers[0];   /* a sandbox may refuse the question */
	else if (number == SCHEDULE_CPU_ANY)
		wanted = prefer_performance(wanted);
	for (schedule.self = 0; schedule.self < schedule.cpu_count; schedule.self++) {
		if (schedule.numbers[schedule.self] == wanted)
			break;
	}
	if (schedule.self == schedule.cpu_count)
		return -ENODEV;
	error = stay_on(wanted);
	if (error != 0 && schedule.cpu_count > 1)
		return error;
	if (system_this()->binds_threads)
		warn_of_numbers();
	else
		forgo_other_cpus(wanted);
	lock_memory();
	take_slack_away();
	try_priority();
	return 0;
}

uint32_t schedule_cpu_count(void)
{
	return schedule.cpu_count;
}

int schedule_number(uint32_t cpu)
{
	return schedule.numbers[cpu];
}

void schedule_find_this_cpu(void)
{
	int number = sched_getcpu();

	for (uint32_t cpu = 0; cpu < schedule.cpu_count; cpu++) {
		if (schedule.numbers[cpu] == number)
			thread_cpu = cpu + 1;
	}
}

uint32_t platform_cpu(void)
{
	return thread_cpu != 0 ? thread_cpu - 1 : schedule.self;
}

bool schedule_has_priority(void)
{
	return schedule.has_priority;
}

void schedule_forgo_priority(bool forgoes)
{
	schedule.forgoes_priority = forgoes;
}

void schedule_take_priority(void)
{
	if (schedule.has_priority && !schedule.forgoes_priority)
		set_priority(true);
}

/* Linux may have set a timer for the end of the time slice that this thread had without its
 * priority. Where instructions are counted, no first sample may contain the timer's interrupt. */
static void outlast_slice(void)
{
	uint64_t woken_tsc;

	platform_sleep_until(clock_read() + ticks_of_us(SLICE_US, platform_limit_hz()),
			     &woken_tsc);
}

void platform_isolation_begin(void)
{
	output_settle();
	schedule_take_priority();
	if (platform_time_base() == TIME_INSTRUCTIONS)
		outlast_slice();
}

/* True, because interrupts belong to the kernel. */
bool platform_is_isolated(void)
{
	return true;
}

void platform_isolation_end(void)
{
	if (schedule.has_priority)
		set_priority(false);
}

static int set_real_time(int priority)
{
	const struct sched_param param = {.sched_priority = priority};

	return sched_setscheduler(0, SCHED_FIFO, &param) != 0 ? -errno : 0;
}

int schedule_go_ahead(void)
{
	return set_real_time(PRIORITY + 1);
}

int schedule_give_way(void)
{
	return set_real_time(PRIORITY - 1);
}
