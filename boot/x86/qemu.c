/* SPDX-License-Identifier: MIT */
/* Detects QEMU by the subsystem ID of its PCI functions: QEMU documentation, docs/specs/pci-ids,
 * "PCI IDs for QEMU"; PCI Local Bus Specification 3.0, "Type 00h Configuration Space Header" and
 * "Configuration Mechanism #1". */
#include "boot/qemu.h"

#include <stdint.h>

#include "lib/x86/io.h"

#define PORT_ADDRESS 0xcf8
#define PORT_DATA 0xcfc
#define PORT_ENABLE 0x80000000u         /* bus, device and function 0 */

#define OFFSET_IDENTITY 0
#define ABSENT 0xffffffffu              /* value if there is no such function */
#define OFFSET_SUBSYSTEM 0x2c
#define SUBSYSTEM_QEMU 0x11001af4u      /* 1af4:1100 */

static uint32_t host_bridge_read(uint32_t offset)
{
	outl(PORT_ADDRESS, PORT_ENABLE | offset);
	return inl(PORT_DATA);
}

bool qemu_made_devices(void)
{
	return host_bridge_read(OFFSET_IDENTITY) == ABSENT ||
	       host_bridge_read(OFFSET_SUBSYSTEM) == SUBSYSTEM_QEMU;
}
