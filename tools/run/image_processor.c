/* SPDX-License-Identifier: MIT */
#include "tools/run/image_processor.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

/* QEMU, docs/system/riscv/virt.rst: a kernel at the start of memory leaves no room for firmware. */
#define RISCV_MEMORY_BEGIN 0x80000000u

/* CPU models that are the same on every QEMU. */
static const struct image_processor {
	uint16_t elf_machine;
	const char *qemu, *cpu;
} processors[] = {
	{EM_RISCV, "qemu-system-riscv64", "rv64"},
	{EM_AARCH64, "qemu-system-aarch64", "cortex-a57"},
};

static bool read_header(const char *path, Elf64_Ehdr *header)
{
	FILE *file = fopen(path, "re");
	bool is_elf = file != NULL && fread(header, sizeof(*header), 1, file) == 1 &&
		      memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
		      header->e_ident[EI_CLASS] == ELFCLASS64 &&
		      header->e_ident[EI_DATA] == ELFDATA2LSB;

	if (file != NULL)
		fclose(file);
	return is_elf;
}

void image_processor_choose(struct machine_request *machine)
{
	Elf64_Ehdr header;

	if (!read_header(machine->image, &header))
		return;
	for (size_t i = 0; i < sizeof(processors) / sizeof(processors[0]); i++) {
		if (header.e_machine != processors[i].elf_machine)
			continue;
		if (strcmp(machine->qemu, QEMU_DEFAULT) == 0)
			machine->qemu = processors[i].qemu;
		if (machine->cpu == NULL)
			machine->cpu = processors[i].cpu;
		machine->type = MACHINE_VIRT;
		machine->has_no_firmware = header.e_machine == EM_RISCV &&
					   header.e_entry == RISCV_MEMORY_BEGIN;
	}
}
