/* SPDX-License-Identifier: MIT */
/* A kernel has megabytes of symbols. A terminal takes thousands of instructions for each byte, so
 * the bytes go directly to the serial port, where QEMU takes each at once. */
#include "linux/count/symbols.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/boot_files.h"
#include "linux/count/machine.h"
#include "linux/hypervisor/functions.h"

/* In a line: after 16 digits of the address, and the letter. */
#define NAME_AT (16 + 3)
#define MODULES "/proc/modules"

struct sending {
	FILE *out;
	struct random_symbols *found;
};

static void take_symbol(void *context, const char *line)
{
	const struct sending *sending = context;
	struct random_symbols *found = sending->found;
	const struct {
		const char *name;
		uint64_t *address_virt;
	} wanted[] = {
		{"_stext\n", &found->begin_virt}, {"base_crng\n", &found->state_virt},
		{"next_reseed", &found->reseed_virt},
	};

	if (symbols_is_code(line))
		fputs(line, sending->out);
	if (strlen(line) <= NAME_AT)
		return;
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		if (strncmp(line + NAME_AT, wanted[i].name, strlen(wanted[i].name)) == 0)
			*wanted[i].address_virt = strtoull(line, NULL, 16);
	}
}

void symbols_send(struct random_symbols *found)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&bytes, &size);

	if (out == NULL)
		err(EXIT_FAILURE, "list of symbols");
	fputs("\n" SYMBOLS_BEGIN "\n", out);
	symbols_each(take_symbol, &(struct sending){out, found});
	fputs(SYMBOLS_END "\n", out);
	fclose(out);
	machine_send(bytes, size);
	free(bytes);
}

void symbols_print_modules(void)
{
	FILE *modules = fopen(MODULES, "re");

	if (modules == NULL)
		return;
	if (fgetc(modules) != EOF)
		functions_print(stdout, true, COUNT_LINE " symbol ");
	fclose(modules);
}
