/* SPDX-License-Identifier: MIT */
/* Firmware runs in S-mode, and maps memory one to one or not at all. */
#include "boot/efi/processor.h"

#include <stddef.h>

#include "boot/efi/firmware.h"
#include "boot/efi/tree/machine.h"

/* RISC-V UEFI Protocol Specification 1.0, section "RISCV_EFI_BOOT_PROTOCOL". */
#define BOOT_PROTOCOL_GUID \
	{0xccd15fec, 0x6f73, 0x4eec, {0x83, 0x95, 0x3e, 0x69, 0xe4, 0xb9, 0x40, 0xbf}}

struct boot_protocol {
	UINT64 revision;
	EFI_STATUS (EFIAPI *get_boot_hart)(struct boot_protocol *self, UINTN *hart);
};

/* Linux, arch/riscv/include/uapi/asm/setup.h: COMMAND_LINE_SIZE, less the end. */
#define LINE_MAX 1023

static UINTN boot_hart;

/* Firmware older than the protocol names the CPU in the device tree: Linux,
 * Documentation/arch/riscv/boot.rst, "Kernel entry". */
static void find_boot_hart(void)
{
	EFI_GUID guid = BOOT_PROTOCOL_GUID;
	struct boot_protocol *protocol;
	struct device_tree tree;
	struct device_node chosen;
	uint32_t first, second;

	if (firmware_services->LocateProtocol(&guid, NULL, (void **)&protocol) == EFI_SUCCESS &&
	    protocol->get_boot_hart(protocol, &boot_hart) == EFI_SUCCESS)
		return;
	if (machine_open_tree(&tree) == NULL ||
	    !device_tree_find_name(&tree, 1, "chosen", &chosen) ||
	    !device_node_cell(&chosen, "boot-hartid", 0, &first))
		return;
	boot_hart = device_node_cell(&chosen, "boot-hartid", 1, &second)
		? (UINT64)first << 32 | second : first;
}

void processor_init(void)
{
	find_boot_hart();
	machine_find_fw_cfg();
}

bool processor_read_line(char *line, size_t size, size_t *length)
{
	return machine_read_line(line, size, length);
}

uint64_t processor_memory_begin(void)
{
	return machine_memory_begin();
}

/* Linux finds its console in the device tree or in the ACPI table SPCR. Without the driver of SBI's
 * counters, it lets processes read the cycle counter. */
struct processor_linux processor_linux(void)
{
	return (struct processor_linux){
		.parameters = " initcall_blacklist=pmu_sbi_devinit", .line_max = LINE_MAX,
	};
}

/* Let this CPU fetch what it has written: RISC-V Unprivileged ISA, "Zifencei". */
void processor_ready_kernel(char *kernel, struct boot_info *info)
{
	(void)kernel;
	machine_describe(info);
	info->boot_hart = boot_hart;
	__asm__ volatile("fence\n\tfence.i" : : : "memory");
}
