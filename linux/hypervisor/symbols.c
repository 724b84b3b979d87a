/* SPDX-License-Identifier: MIT */
/* Runs instead of a guest: prints the kernel's functions and addresses, with the modules that
 * init.c loads, as a guest's output. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/boot_files.h"
#include "linux/hypervisor/functions.h"

int main(void)
{
	FILE *out = fopen("/" GUEST_LOG, "we");

	if (out == NULL)
		err(EXIT_FAILURE, "/" GUEST_LOG);
	fputs(SYMBOLS_BEGIN "\n", out);
	functions_print(out, false, "");
	fputs(SYMBOLS_END "\n", out);
	return fclose(out) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
