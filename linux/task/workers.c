/* SPDX-License-Identifier: MIT */
/* Other CPUs: one thread on each, started with its first work. The thread sleeps between its work,
 * so that it takes nothing from the measuring CPU. */
#include "linux/task/workers.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "bench/platform.h"
#include "lib/cpu/spin.h"
#include "linux/delay.h"
#include "linux/guard.h"
#include "linux/schedule.h"

#define WAIT_LIMIT_S 4

/* Written by the thread that gives work. While is_busy is set, the worker owns the structure.
 * Ownership is passed with release ordering and taken with acquire ordering. */
struct worker {
	pthread_t thread;
	bool is_started;
	bool is_busy;
	int error;                      /* of the last work */
	void (*function)(void *);
	void *argument;
	sem_t given;
};

static struct worker workers[SCHEDULE_CPUS_MAX];

static void *workers_serve(void *argument)
{
	struct worker *worker = argument;
	uint32_t cpu = (uint32_t)(worker - workers);
	int error = guard_init_this_thread();

	schedule_find_this_cpu();
	for (;;) {
		while (sem_wait(&worker->given) != 0)
			;
		worker->error = error != 0 ? error
					   : guard_call(worker->function, worker->argument);
		delay_work_ends(cpu);
		__atomic_store_n(&worker->is_busy, false, __ATOMIC_RELEASE);
	}
	return NULL;
}

static int workers_start(struct worker *worker, uint32_t cpu)
{
	pthread_attr_t attributes;
	int error;

	sem_init(&worker->given, 0, 0);
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	schedule_attributes(cpu, &attributes);
	error = pthread_create(&worker->thread, &attributes, workers_serve, worker);
	pthread_attr_destroy(&attributes);
	if (error == 0)
		delay_watch(cpu, worker->thread);
	worker->is_started = error == 0;
	return -error;
}

static bool workers_is_busy(const struct worker *worker)
{
	return __atomic_load_n(&worker->is_busy, __ATOMIC_ACQUIRE);
}

static bool is_another(uint32_t cpu)
{
	return cpu < platform_cpu_count() && cpu != platform_cpu();
}

uint32_t platform_cpu_count(void)
{
	return schedule_cpu_count();
}

int platform_run_on(uint32_t cpu, void (*function)(void *), void *argument)
{
	struct worker *worker;
	int error;

	if (!is_another(cpu))
		return -EINVAL;
	worker = &workers[cpu];
	if (workers_is_busy(worker))
		return -EBUSY;
	error = worker->is_started ? 0 : workers_start(worker, cpu);
	if (error != 0)
		return error;
	delay_work_begins(cpu);
	worker->function = function;
	worker->argument = argument;
	__atomic_store_n(&worker->is_busy, true, __ATOMIC_RELEASE);
	sem_post(&worker->given);
	return 0;
}

int platform_wait_for(uint32_t cpu)
{
	struct spin spin = spin_for(platform_limit_hz() * WAIT_LIMIT_S);
	struct worker *worker;
	int error;

	if (!is_another(cpu))
		return -EINVAL;
	worker = &workers[cpu];
	while (workers_is_busy(worker)) {
		if (!spin_on(&spin))
			return -ETIMEDOUT;
	}
	error = worker->error;
	worker->error = 0;
	return error;
}

int workers_signal(uint32_t cpu, int number)
{
	if (!is_another(cpu) || !workers[cpu].is_started)
		return -EINVAL;
	return -pthread_kill(workers[cpu].thread, number);
}
