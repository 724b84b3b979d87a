/* SPDX-License-Identifier: MIT */
/* `bareline count`: counts the instructions of a program, with those of the kernel. */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "lib/text/ticks.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/explain/export.h"
#include "tools/results/run_directory.h"
#include "tools/run/boot/linux_kernel.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/count/measure.h"
#include "tools/run/machine_request.h"
#include "tools/topic/count/count.h"
#include "tools/view/data.h"
#include "tools/view/output.h"
#include "tools/view/page.h"

#define LINUX_IMAGE "linux/vmlinuz"
#define KERNEL_BYTES_MAX ((size_t)1 << 30)
#define RUNS_MAX 1000
#define CPUS_MAX 64
#define SECONDS_DEFAULT 600

struct settings {
	struct measure_request request;
	const char *input, *output;
	struct option_time time_limit;
	struct table_output tables;
};

/* ---- Options ---- */

static bool take_with(void *to, const char *value, struct option_problem *problem)
{
	struct measure_request *request = to;

	if (request->with_count == MEASURE_WORDS_MAX)
		return option_refuse(problem, "given more than %d times", MEASURE_WORDS_MAX);
	if (access(value, R_OK) != 0)
		return option_refuse(problem, "not a readable file or directory");
	request->with[request->with_count++] = value;
	return true;
}

static bool take_variable(void *to, const char *value, struct option_problem *problem)
{
	struct measure_request *request = to;

	if (request->variable_count == MEASURE_WORDS_MAX)
		return option_refuse(problem, "given more than %d times", MEASURE_WORDS_MAX);
	if (strchr(value, '=') == NULL || value[0] == '=')
		return option_refuse(problem, "not NAME=VALUE");
	request->variables[request->variable_count++] = value;
	return true;
}

static bool take_memory(void *to, const char *value, struct option_problem *problem)
{
	unsigned long size;

	if (!text_number(value, &size) || size < 256ul << 20)
		return option_refuse(problem, "not a size of 256M or more");
	*(const char **)to = value;
	return true;
}

static const struct option_spec program_options[] = {
	{.name = "with", .kind = OPTION_CALL, .argument = "PATH", .call = take_with,
	 .offset = offsetof(struct settings, request),
	 .help = "also copy this file or directory into the guest; may be repeated (PROGRAM, its "
		 "libraries, and the files that arguments name)"},
	{.name = "input", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct settings, input),
	 .help = "set the program's standard input (empty)"},
	{.name = "env", .kind = OPTION_CALL, .argument = "NAME=VALUE", .call = take_variable,
	 .offset = offsetof(struct settings, request),
	 .help = "set a variable of the program's environment; may be repeated (PATH, HOME, "
		 "LC_ALL=C and PYTHONHASHSEED=0 only)"},
	{.name = "warmup", .kind = OPTION_NUMBER, .argument = "N", .least = 0, .most = RUNS_MAX,
	 .offset = offsetof(struct settings, request.boot.warmups),
	 .help = "first run the program N times without counting it (1)"},
	{.name = "repeat", .kind = OPTION_NUMBER, .argument = "N", .least = 1, .most = RUNS_MAX,
	 .offset = offsetof(struct settings, request.boot.repeats),
	 .help = "count N runs, and print how far they differ (2)"},
	{0},
};

static const struct option_spec machine_options[] = {
	{.name = "kernel", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct settings, request.boot.kernel),
	 .help = "boot this Linux, a bzImage or a vmlinux (the distribution's)"},
	{.name = "kernel-append", .kind = OPTION_TEXT, .argument = "PARAMS",
	 .offset = offsetof(struct settings, request.boot.append),
	 .help = "append PARAMS to the kernel's command line"},
	{.name = "qemu", .kind = OPTION_TEXT, .argument = "PROGRAM",
	 .offset = offsetof(struct settings, request.boot.qemu),
	 .help = "run this QEMU (qemu-system-x86_64)"},
	{.name = "cpus", .kind = OPTION_NUMBER, .argument = "N", .least = 1, .most = CPUS_MAX,
	 .offset = offsetof(struct settings, request.boot.cpus),
	 .help = "set the number of CPUs (1)"},
	{.name = "memory", .kind = OPTION_CALL, .argument = "SIZE", .call = take_memory,
	 .offset = offsetof(struct settings, request.boot.memory),
	 .help = "set the size of the memory (1G)"},
	{.name = "timeout", .kind = OPTION_TIME, .argument = "TIME", .least = NS_PER_SECOND,
	 .most = ~0ul, .offset = offsetof(struct settings, time_limit),
	 .help = "end a boot after TIME (10m)"},
	{0},
};

static const struct option_spec files_options[] = {
	{.name = "all", .kind = OPTION_FLAG, .offset = offsetof(struct settings, tables.all),
	 .help = "print all entries to the kernel and all functions, not only the largest"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .writes = true, .offset = offsetof(struct settings, output),
	 .help = "write the log, the counts, count.json, count.html, flames.svg, stacks.folded and "
		 "profile.pb to DIRECTORY (results/TIMESTAMP)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = program_options},
	{.heading = "The machine", .options = machine_options},
	{.heading = "Output", .options = files_options},
	{.options = table_options, .offset = offsetof(struct settings, tables)},
	{.options = replace_options},
	{0},
};

/* ---- The machine ---- */

/* The kernel's version, to be freed. Exits with EXIT_USAGE if it cannot be booted so. */
static char *check_kernel(const struct count_request *boot)
{
	char *version = NULL, *bytes;
	const char *fault;
	size_t size;

	bytes = file_load(boot->kernel, KERNEL_BYTES_MAX, "kernel", &size);
	if (bytes == NULL)
		exit(EXIT_USAGE);
	fault = linux_kernel_fault(bytes, size, &version);
	if (fault != NULL)
		errx(EXIT_USAGE, "%s: %s", boot->kernel, fault);
	free(bytes);
	if (boot->cpus > 1 && !linux_kernel_starts_counted_cpus(version))
		errx(EXIT_USAGE, "%s: starts no further CPUs while instructions are counted; give "
		     "a kernel of version 6.5 or later, or --cpus 1", boot->kernel);
	return version;
}

/* ---- Output ---- */

static bool write_stacks(const struct measured *measured, const char *directory)
{
	static const struct {
		const char *name;
		void (*write)(const struct explained *, size_t, FILE *);
	} files[] = {
		{"stacks.folded", explain_write_folded}, {RUN_FLAMES, explain_write_flames},
		{"profile.pb", explain_write_pprof},
	};
	const struct wire_bench bench_info = {.name = measured->line};
	const struct wire_series series_info = {.point = "", .stage = ""};
	const struct bench bench = {.info = &bench_info};
	const struct series series = {.info = &series_info};
	const struct explained explained = {
		.bench = &bench, .series = &series, .operations = 1,
		.sampled_insns = measured->functions.tree.insns, .tree = measured->functions.tree,
	};
	bool good = true;

	for (size_t i = 0; i < COUNT(files); i++) {
		char *path = run_directory_file(directory, files[i].name);
		FILE *file = file_create(path);

		if (file != NULL)
			files[i].write(&explained, 1, file);
		good &= file_finish(file, path);
		free(path);
	}
	return good;
}

static bool write_tables(const struct count_report *report, const char *directory)
{
	struct count_report whole = *report;
	char *json = run_directory_file(directory, "count.json");
	char *page = run_directory_file(directory, "count.html");
	struct tables tables;
	bool good;

	whole.is_whole = true;
	tables_init(&tables, "");
	topic_count(&tables, &whole);
	good = output_write(&tables, json_write, json) && page_write_file(&tables, page, true);
	tables_free(&tables);
	free(page);
	free(json);
	return good;
}

/* The sums must be equal; user instructions may vary between the runs, and that is said. */
static int check_sums(const struct measured *measured)
{
	bool varies = false;

	for (size_t i = 0; i < measured->run_count; i++) {
		const struct counted_run *run = &measured->runs[i];

		if (run->not_in_rows != 0 || run->not_in_paths != 0) {
			warnx("%s: run %zu: the sums differ: %" PRId64 " instructions of the "
			      "kernel have no entry, and %" PRId64 " instructions no function",
			      measured->line, i + 1, run->not_in_rows, run->not_in_paths);
			return EXIT_FAILED;
		}
		varies |= run->user != measured->runs[0].user;
	}
	if (measured->functions.tree.insns != measured->runs[0].user + measured->runs[0].kernel) {
		warnx("%s: the sum of all functions is %" PRIu64 " instructions", measured->line,
		      measured->functions.tree.insns);
		return EXIT_FAILED;
	}
	if (varies)
		warnx("%s: the user instructions of its runs differ: the program uses random "
		      "numbers, times, or what it left before", measured->line);
	return EXIT_GOOD;
}

static int report(const struct settings *settings, const struct measured *measured,
		  const char *kernel, const char *directory)
{
	const struct count_report report = {
		.program = measured->line, .status = measured->program.status, .kernel = kernel,
		.warmups = settings->request.boot.warmups,
		.runs = measured->runs, .run_count = measured->run_count,
		.functions = &measured->functions, .is_whole = settings->tables.all,
	};
	int status = check_sums(measured);
	struct tables tables;

	if (status != EXIT_GOOD)
		return status;
	tables_init(&tables, "");
	topic_count(&tables, &report);
	if (!table_output_write(&settings->tables, &tables) || !write_tables(&report, directory) ||
	    !write_stacks(measured, directory))
		status = EXIT_MACHINE;
	tables_free(&tables);
	if (!measured->program.is_good) {
		fprintf(stderr, "%s: %s; it wrote:\n%s", measured->line, measured->program.status,
			measured->program.output);
		if (status == EXIT_GOOD)
			status = EXIT_FAILED;
	}
	return status;
}

/* ---- All ---- */

static int count_run(int argc, char **argv)
{
	static struct settings settings = {
		.request.boot = {
			.qemu = QEMU_DEFAULT, .memory = "1G", .cpus = 1,
			.seconds = SECONDS_DEFAULT, .warmups = 1, .repeats = 2,
		},
	};
	struct count_request *boot = &settings.request.boot;
	struct measured_program program;
	struct run_directory directory;
	struct measurement measurement;
	char *own = NULL, *version;
	int status = EXIT_FAILED;

	arguments_parse(&count_command, &settings, argc, argv);
	if (settings.time_limit.text != NULL)
		boot->seconds = settings.time_limit.ns / NS_PER_SECOND;
	if (boot->kernel == NULL) {
		own_file_require(LINUX_IMAGE, "--kernel");
		boot->kernel = own = own_file(LINUX_IMAGE);
	}
	count_require(boot);
	version = check_kernel(boot);
	if (!run_directory_make_parent(&directory, settings.output))
		return EXIT_USAGE;
	program = (struct measured_program){.arguments = argv + 1, .input = settings.input};
	if (measure(&settings.request, &program, 1, directory.path, &measurement)) {
		status = report(&settings, &measurement.items[0], version, directory.path);
		fprintf(stderr, "Report: %s/count.html\n", directory.path);
		measurement_free(&measurement);
	}
	run_directory_release(&directory);
	free(version);
	free(own);
	return status;
}

const struct command count_command = {
	.name = "bareline count",
	.summary = "count the instructions of a program, with the kernel's",
	.usage = "[OPTION]... -- PROGRAM [ARGUMENT]...",
	.about = "Run a program of this host in Linux on an emulated machine, and count its "
		 "instructions and those of the kernel for it, by system call, fault and function. "
		 "The sums must equal the total, or the command fails. The program runs as root in "
		 "/count, where relative paths are, with a fixed environment, without network and "
		 "display.",
	.groups = groups,
	.exit_status = "0 counted, and the program's exit status was 0\n"
		       "1 the program or the boot failed, or sums differ\n"
		       "2 wrong arguments or unusable input\n"
		       "3 out of memory, or no room for the output",
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = count_run,
};
