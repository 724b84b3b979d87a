/* SPDX-License-Identifier: MIT */
/* The caches of the boot CPU, by all sources. */
#ifndef KERNEL_ONE_ENTRY_DEV_CACHES_H
#define KERNEL_ONE_ENTRY_DEV_CACHES_H

#include "boot/device_tree.h"
#include "kernel/one_entry/dev/acpi/cache_list.h"

struct cache_sources {
	const struct device_tree *tree; /* may be empty */
	uint64_t tree_cpu;              /* the CPU's `reg` */
	bool has_uid;                   /* whether ACPI tables name the CPU */
	uint32_t uid;
	struct cache_list registers;
};

/* Read the caches that firmware describes, and warn where firmware and registers differ. Firmware's
 * figures are preferred, because registers need not describe the real caches: Arm ARM,
 * "CCSIDR_EL1, Current Cache Size ID Register". The result is that of cpu_caches_read(). After the
 * ACPI tables were found. */
void caches_init(const struct cache_sources *sources);

#endif
