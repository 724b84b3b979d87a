/* SPDX-License-Identifier: MIT */
/* Topology of made-up processors. */
#include "tests/unit/unit.h"

#include "lib/x86/cpu_topology.h"

#define LEAVES_MAX 16

struct leaf {
	uint32_t leaf, subleaf;
	struct cpuid registers;
};

/* A processor's leaves, and the expected place of the CPU. Registers are EAX, EBX, ECX, EDX. */
static const struct place {
	const char *name;
	struct leaf leaves[LEAVES_MAX];
	struct cpu_topology expected;
} places[] = {
	{"a P-core of a hybrid processor, by 1Fh with modules",
	 {{7, 0, {.edx = 1 << 15}}, {0x1a, 0, {.eax = 0x40000001}},
	  {0x1f, 0, {1, 2, 0x100, 0x13}}, {0x1f, 1, {3, 4, 0x301, 0x13}},
	  {0x1f, 2, {7, 20, 0x202, 0x13}}, {0x0b, 0, {1, 2, 0x100, 0x13}}},
	 {.apic_id = 0x13, .core = 9, .package = 0, .kind = CPU_CORE_PERFORMANCE, .leaf = 0x1f}},
	{"an E-core of the same processor",
	 {{7, 0, {.edx = 1 << 15}}, {0x1a, 0, {.eax = 0x20000001}},
	  {0x1f, 0, {1, 1, 0x100, 0x48}}, {0x1f, 1, {7, 20, 0x201, 0x48}}},
	 {.apic_id = 0x48, .core = 0x24, .package = 0, .kind = CPU_CORE_EFFICIENCY,
	  .leaf = 0x1f}},
	{"a second socket by 0Bh",
	 {{0x0b, 0, {1, 2, 0x100, 0x25}}, {0x0b, 1, {5, 16, 0x201, 0x25}}},
	 {.apic_id = 0x25, .core = 0x12, .package = 1, .leaf = 0x0b}},
	{"a core type without the hybrid bit is no kind",
	 {{0x1a, 0, {.eax = 0x20000001}}, {0x0b, 0, {0, 1, 0x100, 2}},
	  {0x0b, 1, {2, 4, 0x201, 2}}},
	 {.apic_id = 2, .core = 2, .package = 0, .leaf = 0x0b}},
	{"AMD's 80000026h, an efficiency core; before 0Bh",
	 {{0x80000026, 0, {1u << 30 | 1, 1u << 28, 0x100, 0x83}},
	  {0x80000026, 1, {4, 0, 0x201, 0x83}}, {0x80000026, 2, {7, 0, 0x302, 0x83}},
	  {0x80000026, 3, {7, 0, 0x403, 0x83}}, {0x0b, 0, {1, 2, 0x100, 0x83}}},
	 {.apic_id = 0x83, .core = 0x41, .package = 1, .kind = CPU_CORE_EFFICIENCY,
	  .leaf = 0x80000026}},
	{"AMD's 8000001Eh",
	 {{0x8000001e, 0, {0x15, 1 << 8 | 2, 0, 0}}, {0x80000008, 0, {.ecx = 4 << 12 | 15}}},
	 {.apic_id = 0x15, .core = 0xa, .package = 1, .leaf = 0x8000001e}},
	{"AMD's 8000001Eh, with more threads in a core than in the package",
	 {{0x8000001e, 0, {0x15, 7 << 8, 0, 0}}},
	 {.apic_id = 0x15, .core = 2, .package = 2, .leaf = 0x8000001e}},
	{"leaves 1 and 4, two threads of four cores",
	 {{1, 0, {.ebx = 0x0b080000, .edx = 1 << 28}}, {4, 0, {.eax = 3u << 26 | 1}}},
	 {.apic_id = 0x0b, .core = 5, .package = 1, .leaf = 1}},
	{"leaf 1 without threads",
	 {{1, 0, {.ebx = 0x02010000}}},
	 {.apic_id = 2, .core = 2, .package = 2, .leaf = 1}},
	{"no leaf at all", {{0}}, {.leaf = 1}},
};

static const struct place *current;

static struct cpuid read_leaf(uint32_t leaf, uint32_t subleaf)
{
	for (size_t i = 0; i < LEAVES_MAX; i++) {
		if (current->leaves[i].leaf == leaf && current->leaves[i].subleaf == subleaf &&
		    leaf != 0)
			return current->leaves[i].registers;
	}
	return (struct cpuid){0};
}

static void check_place(void **state)
{
	struct cpu_topology found;

	current = *state;
	cpu_topology_decode(read_leaf, &found);
	assert_int_equal(found.apic_id, current->expected.apic_id);
	assert_int_equal(found.core, current->expected.core);
	assert_int_equal(found.package, current->expected.package);
	assert_int_equal(found.kind, current->expected.kind);
	assert_int_equal(found.leaf, current->expected.leaf);
}

TEST_CASES(check_place, places);

/* Levels without end: every subleaf of every leaf has the same registers. */
static struct cpuid read_endless(uint32_t leaf, uint32_t subleaf)
{
	(void)leaf;
	(void)subleaf;
	return (struct cpuid){0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff};
}

TEST(levels_end_after_a_limit)
{
	struct cpu_topology found;

	cpu_topology_decode(read_endless, &found);
	assert_int_equal(found.package, 1);
	assert_int_equal(found.leaf, 0x1f);
}
