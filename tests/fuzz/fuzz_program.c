/* SPDX-License-Identifier: MIT */
/* Fuzz target for program files, from which `bareline explain` reads names and code. Requests the
 * code of each function, and of the addresses just before and after it. The same bytes are taken
 * for a Linux kernel. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/explain/elf_file.h"
#include "tools/run/boot/linux_kernel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_code(const struct elf_file *elf, uint64_t address)
{
	static volatile uint8_t read;

	for (size_t bytes = 1; bytes <= 256; bytes *= 16) {
		const uint8_t *code = elf_file_code(elf, address, bytes);

		if (code != NULL)
			read = code[0] ^ code[bytes - 1];
	}
	(void)read;
}

static void read_all(const struct elf_file *elf)
{
	for (size_t i = 0; i < elf->symbols.count; i++) {
		const struct symbol *symbol = &elf->symbols.items[i];

		if (symbol_list_find(&elf->symbols, symbol->address) != symbol)
			abort();
		read_code(elf, symbol->address);
		read_code(elf, symbol->address - 1);
		read_code(elf, symbol->address + symbol->size);
		elf_file_symbol(elf, symbol->name);
	}
}

static void read_kernel(const char *data, size_t size)
{
	char *version;
	const char *fault = linux_kernel_fault(data, size, &version);

	if (fault != NULL && version != NULL)
		abort();
	free(version);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *nothing;
	int number = memfd_create("program", 0);
	struct elf_file elf;
	char path[32];

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL || number < 0 || write(number, data, size) != (ssize_t)size)
		abort();
	stderr = nothing;       /* the fuzzer's own messages bypass it */
	snprintf(path, sizeof(path), "/proc/self/fd/%d", number);
	if (elf_file_load(&elf, path)) {
		read_all(&elf);
		elf_file_free(&elf);
	}
	close(number);
	read_kernel((const char *)data, size);
	return 0;
}
