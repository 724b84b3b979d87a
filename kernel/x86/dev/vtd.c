/* SPDX-License-Identifier: MIT */
#include "kernel/x86/dev/vtd.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/dev/acpi/acpi.h"
#include "kernel/mm/firmware.h"

/* Intel VT-d Architecture Specification, "Global Status Register". */
#define REGISTERS_BYTES 0x100u
#define GLOBAL_STATUS (0x1c / 4)
#define STATUS_TRANSLATION (1u << 31)
#define STATUS_INTERRUPTS (1u << 25)
#define ABSENT UINT32_MAX

/* AMD IOMMU Specification (48882), "IOMMU Control Register". Only tables in memory tell whether
 * interrupts are remapped. */
#define AMD_CONTROL (0x18 / 4)
#define AMD_CONTROL_ENABLED (1u << 0)

const char *vtd_state(const char **item)
{
	unsigned count, found = 0;
	bool is_amd;
	const uint64_t *units_phys = acpi_remapping_units(&count, &is_amd);
	uint32_t all = 0;

	*item = is_amd ? "amd_iommu" : "vtd";

	for (unsigned i = 0; i < count; i++) {
		const volatile uint32_t *registers =
			firmware_map_device("vtd", units_phys[i], REGISTERS_BYTES);
		uint32_t status = registers == NULL ? ABSENT
				  : registers[is_amd ? AMD_CONTROL : GLOBAL_STATUS];

		if (status == ABSENT)
			continue;
		found++;
		all |= status;
	}
	if (found == 0)
		return NULL;
	if (is_amd)
		return (all & AMD_CONTROL_ENABLED) != 0 ? "on" : "off";
	if ((all & STATUS_TRANSLATION) != 0)
		return (all & STATUS_INTERRUPTS) != 0 ? "DMA and interrupts" : "DMA";
	return (all & STATUS_INTERRUPTS) != 0 ? "interrupts" : "off";
}
