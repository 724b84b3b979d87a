/* SPDX-License-Identifier: MIT */
/* The machine's steps of kernel_main() on aarch64. */
#include "kernel/machine/start.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "boot/fw_cfg_memory.h"
#include "boot/qemu.h"
#include "kernel/aarch64/cpu/cpu_init.h"
#include "kernel/aarch64/dev/clock.h"
#include "kernel/aarch64/dev/gic.h"
#include "kernel/aarch64/dev/its.h"
#include "kernel/aarch64/dev/parts.h"
#include "kernel/aarch64/dev/pl011.h"
#include "kernel/aarch64/dev/psci.h"
#include "kernel/aarch64/dev/rtc_register.h"
#include "kernel/aarch64/dev/tree.h"
#include "kernel/aarch64/pmu/pmu.h"
#include "kernel/core/panic.h"
#include "kernel/dev/pci/pci.h"
#include "kernel/dev/smbios.h"
#include "kernel/dev/time_base.h"
#include "kernel/disk/disk.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/firmware_return.h"
#include "kernel/machine/hypervisor.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smp.h"
#include "kernel/machine/watchdog.h"
#include "kernel/nodes.h"
#include "kernel/one_entry/dev/caches.h"
#include "kernel/smp/ap.h"
#include "lib/aarch64/control.h"
#include "lib/aarch64/register_caches.h"
#include "lib/cpu/affinity.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define PFR0_EL3 0xf000ull               /* "ID_AA64PFR0_EL1", field EL3 */

/* Set by boot/aarch64/head.S. */
extern const bool has_left_el2;

static bool wants_serial;

void machine_start_serial(const struct boot_info *info, const struct serial_choices *choices)
{
	parts_init(info);
	wants_serial = choices->count > 0;
	if (wants_serial)
		pl011_init();
}

/* Map again. The device tree, the port and QEMU's configuration device have other addresses now,
 * and ACPI tables can be read. */
static void map_again(const struct boot_info *info)
{
	parts_init(info);
	parts_init_acpi(info);
	if (wants_serial)
		pl011_init();
	fw_cfg_use(info->fw_cfg_phys != 0 ? paging_map_device(info->fw_cfg_phys, FW_CFG_BYTES)
					  : NULL);
}

void machine_start_cpu(const struct boot_info *info)
{
	map_again(info);
	boot_ap.cpu.hardware_id = cpu_hardware_id();
	if (cpu_init(&boot_ap.cpu) != 0)
		panic("cpu: no memory for the boot CPU's emergency stack");
}

/* QEMU's emulator does not show itself, but its devices do. On macOS, QEMU may run a guest on the
 * host's CPU, which it cannot emulate. */
void machine_read_hypervisor(char signature[CPU_HYPERVISOR_CHARS])
{
	struct cpu_identity identity;

	cpu_identity_read(&identity);
	signature[0] = '\0';
	if (psci_is_of_kvm())
		text_copy(signature, CPU_HYPERVISOR_CHARS, "KVMKVMKVM");
	else if (qemu_made_devices() && strcmp(identity.vendor, "Apple") != 0)
		text_copy(signature, CPU_HYPERVISOR_CHARS, "TCGTCGTCGTCG");
}

static void read_caches(void)
{
	struct cache_sources sources = {.tree = machine_tree(),
					.tree_cpu = affinity_unpack(cpu_hardware_id())};

	sources.has_uid = acpi_cpu_uid(cpu_hardware_id(), &sources.uid);
	sources.registers.count = register_caches_read(sources.registers.caches);
	caches_init(&sources);
}

void machine_start_devices(const struct boot_info *info, unsigned cpu_limit, unsigned measuring)
{
	clock_init();
	gic_init(firmware_is_resident());
	if (!firmware_is_resident())
		its_init();
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
	gic_settle();
}

static uint64_t register_at(enum platform_register which)
{
	switch (which) {
	case REGISTER_GIC_ID:
		return (uintptr_t)gic_id_register();
	case REGISTER_SERIAL_FLAGS:
		return (uintptr_t)pl011_flag_register();
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

bool platform_has_conduit(enum platform_conduit conduit)
{
	switch (conduit) {
	case CONDUIT_PSCI_HVC:
		return parts()->psci == PSCI_HVC && !has_left_el2;
	case CONDUIT_PSCI_SMC:
		return parts()->psci == PSCI_SMC;
	case CONDUIT_OWN_EL2:
		return has_left_el2;
	}
	return false;
}

/* Without EL3, no firmware answers SMC or HVC. The emulator or hypervisor does, outside of the
 * machine. */
enum firmware_answerer platform_firmware_answerer(void)
{
	char hypervisor[CPU_HYPERVISOR_CHARS];

	if (parts()->psci == PSCI_SMC && (read_register(id_aa64pfr0_el1) & PFR0_EL3) != 0)
		return ANSWERED_BY_FIRMWARE;
	machine_read_hypervisor(hypervisor);
	return strcmp(hypervisor, "TCGTCGTCGTCG") == 0 ? ANSWERED_BY_EMULATOR
						       : ANSWERED_BY_HYPERVISOR;
}

uint64_t platform_firmware_cpu(uint32_t cpu)
{
	return affinity_unpack(smp_hardware_id(cpu));
}
