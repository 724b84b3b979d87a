/* SPDX-License-Identifier: MIT */
/* Begins and ends the scheduler: nodes, timers, handlers, and the loops of other CPUs. */
#include "kernel/dev/lapic.h"
#include "kernel/dev/tsc.h"
#include "kernel/flow/node.h"
#include "kernel/flow/scheduler.h"
#include "kernel/smp/smp.h"
#include "lib/text/string.h"
#include "lib/x86/spin.h"

#define SLICE_US 200
#define ARRIVAL_LIMIT_MS 1000

/* Otherwise the first threads would not find an idle CPU. A CPU that does not respond is reported
 * at the end. */
static void wait_for_loop(const struct flow_cpu *cpu)
{
	struct spin spin = spin_for(tsc_hz() / 1000 * ARRIVAL_LIMIT_MS);

	while (!__atomic_load_n(&cpu->is_halted, __ATOMIC_ACQUIRE) && spin_on(&spin))
		;
}

/* Nodes divide the stacks. */
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
		smp_run(cpu, scheduler_run_other_cpu, (void *)(uintptr_t)cpu);
		wait_for_loop(&scheduler.cpus[cpu]);
	}
}

void flow_threads_begin(const struct flow_run *run, const struct flow_devices *devices,
			void (*body)(struct flow_thread *self))
{
	memset(&scheduler, 0, sizeof(scheduler));
	scheduler.devices = devices;
	scheduler.body = body;
	scheduler.node_count = flow_run_nodes(run);
	scheduler.cpu_count = run->cpus;
	scheduler.slice_ticks = tsc_hz() / 1000000 * SLICE_US;
	scheduler.timer_ratio = (lapic_timer_hz() << SCHEDULER_RATIO_BITS) / tsc_hz();
	for (uint32_t node = 0; node < scheduler.node_count; node++)
		node_begin(run, node);
	interrupt_handle(VECTOR_LAPIC_TIMER, scheduler_on_timer);
	interrupt_handle(VECTOR_PACKET, scheduler_on_packet);
	lapic_timer_select(LAPIC_ONE_SHOT, VECTOR_LAPIC_TIMER);
	for (uint32_t cpu = 0; cpu < run->cpus; cpu++)
		scheduler.cpus[cpu].apic_id = smp_apic_id(cpu);
	begin_other_cpus();
	flow_acquire();
	flow_threads_create(flow_node_here());
	flow_release();
}

/* Handles an interrupt that was pending at the end. */
static void on_late(struct trap_frame *frame)
{
	(void)frame;
	lapic_eoi();
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
		interrupt_handle(VECTOR_LAPIC_TIMER, on_late);
	end_nodes(&worst);
	for (uint32_t cpu = 1; cpu < scheduler.cpu_count; cpu++) {
		int error;

		lapic_send(scheduler.cpus[cpu].apic_id, VECTOR_WAKE);
		error = smp_finish(cpu);
		if (error != 0)
			worst = error;
	}
	if (scheduler.cpu_count > 0)
		scheduler_stop_timer();
	else
		lapic_timer_stop();
	scheduler.cpu_count = scheduler.node_count = 0;
	interrupt_handle(VECTOR_LAPIC_TIMER, NULL);
	interrupt_handle(VECTOR_PACKET, NULL);
	return worst;
}
