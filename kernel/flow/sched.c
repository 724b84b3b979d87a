/* SPDX-License-Identifier: MIT */
/* The scheduler. Each CPU has a loop of its own, from which it goes to the thread that has been
 * ready longest, and to which that one comes back when it waits or its time slice is over. */
#include "kernel/flow/sched.h"

#include "kernel/cpu/context.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/interrupt.h"
#include "kernel/dev/lapic.h"
#include "kernel/dev/tsc.h"
#include "kernel/smp/smp.h"
#include "kernel/task/thread.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/x86/control.h"
#include "lib/x86/spin.h"

#define SLICE_US 200
#define ARRIVAL_LIMIT_MS 1000
#define RATIO_BITS 24
#define ARM_TICKS_MAX (1ull << 32)      /* at a time: then the product with the ratio fits */

struct flow_cpu {
	uint64_t loop_rsp;
	struct flow_thread *current;     /* NULL in the loop */
	uint64_t slice_end_tsc;
	uint32_t apic_id;
	bool is_halted;
};

/* Under the lock, but for the lock. */
static struct {
	bool is_locked;
	bool is_over;                   /* for the other CPUs' loops */
	bool is_wanted;                 /* another CPU, which may have had no turn for a while */
	const struct flow_script *script;
	const struct flow_devices *devices;
	void (*body)(struct flow_thread *self);
	uint32_t cpu_count, running;
	uint64_t slice_ticks, timer_ratio;
	struct flow_cpu cpus[FLOW_CPUS_MAX];
	struct flow_thread threads[FLOW_THREADS_MAX];
	struct thread_queue ready;
	unsigned free_stacks[THREADS_MAX], free_stack_count;
} scheduler;

/* ---- The lock ---- */

void flow_acquire(void)
{
	while (__atomic_exchange_n(&scheduler.is_locked, true, __ATOMIC_ACQUIRE))
		cpu_pause();
}

void flow_release(void)
{
	__atomic_store_n(&scheduler.is_locked, false, __ATOMIC_RELEASE);
}

void flow_lock(void)
{
	interrupts_off();
	flow_acquire();
}

/* An emulator that runs all CPUs in one thread goes on to the next one at a pause, and else may not
 * for as long as this one has anything to do. To a CPU of its own a pause is next to nothing. */
static void give_way(void)
{
	if (!scheduler.is_wanted)
		return;
	scheduler.is_wanted = false;
	flow_release();
	cpu_pause();
	flow_acquire();
}

void flow_unlock(void)
{
	give_way();
	flow_release();
	interrupts_on();
}

/* ---- Timer ---- */

/* Volatile, since a thread may come back from a switch on another CPU, which this_cpu() does not
 * expect. */
static unsigned this_index(void)
{
	const struct cpu *cpu;

	__asm__ volatile("mov %%gs:0, %0" : "=r"(cpu) : : "memory");
	return cpu->index;
}

static struct flow_cpu *here(void)
{
	return &scheduler.cpus[this_index()];
}

static unsigned cpu_object(void)
{
	return flow_object_cpu(scheduler.script, this_index());
}

/* One that fires too early is armed again, so nothing is stopped that has become needless. */
void flow_thread_arm(void)
{
	uint64_t deadline_tsc = scheduler.devices->deadline(), now_tsc = tsc_read_fenced(), ticks;

	if (here()->current != NULL && here()->slice_end_tsc < deadline_tsc)
		deadline_tsc = here()->slice_end_tsc;
	if (deadline_tsc == UINT64_MAX)
		return;
	ticks = deadline_tsc > now_tsc ? deadline_tsc - now_tsc : 0;
	if (ticks > ARM_TICKS_MAX)
		ticks = ARM_TICKS_MAX;
	ticks = (ticks * scheduler.timer_ratio >> RATIO_BITS) + 1;
	lapic_timer_start(ticks < UINT32_MAX ? (uint32_t)ticks : UINT32_MAX);
}

/* ---- Switching ---- */

struct flow_thread *flow_thread_current(void)
{
	return here()->current;
}

/* A CPU that halts sees what has changed only when it is interrupted. */
static bool wake_cpu(uint32_t cpu)
{
	if (!scheduler.cpus[cpu].is_halted)
		return false;
	scheduler.cpus[cpu].is_halted = false;
	lapic_send(scheduler.cpus[cpu].apic_id, VECTOR_WAKE);
	return true;
}

static void wake_a_cpu(void)
{
	uint32_t cpu = 0;

	while (cpu < scheduler.cpu_count && !wake_cpu(cpu))
		cpu++;
	scheduler.is_wanted = scheduler.cpu_count > 1 && scheduler.running < scheduler.cpu_count;
}

static void make_ready(struct flow_thread *thread)
{
	flow_event(FLOW_READY, &thread->task, 0, flow_object_run_queue(scheduler.script));
	thread_queue_push(&scheduler.ready, &thread->link);
}

void flow_thread_wake(struct flow_thread *thread)
{
	make_ready(thread);
	if (here()->current != NULL)
		wake_a_cpu();
}

/* The thread that runs here gives its CPU up. */
static struct flow_thread *stop(void)
{
	struct flow_thread *self = flow_thread_current();

	flow_event(FLOW_STOP, &self->task, 0, cpu_object());
	return self;
}

static void sched_leave(struct flow_thread *self)
{
	context_switch(&self->rsp, here()->loop_rsp);
}

void flow_thread_sleep(void)
{
	sched_leave(stop());
}

void flow_thread_take_on(struct flow_thread *thread)
{
	flow_event(FLOW_START, &thread->task, 0, cpu_object());
}

static void preempt(void)
{
	struct flow_thread *self = stop();

	make_ready(self);
	sched_leave(self);
}

static void on_timer(struct trap_frame *frame)
{
	(void)frame;
	lapic_eoi();
	flow_acquire();
	scheduler.devices->serve();
	if (here()->current != NULL && tsc_is_past(here()->slice_end_tsc)) {
		here()->slice_end_tsc = tsc_read_fenced() + scheduler.slice_ticks;
		if (scheduler.ready.first != NULL)
			preempt();
	}
	flow_thread_arm();
	flow_release();
}

static void sched_run(struct flow_thread *thread)
{
	struct flow_cpu *cpu = here();

	if (scheduler.ready.first != NULL)
		wake_a_cpu();
	scheduler.running++;
	cpu->current = thread;
	flow_event(FLOW_START, &thread->task, flow_object_run_queue(scheduler.script), cpu_object());
	cpu->slice_end_tsc = tsc_read_fenced() + scheduler.slice_ticks;
	flow_thread_arm();
	context_switch(&cpu->loop_rsp, thread->rsp);
	cpu->current = NULL;
	scheduler.running--;
}

static bool is_quiet(void)
{
	return scheduler.running == 0 && scheduler.ready.first == NULL &&
	       !scheduler.devices->is_busy();
}

/* With the lock held before and after. */
static void sched_halt(void)
{
	here()->is_halted = true;
	flow_thread_arm();
	flow_release();
	cpu_halt_for_interrupt();
	flow_acquire();
	here()->is_halted = false;
}

static void run_or_halt(void)
{
	struct flow_thread *thread;

	give_way();
	thread = (struct flow_thread *)thread_queue_pop(&scheduler.ready);
	if (thread != NULL)
		sched_run(thread);
	else
		sched_halt();
}

static void run_other_cpu(void *unused)
{
	(void)unused;
	this_cpu()->flow_ring = &flow_recorder.rings[this_index()];
	lapic_timer_select(LAPIC_ONE_SHOT, VECTOR_LAPIC_TIMER);
	flow_acquire();
	while (!scheduler.is_over) {
		if (is_quiet())
			wake_cpu(0);
		run_or_halt();
	}
	flow_release();
	lapic_timer_stop();
}

void flow_threads_run(void)
{
	flow_acquire();
	while (!is_quiet())
		run_or_halt();
	flow_release();
}

/* ---- Threads ---- */

static void sched_begin(void)
{
	scheduler.body(flow_thread_current());
}

static uint16_t sched_number_of(const struct flow_thread *thread)
{
	return (uint16_t)(thread - scheduler.threads + 1);
}

int flow_thread_create(unsigned index)
{
	struct flow_thread *thread = &scheduler.threads[index], *self = flow_thread_current();

	if (thread->is_live)
		return -EBUSY;
	if (scheduler.free_stack_count == 0)
		return -ENOMEM;
	*thread = (struct flow_thread){
		.is_live = true,
		.first_step = scheduler.script->steps + scheduler.script->threads[index].first_step,
		.stack = scheduler.free_stacks[--scheduler.free_stack_count],
	};
	thread->rsp = context_begin(thread_stack_top(thread->stack), sched_begin);
	if (self != NULL)
		flow_task_fork(FLOW_CREATE, &self->task, &thread->task, sched_number_of(thread), 0);
	thread->task.thread = sched_number_of(thread);
	flow_thread_wake(thread);
	return 0;
}

int flow_thread_join(unsigned index)
{
	struct flow_thread *thread = &scheduler.threads[index], *self = flow_thread_current();

	if (!thread->is_live)
		return -EINVAL;
	if (thread->has_ended) {
		flow_task_join(FLOW_THREAD_JOIN, &self->task, &thread->task, 0);
	} else {
		thread->joiner = self;
		flow_event(FLOW_WITH(FLOW_BLOCKED, FLOW_WAIT), &self->task, 0, 0);
		flow_thread_sleep();
	}
	thread->is_live = false;
	return 0;
}

/* The stack is nobody else's before the lock is released, on another one. */
void flow_thread_exit(void)
{
	struct flow_thread *self = stop();

	self->has_ended = true;
	scheduler.free_stacks[scheduler.free_stack_count++] = self->stack;
	if (self->joiner != NULL) {
		flow_event(FLOW_EXIT, &self->task, 0, 0);
		flow_task_join(FLOW_THREAD_JOIN, &self->joiner->task, &self->task, 0);
		flow_thread_wake(self->joiner);
	} else {
		flow_event(FLOW_WITH(FLOW_BLOCKED, FLOW_EXIT), &self->task, 0, 0);
	}
	sched_leave(self);
	__builtin_unreachable();
}

/* ---- Begin and end ---- */

/* Else the first threads would not find it there. If it does not come, that is told at the end. */
static void wait_for_loop(const struct flow_cpu *cpu)
{
	struct spin spin = spin_for(tsc_hz() / 1000 * ARRIVAL_LIMIT_MS);

	while (!__atomic_load_n(&cpu->is_halted, __ATOMIC_ACQUIRE) && spin_on(&spin))
		;
}

void flow_threads_begin(const struct flow_script *script, uint32_t cpus,
			const struct flow_devices *devices, void (*body)(struct flow_thread *self))
{
	memset(&scheduler, 0, sizeof(scheduler));
	scheduler.script = script;
	scheduler.devices = devices;
	scheduler.body = body;
	scheduler.cpu_count = cpus;
	scheduler.slice_ticks = tsc_hz() / 1000000 * SLICE_US;
	scheduler.timer_ratio = (lapic_timer_hz() << RATIO_BITS) / tsc_hz();
	for (; scheduler.free_stack_count < THREADS_MAX; scheduler.free_stack_count++)
		scheduler.free_stacks[scheduler.free_stack_count] = scheduler.free_stack_count;
	interrupt_handle(VECTOR_LAPIC_TIMER, on_timer);
	lapic_timer_select(LAPIC_ONE_SHOT, VECTOR_LAPIC_TIMER);
	for (uint32_t cpu = 0; cpu < cpus; cpu++)
		scheduler.cpus[cpu].apic_id = smp_apic_id(cpu);
	for (uint32_t cpu = 1; cpu < cpus; cpu++) {
		smp_run(cpu, run_other_cpu, NULL);
		wait_for_loop(&scheduler.cpus[cpu]);
	}
}

int flow_threads_end(void)
{
	int worst = 0;

	scheduler.is_over = true;
	flow_release();
	for (uint32_t cpu = 1; cpu < scheduler.cpu_count; cpu++) {
		int error;

		lapic_send(scheduler.cpus[cpu].apic_id, VECTOR_WAKE);
		error = smp_finish(cpu);
		if (error != 0)
			worst = error;
	}
	scheduler.cpu_count = 0;
	lapic_timer_stop();
	interrupt_handle(VECTOR_LAPIC_TIMER, NULL);
	return worst;
}
