/* SPDX-License-Identifier: MIT */
/* Counts the steps of a program whose every basic block says that it was entered (both compilers'
 * -fsanitize-coverage=trace-pc), and writes their number into the file that STEPS names as it ends.
 * What a C library does is not counted, but for what it calls. This file itself is compiled
 * without. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void __sanitizer_cov_trace_pc(void);

static uint64_t steps;

void __sanitizer_cov_trace_pc(void)
{
	steps++;
}

__attribute__((destructor)) static void steps_write(void)
{
	const char *path = getenv("STEPS");
	FILE *file = path != NULL ? fopen(path, "w") : NULL;

	if (file == NULL)
		return;
	fprintf(file, "%" PRIu64 "\n", steps);
	fclose(file);
}
