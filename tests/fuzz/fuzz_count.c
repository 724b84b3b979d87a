/* SPDX-License-Identifier: MIT */
/* Fuzz target for what `bareline count` reads: the plugin's counts, ELF files, the host's cache of
 * libraries, suites, the guest's log, and the kernel's symbols. The first byte selects one. Counts
 * that can be read become rows and functions: the functions must have the instructions of the
 * program's call paths. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/count/counted_functions.h"
#include "tools/count/counted_run.h"
#include "tools/run/count/count_boot.h"
#include "tools/run/count/elf_needs.h"
#include "tools/run/count/library_cache.h"
#include "tools/run/count/places.h"
#include "tools/run/count/processor.h"
#include "tools/run/count/suite.h"
#include "tools/topic/count/count.h"
#include "tools/view/data.h"

#define PROGRAMS 2

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FILE *nothing;

/* Creates a file in memory and writes its path to path. Returns its descriptor. */
static int make_file(const uint8_t *data, size_t size, char path[32])
{
	int number = memfd_create("input", 0);

	if (number < 0 || write(number, data, size) != (ssize_t)size)
		abort();
	snprintf(path, 32, "/proc/self/fd/%d", number);
	return number;
}

static void use_window(const struct program_counts *counts, size_t window)
{
	const struct symbol_list kernel = {0};
	struct counted_functions functions;
	struct counted_run run;
	struct tables tables;

	counted_run_make(&run, counts, window);
	counted_functions_make(&functions, counts, window, NULL, 0, &kernel);
	if (functions.tree.insns != run.user + run.kernel - (uint64_t)run.not_in_paths)
		abort();
	tables_init(&tables, "");
	topic_count(&tables, &(struct count_report){
		.program = "made up", .status = "exit status 0", .runs = &run, .run_count = 1,
		.functions = &functions, .is_whole = true,
	});
	json_write(&tables, nothing);
	tables_free(&tables);
	counted_functions_free(&functions);
	counted_run_free(&run);
}

static void use_counts(const char *path)
{
	struct program_counts counts;

	if (!program_counts_read(&counts, path))
		return;
	for (size_t i = 0; i < counts.window_count && i < PROGRAMS; i++)
		use_window(&counts, i);
	program_counts_free(&counts);
}

static void use_elf(const char *bytes, size_t size)
{
	struct elf_needs needs;

	if (elf_needs_read(&needs, bytes, size, count_processor_find(NULL)) != NULL)
		return;
	for (size_t i = 0; i < needs.count; i++)
		fputs(needs.libraries[i], nothing);
	elf_needs_free(&needs);
}

static void use_log(const uint8_t *data, size_t size)
{
	struct count_program programs[PROGRAMS] = {{0}};
	char *log = malloc(size + 1);

	if (log == NULL)
		abort();
	memcpy(log, data, size);
	log[size] = '\0';
	count_log_read(log, programs, PROGRAMS);
	for (size_t i = 0; i < PROGRAMS; i++)
		count_program_free(&programs[i]);
	free(log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct suite suite;
	char path[32];
	int number;

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL)
		abort();
	stderr = nothing;       /* the fuzzer's own messages bypass it */
	if (size == 0)
		return 0;
	number = make_file(data + 1, size - 1, path);
	switch (data[0]) {
	case 'c':
		use_counts(path);
		break;
	case 'e':
		use_elf((const char *)data + 1, size - 1);
		break;
	case 'l':
		library_cache_find((const char *)data + 1, size - 1, "libc.so.6",
				   count_processor_find(NULL));
		break;
	case 's':
		if (suite_read(&suite, path))
			suite_free(&suite);
		break;
	case 'o':
		use_log(data + 1, size - 1);
		break;
	case 'p':
		places_write(path, "/dev/null", count_processor_find(NULL));
		break;
	default:
		break;
	}
	close(number);
	return 0;
}
