/* SPDX-License-Identifier: MIT */
/* Starts application CPUs by PSCI, one after another. */
#include "kernel/machine/smp.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/aarch64/cpu/cpu.h"
#include "kernel/aarch64/cpu/cpu_init.h"
#include "kernel/aarch64/dev/gic.h"
#include "kernel/aarch64/dev/psci.h"
#include "kernel/aarch64/dev/tree.h"
#include "kernel/core/image.h"
#include "kernel/dev/time_base.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "kernel/smp/ap.h"
#include "lib/aarch64/affinity.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

/* Words of struct ap's start that head.S reads. */
enum {START_STACK, START_FUNCTION, START_ARGUMENT, START_TABLES};

extern const char secondary_start[];

/* Called by head.S on the kernel's tables. A CPU without memory for its stacks stops, and counts as
 * not responding. */
static void ap_main(struct ap *ap)
{
	if (cpu_init(&ap->cpu) != 0)
		cpu_stop();
	gic_init_this_cpu();
	ap_park(ap);
}

static int start(uint32_t hardware_id)
{
	void *stack_top;
	struct ap *ap = ap_create(hardware_id, &stack_top);
	int64_t error;

	if (ap == NULL)
		return -ENOMEM;
	ap->start[START_STACK] = (uintptr_t)stack_top;
	ap->start[START_FUNCTION] = (uintptr_t)ap_main;
	ap->start[START_ARGUMENT] = (uintptr_t)ap;
	ap->start[START_TABLES] = paging_root_phys();
	__asm__ volatile("dsb sy" : : : "memory");
	error = psci_cpu_on(hardware_id, image_to_phys(secondary_start),
			    (uintptr_t)ap->start - RAM_BASE_VIRT);
	if (error != 0)
		return -ENODEV;
	if (!ap_comes_online(ap))
		return -ETIMEDOUT;
	ap_add(ap);
	return 0;
}

static const char *why_not_started(int error)
{
	switch (error) {
	case -ENOMEM:
		return "no memory";
	case -ENODEV:
		return "firmware does not start it";
	default:
		return "no response";
	}
}

/* The first cells of a CPU's `reg` are its affinity. Devicetree Specification 0.4, "/cpus/cpu*
 * Node Properties". */
static bool is_cpu(const struct device_node *node, uint32_t *hardware_id)
{
	const char *type = device_node_text(node, "device_type");
	uint64_t mpidr, none;

	if (type == NULL || strcmp(type, "cpu") != 0 || !device_node_is_enabled(node) ||
	    !device_node_range(node, 0, &mpidr, &none))
		return false;
	*hardware_id = affinity_pack(mpidr);
	return true;
}

static unsigned count_cpus(void)
{
	struct device_walk walk = {.tree = machine_tree()};
	struct device_node node;
	uint32_t hardware_id;
	unsigned count = 0;

	while (device_walk_next(&walk, &node))
		count += is_cpu(&node, &hardware_id);
	return count;
}

void smp_init(unsigned limit)
{
	struct device_walk walk = {.tree = machine_tree()};
	struct device_node node;
	uint32_t hardware_id;

	if (count_cpus() < 2)
		return;
	ap_set_count(count_cpus());
	if (!psci_exists()) {
		warning("smp", "the device tree names no firmware that starts CPUs; using one");
		return;
	}
	if (!self_interrupt_works())
		return;
	ap_handle_wake();
	while (device_walk_next(&walk, &node) && smp_online() < limit) {
		int error;

		if (!is_cpu(&node, &hardware_id) || hardware_id == cpu_hardware_id())
			continue;
		error = start(hardware_id);
		if (error != 0)
			warning("smp", "CPU with affinity %#x: %s", hardware_id,
				why_not_started(error));
	}
	time_base_align();
}
