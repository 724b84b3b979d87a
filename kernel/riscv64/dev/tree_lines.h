/* SPDX-License-Identifier: MIT */
/* Interrupt lines in the device tree: the platform-level interrupt controller (PLIC) and the lines
 * of PCI functions. */
#ifndef KERNEL_RISCV64_DEV_TREE_LINES_H
#define KERNEL_RISCV64_DEV_TREE_LINES_H

#include "boot/device_tree.h"

struct plic {
	uint64_t phys;                  /* 0: none */
	uint32_t context;               /* that interrupts the boot CPU in S-mode */
	uint32_t handle;                /* by which other nodes of the tree refer to the node */
};

/* Find the controller and the context of the hart. Returns false, with phys 0, if there is none. */
bool tree_find_plic(const struct device_tree *tree, uint64_t hart, struct plic *plic);

/* The source of the pin (1: INTA) of a PCI function on bus 0, where bits 15 to 11 and 10 to 8 of
 * function are the device and the function. Returns 0 if no line leads to the controller. */
uint32_t tree_pci_line(const struct device_tree *tree, const struct plic *plic, uint32_t function,
		       uint32_t pin);

#endif
