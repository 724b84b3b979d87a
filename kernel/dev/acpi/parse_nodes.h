/* SPDX-License-Identifier: MIT */
/* Memory nodes from the ACPI tables SRAT, CEDT, SLIT and HMAT. Like the other decoders (parse.h),
 * these read only the given bytes and trust no number in them. */
#ifndef KERNEL_DEV_ACPI_PARSE_NODES_H
#define KERNEL_DEV_ACPI_PARSE_NODES_H

#include "kernel/dev/acpi/parse.h"

#define ACPI_NODES_MAX 64
#define ACPI_NODE_RANGES_MAX 256

/* Distance of a node to itself. "System Locality Information Table (SLIT)". */
#define ACPI_DISTANCE_LOCAL 10

/* A range of physical addresses of a node. */
struct acpi_node_range {
	uint64_t base_phys, size_bytes;
	uint32_t node;
};

/* From the CPUs of a node to the memory of another; 0: not in the tables. */
struct acpi_node_path {
	uint32_t distance;
	uint64_t latency_ps;
	uint64_t bandwidth_mb_s;
};

/* Nodes are numbered in the order of the SRAT, as in Linux: first nodes with CPUs, then nodes with
 * memory only. */
struct acpi_nodes {
	uint32_t count;
	uint32_t domains[ACPI_NODES_MAX];       /* number of each in the tables */
	uint32_t cpu_count;
	struct {
		uint32_t apic_id, node;         /* Arm: the CPU's UID in the MADT */
	} cpus[CPUS_MAX];
	uint32_t range_count;
	struct acpi_node_range ranges[ACPI_NODE_RANGES_MAX];
	uint32_t dropped;               /* entries beyond these limits */
	struct acpi_node_path paths[ACPI_NODES_MAX][ACPI_NODES_MAX];    /* from, to */
};

/* Decode tables that passed acpi_table_is_good. The SRAT is the first, as it has the nodes. Returns
 * false if ranges of two nodes overlap; the content of *nodes is then of no use. */
bool acpi_parse_srat(struct acpi_bytes table, struct acpi_nodes *nodes);

/* Returns false, and decodes nothing, if a distance is below that of a node to itself. */
bool acpi_parse_slit(struct acpi_bytes table, struct acpi_nodes *nodes);

/* Latencies and bandwidths of reads from memory. */
void acpi_parse_hmat(struct acpi_bytes table, struct acpi_nodes *nodes);

/* Whether any of a range is memory. */
typedef bool acpi_is_memory(uint64_t phys, uint64_t size_bytes);

/* Make each window for CXL memory that contains memory a node without CPUs, unless a node of the
 * SRAT has some of the window. The nodes have numbers after the largest one of the SRAT. After all
 * other tables, which do not know these numbers. */
void acpi_parse_cedt(struct acpi_bytes table, struct acpi_nodes *nodes, acpi_is_memory *is_memory);

/* The node with this number in the tables; nodes->count if there is none. */
uint32_t acpi_node_of_domain(const struct acpi_nodes *nodes, uint64_t domain);

#endif
