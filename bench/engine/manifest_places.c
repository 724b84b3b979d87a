/* SPDX-License-Identifier: MIT */
/* Numbers packages, cores and threads in the order of CPUs, because the IDs have gaps. */
#include "bench/engine/manifest_places.h"

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "lib/text/fmt.h"

#define LEAF_CHARS 16

static const char *const kinds[] = {
	[CPU_CORE_UNKNOWN] = "",
	[CPU_CORE_PERFORMANCE] = "performance",
	[CPU_CORE_EFFICIENCY] = "efficiency",
};

static bool is_same_core(const struct cpu_topology *a, const struct cpu_topology *b)
{
	return a->core == b->core && a->package == b->package;
}

static bool is_same_package(const struct cpu_topology *a, const struct cpu_topology *b)
{
	return a->package == b->package;
}

/* Whether no CPU before this one has the same ID. */
static bool is_first(const struct cpu_topology *cpus, uint32_t cpu,
		     bool (*is_same)(const struct cpu_topology *a, const struct cpu_topology *b))
{
	for (uint32_t other = 0; other < cpu; other++) {
		if (is_same(&cpus[other], &cpus[cpu]))
			return false;
	}
	return true;
}

/* The number of different IDs before the first CPU with the same ID as this one. */
static uint64_t number_of(const struct cpu_topology *cpus, uint32_t cpu,
			  bool (*is_same)(const struct cpu_topology *a,
					  const struct cpu_topology *b))
{
	uint64_t number = 0;

	for (uint32_t other = 0; !is_same(&cpus[other], &cpus[cpu]); other++)
		number += is_first(cpus, other, is_same);
	return number;
}

static uint64_t thread_of(const struct cpu_topology *cpus, uint32_t cpu)
{
	uint64_t number = 0;

	for (uint32_t other = 0; other < cpu; other++)
		number += is_same_core(&cpus[other], &cpus[cpu]);
	return number;
}

void manifest_write_places(struct wire_writer *writer, const struct cpu_topology *cpus,
			   uint32_t count)
{
	char leaf[LEAF_CHARS];

	for (uint32_t cpu = 0; count > 1 && cpu < count; cpu++) {
		fmt_buffer(leaf, sizeof(leaf), "%#x", cpus[cpu].leaf);
		wire_write(writer, WIRE_cpu_place, &(struct wire_cpu_place){
			.cpu = cpu,
			.apic_id = cpus[cpu].apic_id,
			.package = number_of(cpus, cpu, is_same_package),
			.core = number_of(cpus, cpu, is_same_core),
			.thread = thread_of(cpus, cpu),
			.kind = kinds[cpus[cpu].kind],
			.node = platform_cpu_node(cpu),
			.by = leaf,
		});
	}
	if (cpus[platform_cpu()].kind == CPU_CORE_EFFICIENCY)
		warning("cpu", "CPU %u, which measures, is an efficiency core", platform_cpu());
}
