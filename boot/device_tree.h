/* SPDX-License-Identifier: MIT */
/* Reads a flattened device tree, as firmware passes it on processors without ACPI. Every access is
 * checked, so that even a malformed tree causes no read outside of the tree. Devicetree
 * Specification 0.4, "Flattened Devicetree (DTB) Format". No hardware access. */
#ifndef BOOT_DEVICE_TREE_H
#define BOOT_DEVICE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DEVICE_TREE_DEPTH_MAX 16
#define DEVICE_TREE_HEADER_BYTES 40     /* enough to find a tree's size */

struct device_tree {
	const uint8_t *bytes;           /* NULL: none */
	uint32_t size_bytes;
	uint32_t structure, structure_end;      /* offsets of the blocks */
	uint32_t strings, strings_end;
};

/* The size of the tree that begins here, as its header states it; 0 if no tree begins here. */
uint32_t device_tree_bytes(const void *header);

/* Open the tree of device_tree_bytes() bytes. Returns false, with an empty tree, if its header is
 * malformed. */
bool device_tree_open(struct device_tree *tree, const void *bytes);

/* A node, valid as long as the tree. */
struct device_node {
	const struct device_tree *tree;
	const char *name;               /* with its unit address, as "memory@40000000" */
	uint32_t properties;            /* offset of the first property */
	unsigned depth;                 /* 0: the root */
	uint32_t address_cells, size_cells;     /* of the parent, for reg */
};

/* A walk through all nodes, each before its children. Begin with {.tree = tree}. */
struct device_walk {
	const struct device_tree *tree;
	uint32_t at;
	unsigned depth;                 /* of the nodes that the walk is in */
	uint32_t cells[DEVICE_TREE_DEPTH_MAX + 1][2];
};

/* Go to the next node. Returns false after the last node, and where the tree is malformed. */
bool device_walk_next(struct device_walk *walk, struct device_node *node);

/* A property's value and its length in bytes; NULL if the node lacks it. */
const uint8_t *device_node_property(const struct device_node *node, const char *name,
				    uint32_t *length);

/* A property as a text that ends within it, or NULL. */
const char *device_node_text(const struct device_node *node, const char *name);

/* Whether `compatible` lists the word. */
bool device_node_is(const struct device_node *node, const char *compatible);

/* Whether the node's device is usable: `status` is absent or "okay". */
bool device_node_is_enabled(const struct device_node *node);

/* The range with that index in `reg`. The parent's `ranges` are assumed to map addresses to
 * themselves. Returns false if there is none. */
bool device_node_range(const struct device_node *node, unsigned index, uint64_t *base_phys,
		       uint64_t *size_bytes);

/* The cell with that index of a property of 32-bit numbers. Returns false if there is none. */
bool device_node_cell(const struct device_node *node, const char *name, unsigned index,
		      uint32_t *value);

/* Find the first enabled node that is compatible with the word. Returns false if there is none. */
bool device_tree_find(const struct device_tree *tree, const char *compatible,
		      struct device_node *node);

/* Find the node of that name, at that depth. Names are compared up to the unit address. */
bool device_tree_find_name(const struct device_tree *tree, unsigned depth, const char *name,
			   struct device_node *node);

/* The reservation with that index in the memory reservation block, which is outside of nodes.
 * Returns false after the last reservation. */
bool device_tree_reservation(const struct device_tree *tree, unsigned index, uint64_t *base_phys,
			     uint64_t *size_bytes);

#endif
