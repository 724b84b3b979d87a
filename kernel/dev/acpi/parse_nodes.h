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

/* Path from the CPUs of a node to the memory of another; 0: not in the tables. */
struct acpi_node_path {
	uint32_t distance;
	uint64_t latency_ps;
	uint64_t bandwidth_mb_s;
};

/* Nodes are numbered in the order of the SRAT, as in Linux. Nodes with CPUs come before nodes that
 * have only memory. */
struct acpi_nodes {
	uint32_t count;
	uint32_t domains[ACPI_NODES_MAX];       /* number of each node in the tables */
	uint32_t cpu_count;
	struct {
		uint32_t apic_id, node;         /* APIC ID of a CPU; on Arm its UID in the MADT */
	} cpus[CPUS_MAX];
	uint32_t range_count;
	struct acpi_node_range ranges[ACPI_NODE_RANGES_MAX];
	uint32_t dropped;               /* number of entries beyond these limits */
	struct acpi_node_path paths[ACPI_NODES_MAX][ACPI_NODES_MAX];    /* [from][to] */
};

/* Decode tables that passed acpi_table_is_good. Decode the SRAT first, because it lists the nodes.
 * Returns false if ranges of two nodes overlap. The content of *nodes is then of no use. */
bool acpi_parse_srat(struct acpi_bytes table, struct acpi_nodes *nodes);

/* Decode the distances. If a distance is below ACPI_DISTANCE_LOCAL, or that of a node to itself is
 * another number, returns false and decodes nothing. */
bool acpi_parse_slit(struct acpi_bytes table, struct acpi_nodes *nodes);

/* Decode latencies and bandwidths of reads from memory, or of accesses where those of reads are not
 * stated. */
void acpi_parse_hmat(struct acpi_bytes table, struct acpi_nodes *nodes);

/* Whether any part of a range is memory. */
typedef bool acpi_is_memory(uint64_t phys, uint64_t size_bytes);

/* Add nodes without CPUs for CXL memory: one for each window that contains memory, unless a node of
 * the SRAT has some of the window. Their numbers follow the largest one of the SRAT. Call after all
 * other tables were decoded, because these do not know the new numbers. */
void acpi_parse_cedt(struct acpi_bytes table, struct acpi_nodes *nodes, acpi_is_memory *is_memory);

/* The node with this number in the tables. Returns nodes->count if there is none. */
uint32_t acpi_node_of_domain(const struct acpi_nodes *nodes, uint64_t domain);

#endif
