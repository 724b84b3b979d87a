/* SPDX-License-Identifier: MIT */
/* A kernel has megabytes of symbols. A terminal takes thousands of instructions for each byte, so
 * the bytes go directly to the serial port, where QEMU takes each at once. */
#include "linux/count/symbols.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/boot_files.h"
#include "linux/count/machine.h"
#include "linux/hypervisor/functions.h"

#define MODULES "/proc/modules"

void symbols_send(void)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&bytes, &size);

	if (out == NULL)
		err(EXIT_FAILURE, "list of symbols");
	fputs("\n" SYMBOLS_BEGIN "\n", out);
	functions_print(out, false, "");
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
