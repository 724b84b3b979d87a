/* SPDX-License-Identifier: MIT */
#include "tools/run/count/processor.h"

#include <elf.h>
#include <stddef.h>
#include <string.h>

#define FOREIGN "for another processor than "

/* Flags: FLAG_ELF_LIBC6 with FLAG_X8664_LIB64, FLAG_AARCH64_LIB64 or FLAG_RISCV_FLOAT_ABI_DOUBLE
 * (glibc, sysdeps/generic/ldconfig.h). With iomem=relaxed, the first process may use the devices
 * that Linux has drivers for. */
static const struct count_processor processors[] = {
	{"x86_64", "x86-64", EM_X86_64, 0x0303, "/x86_64-linux-gnu", "ttyS0", "pvpanic", false,
	 FOREIGN "x86-64"},
	{"aarch64", "aarch64", EM_AARCH64, 0x0a03, "/aarch64-linux-gnu",
	 "ttyAMA0 iomem=relaxed", "pvpanic-pci", false, FOREIGN "aarch64"},
	{"riscv64", "riscv64", EM_RISCV, 0x1003, "/riscv64-linux-gnu",
	 "ttyS0 iomem=relaxed", "pvpanic-pci", true, FOREIGN "riscv64"},
};

const struct count_processor *count_processor_find(const char *arch)
{
	size_t i = sizeof(processors) / sizeof(processors[0]) - 1;

	while (i > 0 && (arch == NULL || strcmp(processors[i].arch, arch) != 0))
		i--;
	return &processors[i];
}
