/* SPDX-License-Identifier: MIT */
/* Up to family 16h the temperature is in configuration space of the first node. From family 17h on
 * it is behind an index register (SMN) of the root complex. BKDG for AMD Family 16h Models 00h-0Fh
 * (48751), "D18F3xA4 Reported Temperature Control"; PPR for AMD Family 17h Model 18h (55570),
 * "SMU::THM". */
#include "kernel/x86/pmu/amd_temperature.h"

#include "kernel/dev/pci/config.h"

#define VENDOR_AMD 0x1022u
#define VENDOR_HYGON 0x1d94u
#define IDENTITY 0x00
#define REPORTED_TEMPERATURE 0xa4
#define SMN_INDEX 0x60
#define SMN_DATA 0x64
#define SMN_TEMPERATURE 0x59800u

#define EIGHTHS(value) ((value) >> 21)          /* of a degree */
#define SELECT_LOWER(value) (((value) >> 16 & 3) == 3)
#define RANGE_LOWER(value) (((value) >> 19 & 1) != 0)
#define LOWER_EIGHTHS (49u * 8)
#define DEGREES_MAX 150u

static const struct pci_address root = {0}, northbridge = {.device = 0x18, .function = 3};

static bool is_amd(struct pci_address address)
{
	uint32_t vendor = pci_config_read(address, IDENTITY) & 0xffff;

	return vendor == VENDOR_AMD || vendor == VENDOR_HYGON;
}

static uint32_t degrees_of(uint32_t value, bool is_lower)
{
	uint32_t eighths = EIGHTHS(value), below = is_lower ? LOWER_EIGHTHS : 0;
	uint32_t degrees = eighths > below ? (eighths - below + 4) / 8 : 0;

	return degrees <= DEGREES_MAX ? degrees : 0;
}

/* Read a register of the SMN. A system management interrupt may change the index between the write
 * of the index and the read. Firmware's index is restored. */
static uint32_t read_smn(void)
{
	uint32_t before = pci_config_read(root, SMN_INDEX), value;
	bool is_right;

	pci_config_write(root, SMN_INDEX, SMN_TEMPERATURE);
	value = pci_config_read(root, SMN_DATA);
	is_right = pci_config_read(root, SMN_INDEX) == SMN_TEMPERATURE;
	pci_config_write(root, SMN_INDEX, before);
	return is_right ? value : 0;
}

/* Whether the temperature is usable. Excluded are family 10h, some of whose models report a wrong
 * temperature (erratum 319), and models of family 15h that need another index register. */
static bool has_reported(uint32_t family, uint32_t model)
{
	return family == 0x11 || family == 0x12 || family == 0x14 || family == 0x16 ||
	       (family == 0x15 && model < 0x60);
}

static bool has_smn(uint32_t family)
{
	return family == 0x17 || family == 0x18 || family == 0x19 || family == 0x1a;
}

uint32_t amd_temperature(uint32_t family, uint32_t model)
{
	uint32_t value;

	if (has_reported(family, model) && is_amd(northbridge)) {
		value = pci_config_read(northbridge, REPORTED_TEMPERATURE);
		return degrees_of(value, SELECT_LOWER(value) && family >= 0x15);
	}
	if (!has_smn(family) || !is_amd(root))
		return 0;
	value = read_smn();
	return degrees_of(value, RANGE_LOWER(value) || SELECT_LOWER(value));
}
