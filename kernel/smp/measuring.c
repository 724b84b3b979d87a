/* SPDX-License-Identifier: MIT */
/* Chooses the CPU that measures. kernel_main() continues there with the same stack, while the CPU
 * that it left parks on another stack. The two CPUs exchange their indices, so the measuring CPU
 * has index 0, and everything that runs on CPU 0 runs there. */
#include "kernel/machine/smp.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/machine/context.h"
#include "kernel/machine/paging.h"
#include "kernel/smp/ap.h"
#include "lib/cpu/pause.h"
#include "lib/cpu/topology.h"
#include "lib/text/errno.h"

static struct {
	struct ap *here;                /* measures; NULL: the boot CPU, before any move */
	unsigned number;                /* number of that CPU, in the order in which CPUs came
					 * online */
	void *stack_tops[2];            /* stacks of parked CPUs, which leave one for the other
					 * CPU */
	unsigned moves;
	struct ap *leaving;
	uint64_t stack;                 /* stack of kernel_main(), while no CPU uses it */
	bool is_free;                   /* whether the stack is free; stored with release
					 * ordering */
} measuring;

/* Park this CPU on its own stack, because nothing on the other stack is used any more. */
static void park_leaving(void)
{
	struct ap *ap = measuring.leaving;

	__atomic_store_n(&measuring.is_free, true, __ATOMIC_RELEASE);
	ap_park(ap);
}

/* Runs on the CPU that takes over. Leaves that CPU's guarded call, which never ends. */
static void take_over(void *unused)
{
	uint64_t left;

	(void)unused;
	while (!__atomic_load_n(&measuring.is_free, __ATOMIC_ACQUIRE))
		cpu_relax();
	this_cpu()->guard = NULL;
	context_switch(&left, measuring.stack);
}

static int map_stacks(void)
{
	for (unsigned i = 0; i < 2; i++) {
		if (measuring.stack_tops[i] == NULL)
			measuring.stack_tops[i] = paging_map_stack(AP_STACK_BYTES);
		if (measuring.stack_tops[i] == NULL)
			return -ENOMEM;
	}
	return 0;
}

/* Continue on an online CPU. Returns there. */
static int move_to(unsigned cpu)
{
	struct ap *to = cpu < application_cpus.online ? application_cpus.aps[cpu] : NULL;
	struct ap *from = measuring.here != NULL ? measuring.here : &boot_ap;
	int error = map_stacks();

	measuring.is_free = false;
	if (error == 0)
		error = smp_run(cpu, take_over, NULL);
	if (error != 0)
		return error;
	application_cpus.aps[cpu] = from;
	from->cpu.index = cpu;
	to->cpu.index = 0;
	measuring.here = to;
	measuring.leaving = from;
	context_switch(&measuring.stack,
		       context_begin(measuring.stack_tops[measuring.moves++ % 2], park_leaving));
	to->mailbox = MAILBOX_EMPTY;
	return 0;
}

static void read_kind(void *kind)
{
	struct cpu_topology topology;

	cpu_topology_read(&topology);
	*(enum cpu_core_kind *)kind = topology.kind;
}

/* The first performance core, if this CPU is an efficiency core; otherwise this CPU. */
static unsigned prefer_performance(void)
{
	enum cpu_core_kind kind;

	read_kind(&kind);
	for (unsigned cpu = 1; kind == CPU_CORE_EFFICIENCY && cpu < smp_online(); cpu++) {
		if (smp_run(cpu, read_kind, &kind) == 0 && smp_finish(cpu) == 0 &&
		    kind == CPU_CORE_PERFORMANCE)
			return cpu;
		kind = CPU_CORE_EFFICIENCY;
	}
	return 0;
}

bool smp_measure_on(unsigned cpu, unsigned limit)
{
	unsigned chosen = cpu == SMP_CPU_ANY ? prefer_performance() : cpu;
	int error = chosen != 0 ? move_to(chosen) : 0;

	if (error != 0)
		warning("smp", "cpu=%u: %s; the boot CPU measures", chosen,
			error == -EINVAL ? "not online" : "no memory for stacks");
	measuring.number = error == 0 ? chosen : 0;
	if (application_cpus.online > limit)
		application_cpus.online = limit;
	return measuring.number != 0;
}

unsigned smp_measuring(void)
{
	return measuring.number;
}

void smp_return_to_boot_cpu(void)
{
	unsigned index = boot_ap.cpu.index;

	if (index == 0 || this_cpu()->index != 0)
		return;
	if (index >= application_cpus.online)
		application_cpus.online = index + 1;
	move_to(index);
}
