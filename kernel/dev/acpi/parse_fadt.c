/* SPDX-License-Identifier: MIT */
/* The FADT: PM timer, power and reset registers, and legacy devices; and the HPET table. ACPI
 * Specification, "Fixed ACPI Description Table (FADT)"; IA-PC HPET Specification 1.0a, "The ACPI
 * 2.0 HPET Description Table". */
#include "kernel/dev/acpi/parse.h"

#define FADT_REVISION 8
#define FADT_DSDT 40
#define FADT_SMI_CMD 48
#define FADT_ACPI_ENABLE 52
#define FADT_PM1A_CNT_BLK 64
#define FADT_PM1B_CNT_BLK 68
#define FADT_PM_TMR_BLK 76
#define FADT_PM_TMR_LEN 91
#define FADT_DAY_ALRM 106
#define FADT_MON_ALRM 107
#define FADT_CENTURY 108
#define FADT_IAPC_BOOT_ARCH 109
#define FADT_FLAGS 112
#define FADT_RESET_REG 116
#define FADT_RESET_VALUE 128
#define FADT_ARM_BOOT_ARCH 129
#define FADT_X_DSDT 140
#define FADT_X_PM1A_CNT_BLK 172
#define FADT_X_PM1B_CNT_BLK 184
#define FADT_X_PM_TMR_BLK 208
#define FADT_SLEEP_CONTROL_REG 244
#define FADT_SLEEP_STATUS_REG 256

/* "Fixed ACPI Description Table Fixed Feature Flags". */
#define FLAG_TMR_VAL_EXT (1u << 8)
#define FLAG_RESET_REG_SUP (1u << 10)
#define FLAG_HW_REDUCED_ACPI (1u << 20)

/* "IA-PC Boot Architecture Flags", a field that came with revision 2 of the table. */
#define BOOT_ARCH_REVISION 2
#define BOOT_ARCH_8042 (1u << 1)
#define BOOT_ARCH_NO_RTC (1u << 5)

/* "Arm Architecture Boot Flags". */
#define ARM_PSCI_COMPLIANT (1u << 0)
#define ARM_PSCI_USE_HVC (1u << 1)

#define PM_TIMER_BYTES 4
#define RTC_REGISTERS 0x80

/* "Generic Address Structure", "Address Space ID". */
#define SPACE_MEMORY 0
#define SPACE_IO 1

#define HPET_BASE_ADDRESS 40

struct generic_address {
	uint64_t space;
	uint64_t address;
};

static struct generic_address generic_address(struct acpi_bytes table, size_t offset)
{
	return (struct generic_address){
		.space = acpi_field(table, offset, 1),
		.address = acpi_field(table, offset + 4, 8),
	};
}

static uint16_t port_of(struct generic_address address)
{
	bool is_port = address.space == SPACE_IO && address.address <= UINT16_MAX;

	return is_port ? (uint16_t)address.address : 0;
}

static struct acpi_register register_at(struct acpi_bytes table, size_t offset)
{
	struct generic_address address = generic_address(table, offset);
	bool is_port = address.space == SPACE_IO && address.address <= UINT16_MAX;

	return is_port || address.space == SPACE_MEMORY
		? (struct acpi_register){address.address, is_port} : (struct acpi_register){0};
}

/* Port of a register that has an older and a newer field. If the newer field is set, it takes
 * precedence. */
static uint16_t fixed_port(struct acpi_bytes table, size_t old_offset, size_t new_offset)
{
	struct generic_address address = generic_address(table, new_offset);

	if (address.address != 0)
		return port_of(address);
	return (uint16_t)acpi_field(table, old_offset, 4);
}

/* Number of an RTC register. It is 0 if bit 7 is set, because this bit would mask NMIs in the
 * index. */
static uint8_t rtc_register(struct acpi_bytes table, size_t offset)
{
	uint64_t number = acpi_field(table, offset, 1);

	return number < RTC_REGISTERS ? (uint8_t)number : 0;
}

static void parse_legacy_devices(struct acpi_bytes table, struct acpi_fadt *fadt)
{
	uint64_t boot_arch = acpi_field(table, FADT_IAPC_BOOT_ARCH, 2);
	bool is_specified = acpi_field(table, FADT_REVISION, 1) >= BOOT_ARCH_REVISION;

	fadt->has_8042 = !is_specified || (boot_arch & BOOT_ARCH_8042) != 0;
	fadt->rtc_day_alarm = rtc_register(table, FADT_DAY_ALRM);
	fadt->rtc_month_alarm = rtc_register(table, FADT_MON_ALRM);
	fadt->rtc_century = rtc_register(table, FADT_CENTURY);
	fadt->has_rtc = !is_specified || (boot_arch & BOOT_ARCH_NO_RTC) == 0;
}

void acpi_parse_fadt(struct acpi_bytes table, struct acpi_fadt *fadt)
{
	uint64_t flags = acpi_field(table, FADT_FLAGS, 4);
	uint64_t arm_flags = acpi_field(table, FADT_ARM_BOOT_ARCH, 2);

	*fadt = (struct acpi_fadt){
		.dsdt_phys = acpi_field(table, FADT_X_DSDT, 8),
		.pm_timer_32_bits = (flags & FLAG_TMR_VAL_EXT) != 0,
		.pm1a_control_port = fixed_port(table, FADT_PM1A_CNT_BLK, FADT_X_PM1A_CNT_BLK),
		.pm1b_control_port = fixed_port(table, FADT_PM1B_CNT_BLK, FADT_X_PM1B_CNT_BLK),
		.smi_command_port = (uint16_t)acpi_field(table, FADT_SMI_CMD, 4),
		.acpi_enable = (uint8_t)acpi_field(table, FADT_ACPI_ENABLE, 1),
		.reset_value = (uint8_t)acpi_field(table, FADT_RESET_VALUE, 1),
		.has_psci = (arm_flags & ARM_PSCI_COMPLIANT) != 0,
		.psci_uses_hvc = (arm_flags & ARM_PSCI_USE_HVC) != 0,
	};
	if (fadt->dsdt_phys == 0)
		fadt->dsdt_phys = acpi_field(table, FADT_DSDT, 4);
	if (acpi_field(table, FADT_PM_TMR_LEN, 1) == PM_TIMER_BYTES)
		fadt->pm_timer_port = fixed_port(table, FADT_PM_TMR_BLK, FADT_X_PM_TMR_BLK);
	if ((flags & FLAG_HW_REDUCED_ACPI) != 0) {
		fadt->is_hardware_reduced = true;
		fadt->sleep_control = register_at(table, FADT_SLEEP_CONTROL_REG);
		fadt->sleep_status = register_at(table, FADT_SLEEP_STATUS_REG);
	}
	if ((flags & FLAG_RESET_REG_SUP) != 0)
		fadt->reset = register_at(table, FADT_RESET_REG);
	parse_legacy_devices(table, fadt);
}

bool acpi_parse_hpet(struct acpi_bytes table, struct acpi_hpet *hpet)
{
	struct generic_address base = generic_address(table, HPET_BASE_ADDRESS);

	hpet->phys = base.address;
	return base.space == SPACE_MEMORY && base.address != 0;
}
