/* SPDX-License-Identifier: MIT */
/* The machine's memory nodes, and bench/platform/node.h on bare metal. */
#ifndef KERNEL_NODES_H
#define KERNEL_NODES_H

#include <stdint.h>

#include "boot/boot_info.h"
#include "kernel/mm/memory.h"
#include "lib/wire/wire.h"

/* Take the nodes from the ACPI tables. From then on memory_alloc prefers the memory that is nearest
 * to the boot CPU, which measures. Boot CPU, after acpi_init and lapic_init. */
void nodes_init(void);

/* Prefer the memory that is nearest to this CPU, which measures from now on. */
void nodes_prefer_own(void);

/* The ranges of the chosen node. */
struct memory_ranges nodes_chosen_ranges(void);

/* The node that contains a range of physical addresses. Returns NODE_NONE if no node does. */
uint32_t nodes_of_range(uint64_t phys, uint64_t size_bytes);

/* Write one record per node, and one per pair of nodes whose distance, latency or bandwidth a table
 * states. On a machine with one node, writes nothing. */
void nodes_describe(struct wire_writer *writer, const struct boot_info *boot);

#endif
