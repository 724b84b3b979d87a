/* SPDX-License-Identifier: MIT */
/* The device's registers in memory. QEMU documentation, docs/specs/fw_cfg, "Arm Register
 * Locations". RISC-V has the same registers, in which the selector is big-endian. */
#include "boot/fw_cfg_memory.h"

#include <stddef.h>

#include "boot/fw_cfg_access.h"
#include "boot/qemu.h"

#define OFFSET_DATA 0
#define OFFSET_SELECTOR 8

static volatile uint8_t *device;

uint64_t fw_cfg_find(const struct device_tree *tree)
{
	struct device_node node;
	uint64_t phys, size_bytes;

	if (!device_tree_find(tree, "qemu,fw-cfg-mmio", &node) ||
	    !device_node_range(&node, 0, &phys, &size_bytes))
		return 0;
	return phys;
}

void fw_cfg_use(volatile void *registers)
{
	device = registers;
}

bool fw_cfg_is_likely(void)
{
	return device != NULL;
}

/* The fw_cfg device is QEMU's. */
bool qemu_made_devices(void)
{
	return fw_cfg_is_likely();
}

void fw_cfg_select(uint16_t item)
{
	*(volatile uint16_t *)(device + OFFSET_SELECTOR) = __builtin_bswap16(item);
}

uint8_t fw_cfg_byte(void)
{
	return device[OFFSET_DATA];
}
