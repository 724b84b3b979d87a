/* SPDX-License-Identifier: MIT */
/* Linux, Documentation/devicetree/bindings/interrupt-controller/sifive,plic-1.0.0.yaml. Devicetree
 * Specification 0.4, "Interrupts and Interrupt Mapping", "Nexus Properties". */
#include "kernel/riscv64/dev/tree_lines.h"

#include <stddef.h>

#include "lib/text/string.h"

#define CAUSE_EXTERNAL 9                /* an interrupt of S-mode by a device */

/* An entry of the map: address and pin of a function, then the controller and its numbers. */
#define ADDRESS_CELLS 3
#define PIN_AT ADDRESS_CELLS
#define CONTROLLER_AT (PIN_AT + 1)
#define ENTRY_CELLS (CONTROLLER_AT + 1) /* plus the cells of the controller's numbers */

static uint32_t cell(const struct device_node *node, const char *name, unsigned index)
{
	uint32_t value = 0;

	device_node_cell(node, name, index, &value);
	return value;
}

/* The hart whose interrupt controller, a node below the CPU's, has that handle. */
static bool hart_of(const struct device_tree *tree, uint32_t handle, uint64_t *hart)
{
	struct device_walk walk = {.tree = tree};
	struct device_node node;
	uint64_t none;
	bool has_cpu = false;

	while (device_walk_next(&walk, &node)) {
		const char *type = device_node_text(&node, "device_type");

		if (type != NULL && strcmp(type, "cpu") == 0)
			has_cpu = device_node_range(&node, 0, hart, &none);
		else if (has_cpu && cell(&node, "phandle", 0) == handle)
			return true;
	}
	return false;
}

/* The place of the hart's context in the list of pairs of a hart's controller and its cause. */
static bool find_context(const struct device_node *node, uint64_t hart, uint32_t *context)
{
	uint32_t handle, cause;
	uint64_t listed;

	for (*context = 0; device_node_cell(node, "interrupts-extended", 2 * *context, &handle) &&
	     device_node_cell(node, "interrupts-extended", 2 * *context + 1, &cause); ++*context) {
		if (cause == CAUSE_EXTERNAL && hart_of(node->tree, handle, &listed) &&
		    listed == hart)
			return true;
	}
	return false;
}

bool tree_find_plic(const struct device_tree *tree, uint64_t hart, struct plic *plic)
{
	struct device_node node;
	uint64_t size_bytes;

	*plic = (struct plic){0};
	if ((!device_tree_find(tree, "sifive,plic-1.0.0", &node) &&
	     !device_tree_find(tree, "riscv,plic0", &node)) ||
	    !find_context(&node, hart, &plic->context))
		return false;
	plic->handle = cell(&node, "phandle", 0);
	return device_node_range(&node, 0, &plic->phys, &size_bytes);
}

uint32_t tree_pci_line(const struct device_tree *tree, const struct plic *plic, uint32_t function,
		       uint32_t pin)
{
	static const char map[] = "interrupt-map", mask[] = "interrupt-map-mask";
	struct device_node node;
	uint32_t address;

	if (!device_tree_find(tree, "pci-host-ecam-generic", &node))
		return 0;
	for (unsigned at = 0; device_node_cell(&node, map, at, &address); at += ENTRY_CELLS + 1) {
		if (address == (function & cell(&node, mask, 0)) &&
		    cell(&node, map, at + PIN_AT) == (pin & cell(&node, mask, PIN_AT)) &&
		    cell(&node, map, at + CONTROLLER_AT) == plic->handle)
			return cell(&node, map, at + ENTRY_CELLS);
	}
	return 0;
}
