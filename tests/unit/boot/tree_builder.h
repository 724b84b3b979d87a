/* SPDX-License-Identifier: MIT */
/* A made-up device tree, one at a time. */
#ifndef TESTS_UNIT_BOOT_TREE_BUILDER_H
#define TESTS_UNIT_BOOT_TREE_BUILDER_H

#include <stddef.h>
#include <stdint.h>

/* Begin a tree, whose root is open, with a reservation of memory. The end function closes the root
 * and returns the tree, which is valid until the next begin. */
void tree_begin(uint32_t reserved_phys, uint32_t reserved_bytes);
const void *tree_end(void);

/* Open and close a node. Properties come before the nodes inside. */
void tree_node(const char *name);
void tree_end_node(void);

void tree_property(const char *name, const void *value, size_t size);
void tree_text(const char *name, const char *value);
void tree_cells(const char *name, const uint32_t *values, size_t count);

#define TREE_CELLS(name, ...) \
	tree_cells(name, (const uint32_t[]){__VA_ARGS__}, \
		   sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

#endif
