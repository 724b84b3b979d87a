/* SPDX-License-Identifier: MIT */
/* Records of a hybrid machine with two sockets, from the CPUID leaves of its CPUs on. Each socket
 * has a performance core with two threads and a module of two efficiency cores. */
#include "tests/unit/unit.h"

#include "bench/engine/manifest_places.h"
#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "lib/x86/cpu_topology.h"
#include "tests/unit/bench/fake_platform.h"

#define CPUS 8
#define PACKAGE_SHIFT 7
#define MODULE_SHIFT 3

/* By APIC ID: bit 0 is the thread, bits 1 and 2 the core of a module, bits 3 to 6 the module. */
static const uint32_t apic_ids[CPUS] = {0x00, 0x01, 0x40, 0x42, 0x80, 0x81, 0xc0, 0xc2};
static uint32_t apic_id;

static bool is_efficient(void)
{
	return (apic_id & 0x40) != 0;
}

/* Intel SDM vol. 2A, "CPUID": levels of the topology, hybrid information. */
static struct cpuid read_leaf(uint32_t leaf, uint32_t subleaf)
{
	static const uint32_t shifts[] = {1, MODULE_SHIFT, PACKAGE_SHIFT};

	if (leaf == 7)
		return (struct cpuid){.edx = 1 << 15};
	if (leaf == 0x1a)
		return (struct cpuid){.eax = is_efficient() ? 0x20000001 : 0x40000001};
	if (leaf == 0x1f && subleaf < 3)
		return (struct cpuid){shifts[subleaf], 4, (subleaf + 1) << 8 | subleaf, apic_id};
	return (struct cpuid){0};
}

TEST(records_of_a_hybrid_machine_with_two_sockets)
{
	static const struct {
		uint64_t package, core, thread, node;
		const char *kind;
	} expected[CPUS] = {
		{0, 0, 0, 0, "performance"}, {0, 0, 1, 0, "performance"},
		{0, 1, 0, 0, "efficiency"}, {0, 2, 0, 0, "efficiency"},
		{1, 3, 0, 1, "performance"}, {1, 3, 1, 1, "performance"},
		{1, 4, 0, 1, "efficiency"}, {1, 5, 0, 1, "efficiency"},
	};
	struct cpu_topology places[CPUS];

	fake_reset();
	for (uint32_t cpu = 0; cpu < CPUS; cpu++) {
		apic_id = apic_ids[cpu];
		cpu_topology_decode(read_leaf, &places[cpu]);
		fake.cpu_nodes[cpu] = apic_id >> PACKAGE_SHIFT;
	}
	manifest_write_places(platform_writer(), places, CPUS);
	assert_int_equal(fake_record_count(WIRE_cpu_place), CPUS);
	for (uint32_t cpu = 0; cpu < CPUS; cpu++) {
		const struct wire_cpu_place *place = &fake_record(WIRE_cpu_place, cpu)->cpu_place;

		assert_int_equal(place->cpu, cpu);
		assert_int_equal(place->apic_id, apic_ids[cpu]);
		assert_int_equal(place->package, expected[cpu].package);
		assert_int_equal(place->core, expected[cpu].core);
		assert_int_equal(place->thread, expected[cpu].thread);
		assert_string_equal(place->kind, expected[cpu].kind);
		assert_int_equal(place->node, expected[cpu].node);
		assert_string_equal(place->by, "0x1f");
	}
	warning_flush();
	assert_int_equal(fake_record_count(WIRE_warning), 0);
}

TEST(efficiency_core_that_measures_is_a_warning)
{
	const struct cpu_topology places[] = {{.kind = CPU_CORE_EFFICIENCY},
					      {.apic_id = 1, .core = 1}};

	fake_reset();
	manifest_write_places(platform_writer(), places, 2);
	warning_flush();
	assert_string_equal(fake_record(WIRE_warning, 0)->warning.source, "cpu");
}
