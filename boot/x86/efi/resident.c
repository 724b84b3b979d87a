/* SPDX-License-Identifier: MIT */
#include "boot/efi/resident.h"

#include "boot/efi/devices.h"
#include "boot/x86/efi/cpus.h"
#include "lib/x86/control.h"

#define CR4_LA57 (1u << 12)
#define CR4_CET (1u << 23)

/* The features that the world switch does not restore: 5-level paging, process-context identifiers
 * and shadow stacks. */
const char *resident_unsupported_reason(void)
{
	uint64_t cr4 = read_cr4();

	if ((cr4 & CR4_LA57) != 0)
		return "firmware uses 5-level page tables";
	if ((cr4 & (CR4_PCIDE | CR4_CET)) != 0)
		return "firmware uses PCIDs or shadow stacks";
	if (!devices_find_timer())
		return "firmware has no timer protocol";
	return NULL;
}

void resident_prepare(struct handoff *handoff, const struct boot_info *info,
		      const struct loader_options *options)
{
	efi_acpi_read(info->rsdp_phys, &devices_acpi);
	handoff->boot_apic_id = cpus_own_apic_id();
	cpus_start(handoff, options);
}

void resident_enter(struct handoff *handoff, uint64_t entry, uint64_t argument)
{
	world_switch(&handoff->boot, entry, argument, &handoff->boot, 0);
}

unsigned resident_wait_for_cpus(struct handoff *handoff, char *text, size_t size)
{
	return cpus_wait_for_return(handoff, text, size);
}

void resident_settle(void)
{
	cpus_settle();
}
