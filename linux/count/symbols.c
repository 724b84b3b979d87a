/* SPDX-License-Identifier: MIT */
/* A kernel has megabytes of symbols. A terminal takes thousands of instructions for each byte, so
 * the bytes go directly to the serial port, where QEMU takes each at once. */
#include "linux/count/symbols.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/io.h>

#include "lib/boot_files.h"
#include "linux/hypervisor/functions.h"

#define MODULES "/proc/modules"
#define PORT_SERIAL 0x3f8

static void write_port(const char *bytes, size_t size)
{
	__asm__ volatile("rep outsb" : "+S"(bytes), "+c"(size) : "d"(PORT_SERIAL) : "memory");
}

void symbols_send(void)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&bytes, &size);

	if (out == NULL || ioperm(PORT_SERIAL, 1, 1) != 0)
		err(EXIT_FAILURE, "port %#x", PORT_SERIAL);
	fputs("\n" SYMBOLS_BEGIN "\n", out);
	functions_print(out, false, "");
	fputs(SYMBOLS_END "\n", out);
	fclose(out);
	write_port(bytes, size);
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
