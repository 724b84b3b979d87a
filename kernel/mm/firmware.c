/* SPDX-License-Identifier: MIT */
/* Addresses come from firmware, so each is checked against the CPU's address width before it is
 * mapped. */
#include "kernel/mm/firmware.h"

#include "kernel/mm/paging.h"
#include "lib/x86/cpuid.h"

#define CPUID_ADDRESS_SIZES 0x80000008u

uint64_t firmware_end_phys(void)
{
	unsigned bits = cpuid_or_zero(CPUID_ADDRESS_SIZES, 0).eax & 0xff;

	return 1ull << (bits >= 32 && bits <= 52 ? bits : 36);
}

bool firmware_is_addressable(uint64_t phys, size_t size_bytes)
{
	uint64_t end = firmware_end_phys();

	return phys != 0 && phys < end && size_bytes <= end - phys;
}

const uint8_t *firmware_map(uint64_t phys, size_t size_bytes)
{
	if (size_bytes == 0 || !firmware_is_addressable(phys, size_bytes))
		return NULL;
	return paging_map_firmware(phys, size_bytes);
}
