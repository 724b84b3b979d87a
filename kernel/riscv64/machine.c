/* SPDX-License-Identifier: MIT */
/* The machine's steps of kernel_main() on riscv64. */
#include "kernel/machine/start.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "boot/fw_cfg_memory.h"
#include "boot/qemu.h"
#include "kernel/core/panic.h"
#include "kernel/dev/pci/pci.h"
#include "kernel/dev/smbios.h"
#include "kernel/disk/disk.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/firmware_return.h"
#include "kernel/machine/hypervisor.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smp.h"
#include "kernel/machine/watchdog.h"
#include "kernel/nodes.h"
#include "kernel/one_entry/dev/caches.h"
#include "kernel/riscv64/cpu/cpu_init.h"
#include "kernel/riscv64/dev/clock.h"
#include "kernel/riscv64/dev/exit_device.h"
#include "kernel/riscv64/dev/imsic.h"
#include "kernel/riscv64/dev/parts.h"
#include "kernel/riscv64/dev/plic.h"
#include "kernel/riscv64/dev/rtc_register.h"
#include "kernel/riscv64/dev/timer.h"
#include "kernel/riscv64/dev/tree.h"
#include "kernel/riscv64/dev/uart.h"
#include "kernel/riscv64/pmu/pmu.h"
#include "kernel/smp/ap.h"
#include "lib/cpu/interrupts.h"
#include "lib/riscv64/sbi.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

static bool wants_serial;

void machine_start_serial(const struct boot_info *info, const struct serial_choices *choices)
{
	parts_init(info);
	wants_serial = choices->count > 0;
	if (wants_serial)
		uart_init();
}

/* Map again. The device tree, the port and QEMU's devices have other addresses now, and ACPI tables
 * can be read. */
static void map_again(const struct boot_info *info)
{
	parts_init(info);
	parts_init_acpi(info);
	if (wants_serial)
		uart_init();
	exit_device_init();
	fw_cfg_use(info->fw_cfg_phys != 0 ? paging_map_device(info->fw_cfg_phys, FW_CFG_BYTES)
					  : NULL);
}

void machine_start_cpu(const struct boot_info *info)
{
	map_again(info);
	boot_ap.cpu.hardware_id = (uint32_t)info->boot_hart;
	if (cpu_init(&boot_ap.cpu) != 0)
		panic("cpu: no memory for the boot CPU's emergency stack");
}

/* QEMU's emulator does not show itself, but its devices do. */
void machine_read_hypervisor(char signature[CPU_HYPERVISOR_CHARS])
{
	signature[0] = '\0';
	if (sbi_base(SBI_BASE_IMPLEMENTATION) == SBI_IMPLEMENTATION_KVM)
		text_copy(signature, CPU_HYPERVISOR_CHARS, "KVMKVMKVM");
	else if (qemu_made_devices())
		text_copy(signature, CPU_HYPERVISOR_CHARS, "TCGTCGTCGTCG");
}

static void read_caches(void)
{
	uint32_t hart = this_cpu()->hardware_id;
	struct cache_sources sources = {.tree = machine_tree(), .tree_cpu = hart};

	sources.has_uid = parts_cpu_uid(hart, &sources.uid);
	caches_init(&sources);
}

void machine_start_devices(const struct boot_info *info, unsigned cpu_limit, unsigned measuring)
{
	clock_init();
	timer_init();
	imsic_init();
	if (!firmware_is_resident())
		plic_init();
	nodes_init();
	read_caches();
	if (info->efi_system_table_phys != 0)
		smbios_init(info);
	pci_init();
	disk_init();
	watchdog_init();
	smp_init(cpu_limit);
	if (measuring != SMP_CPU_ANY && measuring != 0)
		warning("smp", "cpu=%u: the boot CPU measures on this processor", measuring);
	pmu_init();
}

void machine_settle(void)
{
	timer_stop();
	interrupts_handle_pending();
}

enum firmware_answerer platform_firmware_answerer(void)
{
	return sbi_base(SBI_BASE_IMPLEMENTATION) == SBI_IMPLEMENTATION_KVM ? ANSWERED_BY_HYPERVISOR
									   : ANSWERED_BY_FIRMWARE;
}

uint64_t platform_firmware_cpu(uint32_t cpu)
{
	return smp_hardware_id(cpu);
}

static uint64_t register_at(enum platform_register which)
{
	switch (which) {
	case REGISTER_SERIAL_FLAGS:
		return (uintptr_t)uart_scratch_register();
	case REGISTER_RTC_SECONDS:
		return (uintptr_t)rtc_register();
	default:
		return 0;
	}
}

int platform_register(enum platform_register which, uint64_t *where)
{
	*where = register_at(which);
	return *where != 0 ? 0 : -ENOTSUP;
}
