/* SPDX-License-Identifier: MIT */
/* The CPU that measures, on machines with performance and efficiency cores. CPUs are played by one
 * process, so a switch of stacks does nothing. */
#include "tests/unit/unit.h"

#include <stdarg.h>
#include <stdio.h>

#include "bench/engine/warning.h"
#include "kernel/machine/context.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smp.h"
#include "kernel/smp/ap.h"
#include "lib/cpu/topology.h"
#include "lib/text/errno.h"

#define CPUS 4

struct application_cpus application_cpus;
struct ap boot_ap;

static struct ap others[CPUS];
static const char *kinds;               /* of each CPU: P, E, or - if CPUID names none */
static unsigned running, moved_to;
static bool has_no_memory;
static char warned[128];

void warning(const char *source, const char *format, ...)
{
	va_list values;

	(void)source;
	va_start(values, format);
	vsnprintf(warned, sizeof(warned), format, values);
	va_end(values);
}

void cpu_topology_read(struct cpu_topology *topology)
{
	*topology = (struct cpu_topology){
		.kind = kinds[running] == 'P'   ? CPU_CORE_PERFORMANCE
			: kinds[running] == 'E' ? CPU_CORE_EFFICIENCY
						: CPU_CORE_UNKNOWN,
	};
}

/* A CPU that would take over has another function than those that read. */
int smp_run(unsigned cpu, void (*function)(void *), void *argument)
{
	if (cpu == 0 || cpu >= application_cpus.online)
		return -EINVAL;
	moved_to = cpu;
	if (argument == NULL)
		return 0;
	running = cpu;
	function(argument);
	running = 0;
	return 0;
}

int smp_finish(unsigned cpu)
{
	(void)cpu;
	return 0;
}

unsigned smp_online(void)
{
	return application_cpus.online;
}

void *paging_map_stack(size_t size_bytes)
{
	return has_no_memory ? NULL : (void *)size_bytes;
}

void ap_park(struct ap *ap)
{
	(void)ap;
	abort();
}

void context_switch(uint64_t *stack, uint64_t other_stack)
{
	(void)stack;
	(void)other_stack;
}

uint64_t context_begin(void *stack_top, void (*function)(void))
{
	(void)stack_top;
	(void)function;
	return 0;
}

/* By case: a machine, the request, and its result. */
static const struct hybrid {
	const char *name, *kinds;
	unsigned cpu, limit, measures, online;
	const char *warned;
} machines[] = {
	{"all cores of one kind", "----", SMP_CPU_ANY, 4, 0, 4, ""},
	{"a boot CPU that is a performance core", "PPEE", SMP_CPU_ANY, 4, 0, 4, ""},
	{"a boot CPU that is an efficiency core", "EEPP", SMP_CPU_ANY, 4, 2, 4, ""},
	{"efficiency cores only", "EEEE", SMP_CPU_ANY, 4, 0, 4, ""},
	{"an efficiency core that the user chose", "PPEE", 3, 4, 3, 4, ""},
	{"a boot CPU that the user chose", "EEPP", 0, 4, 0, 4, ""},
	{"fewer CPUs than started", "----", 2, 1, 2, 1, ""},
	{"a CPU that is not online", "----", 9, 4, 0, 4,
	 "cpu=9: not online; the boot CPU measures"},
};

static void check_machine(void **state)
{
	const struct hybrid *machine = *state;

	kinds = machine->kinds;
	warned[0] = '\0';
	moved_to = 0;
	application_cpus.online = CPUS;
	boot_ap.cpu.index = 0;
	for (unsigned cpu = 1; cpu < CPUS; cpu++) {
		others[cpu] = (struct ap){.cpu.index = cpu, .mailbox = MAILBOX_FULL};
		application_cpus.aps[cpu] = &others[cpu];
	}
	assert_int_equal(smp_measure_on(machine->cpu, machine->limit), machine->measures != 0);
	assert_int_equal(application_cpus.online, machine->online);
	assert_string_equal(warned, machine->warned);
	if (machine->measures == 0)
		return;
	assert_int_equal(moved_to, machine->measures);
	assert_int_equal(others[machine->measures].cpu.index, 0);
	assert_int_equal(application_cpus.aps[machine->measures]->cpu.index, machine->measures);
	assert_int_equal(smp_measuring(), machine->measures);
}
TEST_CASES(check_machine, machines);
