/* SPDX-License-Identifier: MIT */
/* The scheduler. Each CPU has a loop that switches to the thread that has been ready longest. The
 * thread switches back when it waits or when its time slice ends. */
#include "kernel/flow/sched.h"

#include "kernel/machine/clock.h"
#include "kernel/machine/context.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/smp.h"
#include "kernel/machine/timer.h"
#include "lib/cpu/interrupts.h"
#include "lib/cpu/spin.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define SLICE_US 200
#define ARRIVAL_LIMIT_MS 1000
#define RATIO_BITS 24
#define ARM_TICKS_MAX (1ull << 32)      /* maximum per interrupt, so that the product with the ratio
					 * does not overflow */

struct flow_cpu {
	uint64_t loop_rsp;
	struct flow_thread *current;     /* NULL in the loop */
	uint64_t slice_end_tsc;
	uint32_t apic_id;
	bool is_halted;
};

/* Set up before the nodes are. */
static struct {
	const struct flow_devices *devices;
	void (*body)(struct flow_thread *self);
	uint32_t node_count, cpu_count;
	uint64_t slice_ticks, timer_ratio;
	struct flow_cpu cpus[FLOW_CPUS_MAX];    /* each with its node's lock */
	struct flow_links links;
} scheduler;

/* ---- Timer ---- */

/* Index of this CPU, which a thread must read again after a switch, because it may resume on
 * another CPU. */
static unsigned this_index(void)
{
	return this_cpu_again()->index;
}

static struct flow_cpu *here(void)
{
	return &scheduler.cpus[this_index()];
}

static unsigned cpu_object(void)
{
	const struct flow_node *node = flow_node_here();

	return flow_object_cpu(node->script, this_index() - node->first_cpu);
}

/* Arm the timer. If an interrupt comes early, the timer is armed again, so an obsolete deadline
 * need not be cancelled. */
void flow_thread_arm(void)
{
	uint64_t deadline_tsc = scheduler.devices->deadline(), now_tsc = clock_read(), ticks;

	if (here()->current != NULL && here()->slice_end_tsc < deadline_tsc)
		deadline_tsc = here()->slice_end_tsc;
	if (deadline_tsc == UINT64_MAX)
		return;
	ticks = deadline_tsc > now_tsc ? deadline_tsc - now_tsc : 0;
	if (ticks > ARM_TICKS_MAX)
		ticks = ARM_TICKS_MAX;
	ticks = (ticks * scheduler.timer_ratio >> RATIO_BITS) + 1;
	timer_start(ticks < UINT32_MAX ? (uint32_t)ticks : UINT32_MAX);
}

/* ---- Switching ---- */

struct flow_thread *flow_thread_current(void)
{
	return here()->current;
}

/* Wake a CPU, because a halted CPU notices changes only when it is interrupted. */
static bool wake_cpu(uint32_t cpu)
{
	if (!scheduler.cpus[cpu].is_halted)
		return false;
	scheduler.cpus[cpu].is_halted = false;
	interrupt_send(scheduler.cpus[cpu].apic_id, VECTOR_WAKE);
	return true;
}

static void wake_a_cpu(void)
{
	struct flow_node *node = flow_node_here();
	uint32_t cpu = 0;

	while (cpu < node->cpu_count && !wake_cpu(node->first_cpu + cpu))
		cpu++;
	node->is_wanted = node->cpu_count > 1 && node->running < node->cpu_count;
}

void flow_node_ring(unsigned node, unsigned turn)
{
	uint32_t cpu = flow_nodes[node].first_cpu + turn % flow_nodes[node].cpu_count;

	interrupt_send(scheduler.cpus[cpu].apic_id, VECTOR_PACKET);
	flow_node_here()->has_rung = true;
}

static void make_ready(struct flow_thread *thread)
{
	struct flow_node *node = flow_node_here();

	flow_event(FLOW_READY, &thread->task, 0, flow_object_run_queue(node->script));
	thread_queue_push(&node->ready, &thread->link);
}

void flow_thread_wake(struct flow_thread *thread)
{
	make_ready(thread);
	if (here()->current != NULL)
		wake_a_cpu();
}

struct flow_thread *flow_thread_stop(void)
{
	struct flow_thread *self = flow_thread_current();

	flow_event(FLOW_STOP, &self->task, 0, cpu_object());
	return self;
}

void flow_thread_leave(struct flow_thread *self)
{
	context_switch(&self->rsp, here()->loop_rsp);
}

void flow_thread_sleep(void)
{
	flow_thread_leave(flow_thread_stop());
}

void flow_thread_take_on(struct flow_thread *thread)
{
	flow_event(FLOW_START, &thread->task, 0, cpu_object());
}

static void preempt(void)
{
	struct flow_thread *self = flow_thread_stop();

	make_ready(self);
	flow_thread_leave(self);
}

static void on_timer(struct trap_frame *frame)
{
	(void)frame;
	interrupt_acknowledge();
	flow_acquire();
	scheduler.devices->serve();
	if (here()->current != NULL && clock_is_past(here()->slice_end_tsc)) {
		here()->slice_end_tsc = clock_read() + scheduler.slice_ticks;
		if (flow_node_here()->ready.first != NULL)
			preempt();
	}
	flow_thread_arm();
	flow_release();
}

static void on_packet(struct trap_frame *frame)
{
	(void)frame;
	interrupt_acknowledge();
	flow_acquire();
	scheduler.links.take();
	flow_release();
}

static void sched_run(struct flow_thread *thread)
{
	struct flow_node *node = flow_node_here();
	struct flow_cpu *cpu = here();

	if (node->ready.first != NULL)
		wake_a_cpu();
	node->running++;
	cpu->current = thread;
	flow_event(FLOW_START, &thread->task, flow_object_run_queue(node->script), cpu_object());
	cpu->slice_end_tsc = clock_read() + scheduler.slice_ticks;
	flow_thread_arm();
	context_switch(&cpu->loop_rsp, thread->rsp);
	cpu->current = NULL;
	node->running--;
}

static bool is_quiet(const struct flow_node *node)
{
	return node->running == 0 && node->ready.first == NULL &&
	       !scheduler.devices->is_busy((unsigned)(node - flow_nodes));
}

/* Whether all nodes are quiet. While all their locks are held, no node can start anything. */
static bool are_all_quiet(void)
{
	bool are_quiet = is_quiet(&flow_nodes[0]);
	uint32_t held = 1;

	while (are_quiet && held < scheduler.node_count) {
		flow_node_acquire(&flow_nodes[held]);
		are_quiet = is_quiet(&flow_nodes[held++]);
	}
	are_quiet = are_quiet && scheduler.links.are_empty();
	while (held > 1)
		flow_node_release(&flow_nodes[--held]);
	return are_quiet;
}

/* Called and returns with the lock held. */
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

	flow_yield();
	thread = (struct flow_thread *)thread_queue_pop(&flow_node_here()->ready);
	if (thread != NULL)
		sched_run(thread);
	else
		sched_halt();
}

/* Wake the boot CPU, which alone may have anything left to do. */
static void wake_boot_cpu(void)
{
	if (flow_node_number() == 0) {
		wake_cpu(0);
		return;
	}
	interrupt_send(scheduler.cpus[0].apic_id, VECTOR_WAKE);
	flow_node_here()->has_rung = true;
}

/* Stop the timer, and handle its pending interrupt while there is a handler. */
static void stop_timer(void)
{
	timer_stop();
	interrupts_handle_pending();
}

/* Loop of each CPU except the boot CPU, until the CPU's node is over. index is the CPU's index. */
static void run_other_cpu(void *index)
{
	struct flow_node *node;

	this_cpu()->flow_ring = &flow_recorder.rings[(uintptr_t)index];
	node = flow_node_here();
	timer_select(TIMER_ONE_SHOT, VECTOR_TIMER);
	flow_acquire();
	if (node->first_cpu == (uintptr_t)index)
		flow_threads_create(node);
	while (!node->is_over) {
		if (is_quiet(node))
			wake_boot_cpu();
		run_or_halt();
	}
	flow_release();
	stop_timer();
}

void flow_threads_run(void)
{
	flow_acquire();
	while (!are_all_quiet())
		run_or_halt();
	flow_release();
}

bool flow_node_is_quiet(void)
{
	return is_quiet(flow_node_here());
}

void flow_threads_run_until(bool (*is_over)(void))
{
	flow_acquire();
	while (!is_over())
		run_or_halt();
	flow_release();
}

void flow_thread_begin(void)
{
	scheduler.body(flow_thread_current());
}

/* ---- Beginning and ending ---- */

/* Wait for a CPU's loop, because otherwise the first threads would not find an idle CPU. A CPU that
 * does not respond is reported at the end. */
static void wait_for_loop(const struct flow_cpu *cpu)
{
	struct spin spin = spin_for(ticks_of_ms(ARRIVAL_LIMIT_MS, clock_limit_hz()));

	while (!__atomic_load_n(&cpu->is_halted, __ATOMIC_ACQUIRE) && spin_on(&spin))
		;
}

/* Begin a node. The nodes divide the stacks among them. */
static void node_begin(const struct flow_run *run, uint32_t number)
{
	struct flow_node *node = &flow_nodes[number];

	memset(node, 0, sizeof(*node));
	node->script = flow_run_script(run, number);
	node->first_cpu = flow_first_cpu(run, number);
	node->cpu_count = flow_cpu_count(run, number);
	for (unsigned stack = number; stack < THREADS_MAX; stack += flow_run_nodes(run))
		node->free_stacks[node->free_stack_count++] = stack;
}

static void begin_other_cpus(void)
{
	for (uint32_t cpu = 1; cpu < scheduler.cpu_count; cpu++) {
		smp_run(cpu, run_other_cpu, (void *)(uintptr_t)cpu);
		wait_for_loop(&scheduler.cpus[cpu]);
	}
}

void flow_threads_begin(const struct flow_run *run, const struct flow_devices *devices,
			const struct flow_links *links, void (*body)(struct flow_thread *self))
{
	memset(&scheduler, 0, sizeof(scheduler));
	scheduler.devices = devices;
	scheduler.links = *links;
	scheduler.body = body;
	scheduler.node_count = flow_run_nodes(run);
	scheduler.cpu_count = run->cpus;
	scheduler.slice_ticks = ticks_of_us(SLICE_US, clock_hz());
	scheduler.timer_ratio = (timer_hz() << RATIO_BITS) / clock_hz();
	for (uint32_t node = 0; node < scheduler.node_count; node++)
		node_begin(run, node);
	interrupt_handle(VECTOR_TIMER, on_timer);
	interrupt_handle(VECTOR_PACKET, on_packet);
	timer_select(TIMER_ONE_SHOT, VECTOR_TIMER);
	for (uint32_t cpu = 0; cpu < run->cpus; cpu++)
		scheduler.cpus[cpu].apic_id = smp_hardware_id(cpu);
	begin_other_cpus();
	flow_acquire();
	flow_threads_create(flow_node_here());
	flow_release();
}

/* Handles an interrupt that was pending at the end. */
static void on_late(struct trap_frame *frame)
{
	(void)frame;
	interrupt_acknowledge();
}

static void end_nodes(int *worst)
{
	for (uint32_t i = 0; i < scheduler.node_count; i++) {
		flow_nodes[i].is_over = true;
		flow_node_release(&flow_nodes[i]);
		if (flow_nodes[i].error != 0)
			*worst = flow_nodes[i].error;
	}
}

int flow_threads_end(void)
{
	int worst = 0;

	if (scheduler.cpu_count > 0)
		interrupt_handle(VECTOR_TIMER, on_late);
	end_nodes(&worst);
	for (uint32_t cpu = 1; cpu < scheduler.cpu_count; cpu++) {
		int error;

		interrupt_send(scheduler.cpus[cpu].apic_id, VECTOR_WAKE);
		error = smp_finish(cpu);
		if (error != 0)
			worst = error;
	}
	if (scheduler.cpu_count > 0)
		stop_timer();
	else
		timer_stop();
	scheduler.cpu_count = scheduler.node_count = 0;
	interrupt_handle(VECTOR_TIMER, NULL);
	interrupt_handle(VECTOR_PACKET, NULL);
	return worst;
}
