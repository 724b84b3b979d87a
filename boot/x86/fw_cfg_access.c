/* SPDX-License-Identifier: MIT */
/* By I/O ports. */
#include "boot/fw_cfg_access.h"

#include "boot/qemu.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/io.h"

#define PORT_SELECTOR 0x510
#define PORT_DATA 0x511

/* Whether the machine is QEMU, because on real hardware the ports may belong to any device. There
 * are two tests, because QEMU can hide its hypervisor leaf (-cpu …,-hypervisor) and can be built
 * without PCI. */
bool fw_cfg_is_likely(void)
{
	return cpu_has(FEATURE_HYPERVISOR) || qemu_made_devices();
}

void fw_cfg_select(uint16_t item)
{
	outw(PORT_SELECTOR, item);
}

uint8_t fw_cfg_byte(void)
{
	return inb(PORT_DATA);
}
