/* SPDX-License-Identifier: MIT */
/* Runs the idle loop. On the boot CPU it runs when all threads wait. An interrupt may wake a
 * thread, which runs on its own stack until it waits again. Only then the handler returns to the
 * loop. */
#include "kernel/idle/idle.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/dev/alarm.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smi.h"
#include "kernel/machine/timer.h"
#include "kernel/task/thread.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"

#define WAKES_UNEXPLAINED_MAX 16 /* limit of wake-ups by writes near the doorbell, or without
				  * cause */

/* The application of the boot CPU's run. Its thread sleeps on waiting until has_come. */
static struct {
	struct idle_trace *trace;
	struct thread_queue waiting;
	bool has_come;
} application;

/* ---- Handlers ---- */

static void idle_observe(uint64_t vector)
{
	struct idle_trace *trace = this_cpu()->idle_trace;
	uint64_t now_tsc = clock_read();

	trace->interrupts++;
	trace->vectors[vector]++;
	idle_trace_add_event(trace, IDLE_EVENT_INTERRUPT, (uint32_t)vector, now_tsc);
}

void idle_add_event(enum idle_event_kind kind, uint32_t value)
{
	struct idle_trace *trace = this_cpu()->idle_trace;

	if (trace != NULL)
		idle_trace_add_event(trace, kind, value, clock_read());
}

void platform_idle_add_event(enum idle_event_kind kind, uint32_t value)
{
	idle_add_event(kind, value);
}

void idle_preempt(void)
{
	const struct cpu *cpu = this_cpu();

	if (cpu->idle_trace == NULL || cpu->index != 0 || !thread_is_boot())
		return;
	while (thread_is_another_ready())
		thread_yield();
}

void idle_stop(void)
{
	struct idle_trace *trace = this_cpu()->idle_trace;

	if (trace != NULL)
		trace->loop.end_tsc = 0;
}

void idle_reset(void)
{
	this_cpu()->observer = NULL;
	this_cpu()->idle_trace = NULL;
}

/* ---- Timers ---- */

/* Convert ticks of the clock to ticks of the timer, from 1 to the register's maximum. */
static uint32_t timer_ticks(uint64_t tsc_ticks)
{
	uint64_t hz = timer_hz();
	uint64_t ticks = tsc_ticks / clock_hz() * hz + tsc_ticks % clock_hz() * hz / clock_hz();

	if (ticks == 0)
		return 1;
	return ticks > UINT32_MAX ? UINT32_MAX : (uint32_t)ticks;
}

/* Arm the end of a run. A sleeping loop checks its time only when something wakes it. If alarms
 * have the timer, they also wake the loop. */
static void arm_end(const struct idle_trace *trace)
{
	uint64_t now_tsc = clock_read();

	if (alarm_is_set())
		return;
	if (trace->kind != IDLE_POLL && trace->loop.end_tsc > now_tsc)
		timer_arm(timer_ticks(trace->loop.end_tsc - now_tsc), VECTOR_TIMER);
}

static void take_tick(struct trap_frame *frame)
{
	const struct idle_trace *trace = this_cpu()->idle_trace;

	(void)frame;
	interrupt_acknowledge();
	if (trace != NULL && trace->tick_hz == 0)
		arm_end(trace);
}

static void start_timer(const struct idle_trace *trace)
{
	interrupt_handle(VECTOR_TIMER, take_tick);
	if (trace->tick_hz == 0) {
		arm_end(trace);
		return;
	}
	timer_select(TIMER_PERIODIC, VECTOR_TIMER);
	timer_start(timer_ticks(clock_hz() / trace->tick_hz));
}

/* ---- The application ---- */

static void take_event(struct trap_frame *frame)
{
	(void)frame;
	idle_trace_add_event(application.trace, IDLE_EVENT_ENTERED, VECTOR_TRIAL, idle_entered_tsc);
	interrupt_acknowledge();
	application.has_come = true;
	thread_wake(&application.waiting);
	idle_preempt();
	idle_add_event(IDLE_EVENT_LEAVE, VECTOR_TRIAL);
}

/* Wait for the application's event. As for every relative timer, the time counts from before the
 * timer is set. */
static void wait_for_event(uint32_t number)
{
	uint32_t ticks = timer_ticks(application.trace->application->delay_ticks);

	idle_add_event(IDLE_EVENT_WAIT, number);
	timer_select(TIMER_ONE_SHOT, VECTOR_TRIAL);
	idle_trace_add_event(application.trace, IDLE_EVENT_RAISED, VECTOR_TRIAL,
			     clock_read() + ticks * clock_hz() / timer_hz());
	timer_start(ticks);
	while (!application.has_come)
		thread_sleep(&application.waiting);
	application.has_come = false;
	idle_add_event(IDLE_EVENT_RESUME, number);
}

static void idle_run_application(void *argument)
{
	const struct idle_application *what = argument;

	for (uint32_t number = 0; number < what->events; number++) {
		wait_for_event(number);
		interrupts_on();
		what->work(what->argument);
		interrupts_off();
		idle_add_event(IDLE_EVENT_DONE, number);
	}
	application.trace->loop.end_tsc = clock_read() + what->rest_ticks;
	arm_end(application.trace);
}

static int start_application(struct idle_trace *trace)
{
	application.trace = trace;
	application.has_come = false;
	application.waiting = (struct thread_queue){0};
	if (thread_create(idle_run_application, (void *)trace->application, paging_root_phys()) ==
	    NULL)
		return -ENOMEM;
	interrupt_handle(VECTOR_TRIAL, take_event);
	interrupt_enter_at(VECTOR_TRIAL, idle_enter_stamped);
	thread_yield();
	return 0;
}

static void end_application(void)
{
	interrupt_enter_at(VECTOR_TRIAL, NULL);
	interrupt_handle(VECTOR_TRIAL, NULL);
	thread_end_all();
}

/* ---- The loop ---- */

static void idle_run_loop(struct idle_trace *trace)
{
	if (trace->kind == IDLE_HLT) {
		idle_loop_hlt(&trace->loop);
	} else if (trace->kind == IDLE_MWAIT) {
		idle_loop_mwait(&trace->loop);
	} else {
		interrupts_on();
		idle_loop_poll(&trace->loop);
		interrupts_off();
	}
}

static void take_readings(struct idle_trace *trace)
{
	for (uint32_t i = 0; i < trace->loop.readings; i++)
		trace->readings_before[i] = (uint32_t)cpu_read_counter(trace->loop.msrs[i]);
}

static bool idle_is_possible(const struct idle_trace *trace)
{
	bool needs_timer = trace->kind != IDLE_POLL || trace->tick_hz != 0 ||
			   trace->application != NULL;

	return !trace->gives_way && (trace->kind != IDLE_MWAIT || cpu_has_monitor()) &&
	       (!needs_timer || timer_hz() != 0) &&
	       (trace->application == NULL || (this_cpu()->index == 0 && trace->tick_hz == 0));
}

/* Whether a sleeping loop has really slept until interrupts. QEMU's MWAIT returns at once on a
 * machine with several CPUs, and a hypervisor's MWAIT may. The ring is then full of passes without
 * sleep. */
static bool idle_has_rested(const struct idle_trace *trace)
{
	return trace->kind == IDLE_POLL ||
	       trace->passes.offered <= 2ull * trace->interrupts + WAKES_UNEXPLAINED_MAX;
}

int idle_run(struct idle_trace *trace)
{
	uint32_t smis;
	int status = 0;

	if (!idle_is_possible(trace))
		return -ENOTSUP;
	idle_trace_begin(trace);
	take_readings(trace);
	smis = smi_count();
	this_cpu()->idle_trace = trace;
	this_cpu()->observer = idle_observe;
	start_timer(trace);
	if (trace->application != NULL)
		status = start_application(trace);
	if (status == 0)
		idle_run_loop(trace);
	timer_stop();
	idle_reset();
	if (trace->application != NULL)
		end_application();
	idle_trace_end(trace);
	trace->smis = smi_count() - smis;
	if (status == 0 && !idle_has_rested(trace)) {
		trace->end_tsc = 0; /* so that a teardown does not write the trace */
		return -ENOTSUP;
	}
	return status;
}

int platform_idle_run(struct idle_trace *trace)
{
	return idle_run(trace);
}

/* ---- Other platform functions ---- */

/* There is no activity, because bare metal has no operating system. */
uint32_t platform_activity(uint32_t cpu, struct platform_activity *activities, uint32_t capacity)
{
	(void)cpu;
	(void)activities;
	(void)capacity;
	return 0;
}

void platform_idle_report(uint64_t id)
{
	(void)id;
}
