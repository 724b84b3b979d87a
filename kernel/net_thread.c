/* The scheduler. Each CPU has a loop of its own, from which it goes to the thread that has been
 * ready longest, and to which that one comes back when it waits or its time slice is over. */
#include "kernel/net_thread.h"

#include "bench/platform.h"
#include "kernel/context.h"
#include "kernel/cpu.h"
#include "kernel/interrupt.h"
#include "kernel/lapic.h"
#include "kernel/net_resource.h"
#include "kernel/smp.h"
#include "kernel/thread.h"
#include "kernel/tsc.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "lib/x86/control.h"

#define SLICE_US 200
#define RATIO_BITS 24
#define ARM_TICKS_MAX (1ull << 32)      /* at a time: then the product with the ratio fits */

struct net_cpu {
	uint64_t loop_rsp;
	struct net_thread *current;     /* NULL in the loop */
	uint64_t slice_end_tsc;
	uint32_t apic_id;
	bool is_halted;
};

/* Under the lock, but for the lock. */
static struct {
	bool is_locked;
	bool is_over;                   /* for the other CPUs' loops */
	const struct net_script *script;
	void (*body)(struct net_thread *self);
	uint32_t cpu_count, running;
	uint64_t slice_ticks, timer_ratio;
	struct net_cpu cpus[NET_CPUS_MAX];
	struct net_thread threads[NET_THREADS_MAX];
	struct thread_queue ready;
	unsigned free_stacks[THREADS_MAX], free_stack_count;
} scheduler;

/* ---- The lock ---- */

void net_acquire(void)
{
	while (__atomic_exchange_n(&scheduler.is_locked, true, __ATOMIC_ACQUIRE))
		cpu_pause();
}

void net_release(void)
{
	__atomic_store_n(&scheduler.is_locked, false, __ATOMIC_RELEASE);
}

void net_lock(void)
{
	interrupts_off();
	net_acquire();
}

void net_unlock(void)
{
	net_release();
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

static struct net_cpu *here(void)
{
	return &scheduler.cpus[this_index()];
}

static unsigned cpu_object(void)
{
	return net_object_cpu(scheduler.script, this_index());
}

/* One that fires too early is armed again, so nothing is stopped that has become needless. */
void net_thread_arm(void)
{
	uint64_t deadline_tsc = net_resource_deadline(), now_tsc = tsc_read_fenced(), ticks;

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

static struct net_thread *take(struct thread_queue *queue)
{
	return (struct net_thread *)thread_queue_take(queue);
}

struct net_thread *net_thread_current(void)
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
}

static void make_ready(struct net_thread *thread)
{
	net_event(NET_READY, &thread->task, 0, net_object_run_queue(scheduler.script));
	thread_queue_put(&scheduler.ready, &thread->link);
}

void net_thread_wake(struct net_thread *thread)
{
	make_ready(thread);
	if (here()->current != NULL)
		wake_a_cpu();
}

/* The thread that runs here gives its CPU up. */
static struct net_thread *stop(void)
{
	struct net_thread *self = net_thread_current();

	net_event(NET_STOP, &self->task, 0, cpu_object());
	return self;
}

static void leave(struct net_thread *self)
{
	context_switch(&self->rsp, here()->loop_rsp);
}

void net_thread_sleep(void)
{
	leave(stop());
}

void net_thread_take_on(struct net_thread *thread)
{
	net_event(NET_START, &thread->task, 0, cpu_object());
}

static void preempt(void)
{
	struct net_thread *self = stop();

	make_ready(self);
	leave(self);
}

static void on_timer(struct trap_frame *frame)
{
	(void)frame;
	lapic_eoi();
	net_acquire();
	net_resource_serve();
	if (here()->current != NULL && tsc_is_past(here()->slice_end_tsc)) {
		here()->slice_end_tsc = tsc_read_fenced() + scheduler.slice_ticks;
		if (scheduler.ready.first != NULL)
			preempt();
	}
	net_thread_arm();
	net_release();
}

static void run(struct net_thread *thread)
{
	struct net_cpu *cpu = here();

	if (scheduler.ready.first != NULL)
		wake_a_cpu();
	scheduler.running++;
	cpu->current = thread;
	net_event(NET_START, &thread->task, net_object_run_queue(scheduler.script), cpu_object());
	cpu->slice_end_tsc = tsc_read_fenced() + scheduler.slice_ticks;
	net_thread_arm();
	context_switch(&cpu->loop_rsp, thread->rsp);
	cpu->current = NULL;
	scheduler.running--;
}

static bool is_quiet(void)
{
	return scheduler.running == 0 && scheduler.ready.first == NULL && !net_resource_is_busy();
}

/* With the lock held before and after. */
static void halt(void)
{
	here()->is_halted = true;
	net_thread_arm();
	net_release();
	cpu_halt_for_interrupt();
	net_acquire();
	here()->is_halted = false;
}

static void run_or_halt(void)
{
	struct net_thread *thread = take(&scheduler.ready);

	if (thread != NULL)
		run(thread);
	else
		halt();
}

static void run_other_cpu(void *unused)
{
	(void)unused;
	this_cpu()->net_ring = &net_recorder.rings[this_index()];
	lapic_timer_select(LAPIC_ONE_SHOT, VECTOR_LAPIC_TIMER);
	net_acquire();
	while (!scheduler.is_over) {
		if (is_quiet())
			wake_cpu(0);
		run_or_halt();
	}
	net_release();
	lapic_timer_stop();
}

void net_threads_run(void)
{
	net_acquire();
	while (!is_quiet())
		run_or_halt();
	net_release();
}

/* ---- Threads ---- */

static void begin(void)
{
	scheduler.body(net_thread_current());
}

static uint16_t number_of(const struct net_thread *thread)
{
	return (uint16_t)(thread - scheduler.threads + 1);
}

int net_thread_create(unsigned index)
{
	struct net_thread *thread = &scheduler.threads[index], *self = net_thread_current();

	if (thread->is_live)
		return -EBUSY;
	if (scheduler.free_stack_count == 0)
		return -ENOMEM;
	*thread = (struct net_thread){
		.is_live = true,
		.first_step = scheduler.script->steps + scheduler.script->threads[index].first_step,
		.stack = scheduler.free_stacks[--scheduler.free_stack_count],
	};
	thread->rsp = context_begin(thread_stack_top(thread->stack), begin);
	if (self != NULL)
		net_task_fork(NET_CREATE, &self->task, &thread->task, number_of(thread), 0);
	thread->task.thread = number_of(thread);
	net_thread_wake(thread);
	return 0;
}

int net_thread_join(unsigned index)
{
	struct net_thread *thread = &scheduler.threads[index], *self = net_thread_current();

	if (!thread->is_live)
		return -EINVAL;
	if (thread->has_ended) {
		net_task_join(NET_THREAD_JOIN, &self->task, &thread->task, 0);
	} else {
		thread->joiner = self;
		net_event(NET_WITH(NET_BLOCKED, NET_WAIT), &self->task, 0, 0);
		net_thread_sleep();
	}
	thread->is_live = false;
	return 0;
}

/* The stack is nobody else's before the lock is released, on another one. */
void net_thread_exit(void)
{
	struct net_thread *self = stop();

	self->has_ended = true;
	scheduler.free_stacks[scheduler.free_stack_count++] = self->stack;
	if (self->joiner != NULL) {
		net_event(NET_EXIT, &self->task, 0, 0);
		net_task_join(NET_THREAD_JOIN, &self->joiner->task, &self->task, 0);
		net_thread_wake(self->joiner);
	} else {
		net_event(NET_WITH(NET_BLOCKED, NET_EXIT), &self->task, 0, 0);
	}
	leave(self);
	__builtin_unreachable();
}

/* ---- Begin and end ---- */

void net_threads_begin(const struct net_script *script, uint32_t cpus,
		       void (*body)(struct net_thread *self))
{
	memset(&scheduler, 0, sizeof(scheduler));
	scheduler.script = script;
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
	for (uint32_t cpu = 1; cpu < cpus; cpu++)
		smp_run(cpu, run_other_cpu, NULL);
}

int net_threads_end(void)
{
	int worst = 0;

	scheduler.is_over = true;
	net_release();
	for (uint32_t cpu = 1; cpu < scheduler.cpu_count; cpu++) {
		int error;

		lapic_send(scheduler.cpus[cpu].apic_id, VECTOR_WAKE);
		error = platform_wait_for(cpu);
		if (error != 0)
			worst = error;
	}
	scheduler.cpu_count = 0;
	lapic_timer_stop();
	interrupt_handle(VECTOR_LAPIC_TIMER, NULL);
	return worst;
}
