/* SPDX-License-Identifier: MIT */
/* `bareline count`: counts the instructions of a program, with those of the kernel. */
#include <elf.h>
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
#include "tools/base/directory.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/count/counted_flames.h"
#include "tools/explain/export.h"
#include "tools/record/kernel_line.h"
#include "tools/results/run_directory.h"
#include "tools/run/boot/linux_kernel.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/count/gate.h"
#include "tools/run/count/measure.h"
#include "tools/run/count/processor.h"
#include "tools/run/count/root_archive.h"
#include "tools/run/count/suite.h"
#include "tools/run/input/terminal_keys.h"
#include "tools/run/machine_request.h"
#include "tools/run/qemu_process.h"
#include "tools/topic/count/count.h"
#include "tools/view/data.h"
#include "tools/view/output.h"
#include "tools/view/page.h"

#define KERNEL_BYTES_MAX ((size_t)1 << 30)
#define RUNS_MAX 1000
#define CPUS_MAX 64
#define SECONDS_DEFAULT 600
/* Boots of each of two kernels, with different command lines. */
#define KERNEL_LAYOUTS 3

struct settings {
	struct measure_request request;
	const char *input, *output, *suite, *keys;
	struct option_time time_limit;
	struct table_output tables;
	const char *baseline, *base, *new;
	bool updates;
	const char *outputs[OUTPUT_FORMATS];    /* of a comparison */
};

/* What is counted, for one call of measure(). */
struct counting {
	const struct settings *settings;
	struct measure_request request;
	struct measured_program *programs;
	size_t count;
	char *qemu, *kernel;            /* versions */
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

static bool take_wanted(void *to, const char *value, struct option_problem *problem)
{
	struct measure_request *request = to;

	if (request->wanted_count == MEASURE_WORDS_MAX)
		return option_refuse(problem, "given more than %d times", MEASURE_WORDS_MAX);
	request->wanted[request->wanted_count++] = (char *)(uintptr_t)value;
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
	{.name = "suite", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct settings, suite),
	 .help = "count the programs of FILE in one boot; a line is \"NAME: PROGRAM ARGUMENT...\""},
	{.name = "with", .kind = OPTION_CALL, .argument = "PATH", .call = take_with,
	 .offset = offsetof(struct settings, request),
	 .help = "also copy this file or directory into the guest; may be repeated (PROGRAM, its "
		 "libraries, and the files that arguments name)"},
	{.name = "root", .kind = OPTION_TEXT, .argument = "PATH",
	 .offset = offsetof(struct settings, request.root),
	 .help = "take PROGRAM and all its files from PATH, the root of another system, such as a "
		 "container's: a directory or a tar archive (this host's root)"},
	{.name = "no-search", .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, request.searches_not),
	 .help = "do not run the program once more to find the files that it opens"},
	{.name = "input", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct settings, input),
	 .help = "set the program's standard input (empty)"},
	{.name = "keys", .kind = OPTION_TEXT, .argument = "SCRIPT",
	 .offset = offsetof(struct settings, keys),
	 .help = "run the program in a terminal, type the keys of an input script, and count the "
		 "instructions of each key"},
	{.name = "env", .kind = OPTION_CALL, .argument = "NAME=VALUE", .call = take_variable,
	 .offset = offsetof(struct settings, request),
	 .help = "set a variable of the program's environment; may be repeated (PATH, HOME, "
		 "LC_ALL=C, PYTHONHASHSEED=0 and PERL_HASH_SEED=0 only)"},
	{.name = "get", .kind = OPTION_CALL, .argument = "PATH", .call = take_wanted,
	 .offset = offsetof(struct settings, request),
	 .help = "bring this file of the guest to files/ of the output directory, as the last run "
		 "left it; may be repeated"},
	{.name = "warmup", .kind = OPTION_NUMBER, .argument = "N", .least = 0, .most = RUNS_MAX,
	 .offset = offsetof(struct settings, request.warmups),
	 .help = "first run the program N times without counting it (1)"},
	{.name = "repeat", .kind = OPTION_NUMBER, .argument = "N", .least = 1, .most = RUNS_MAX,
	 .offset = offsetof(struct settings, request.repeats),
	 .help = "count N runs, and print how far they differ (2)"},
	{.name = "layouts", .kind = OPTION_NUMBER, .argument = "N", .least = 0, .most = RUNS_MAX,
	 .offset = offsetof(struct settings, request.layouts),
	 .help = "also count N runs with another variable in the environment, each with another "
		 "length, and print what the layout of the stack changes (0)"},
	{0},
};

static const char *const arches[] = {"x86_64", "aarch64", "riscv64", NULL};

static const struct option_spec machine_options[] = {
	{.name = "arch", .kind = OPTION_WORD, .choices = arches,
	 .offset = offsetof(struct settings, request.boot.arch),
	 .help = "count a program for this processor, x86_64, aarch64 or riscv64 (x86_64)"},
	{.name = "kernel", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct settings, request.boot.kernel),
	 .help = "boot this Linux, a bzImage or a vmlinux, or with --arch an Image (the "
		 "distribution's)"},
	{.name = "kernel-append", .kind = OPTION_TEXT, .argument = "PARAMS",
	 .offset = offsetof(struct settings, request.boot.append),
	 .help = "append PARAMS to the kernel's command line"},
	{.name = "qemu", .kind = OPTION_TEXT, .argument = "PROGRAM",
	 .offset = offsetof(struct settings, request.boot.qemu),
	 .help = "run this QEMU (qemu-system-x86_64, or that of --arch)"},
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

static const struct option_spec compare_options[] = {
	{.name = "baseline", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct settings, baseline),
	 .help = "compare with the exact figures in FILE: user instructions, and the numbers of "
		 "system calls and page faults"},
	{.name = "update", .kind = OPTION_FLAG, .offset = offsetof(struct settings, updates),
	 .help = "with --baseline: write FILE instead"},
	{.name = "base", .kind = OPTION_TEXT, .argument = "OLD",
	 .offset = offsetof(struct settings, base),
	 .help = "compare two files in place of PROGRAM, or two kernels: OLD with that of --new"},
	{.name = "new", .kind = OPTION_TEXT, .argument = "NEW",
	 .offset = offsetof(struct settings, new),
	 .help = "see --base"},
	{.name = "markdown", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct settings, outputs[OUTPUT_MARKDOWN]),
	 .help = "write the comparison as Markdown, short enough for a pull request; - for "
		 "standard output instead of the tables"},
	{.name = "junit", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct settings, outputs[OUTPUT_JUNIT]),
	 .help = "write the comparison as JUnit XML; - as above"},
	{.name = "annotations", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct settings, outputs[OUTPUT_ANNOTATIONS]),
	 .help = "write the comparison as GitHub annotations; - as above"},
	{0},
};

static const struct option_spec files_options[] = {
	{.name = "all", .kind = OPTION_FLAG, .offset = offsetof(struct settings, tables.all),
	 .help = "print all entries to the kernel and all functions, not only the largest"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .writes = true, .offset = offsetof(struct settings, output),
	 .help = "write the log, the counts, count.json, count.html, flames.svg, stacks.folded and "
		 "profile.pb to DIRECTORY, of a suite to programs/NAME and of a key to keys/NAME "
		 "there (results/TIMESTAMP)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = program_options},
	{.heading = "The machine", .options = machine_options},
	{.heading = "Comparison", .options = compare_options},
	{.heading = "Output", .options = files_options},
	{.options = table_options, .offset = offsetof(struct settings, tables)},
	{.options = replace_options},
	{0},
};

/* ---- The machine ---- */

/* The kernel's version, to be freed. If the kernel cannot be booted with these options, exits with
 * EXIT_USAGE. */
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
	if (!linux_kernel_is_for(bytes, size, boot->arch))
		errx(EXIT_USAGE, "%s: a kernel for another processor than %s; give another --arch",
		     boot->kernel, count_processor_find(boot->arch)->title);
	free(bytes);
	if (boot->cpus > 1 && !linux_kernel_starts_counted_cpus(version))
		errx(EXIT_USAGE, "%s: starts no further CPUs while instructions are counted; give "
		     "a kernel of version 6.5 or later, or --cpus 1", boot->kernel);
	return version;
}

static enum gate_subject subject_of(const char *file)
{
	char *version = NULL, *bytes;
	bool is_kernel;
	size_t size;

	bytes = file_load(file, KERNEL_BYTES_MAX, "program or kernel", &size);
	if (bytes == NULL)
		exit(EXIT_USAGE);
	is_kernel = linux_kernel_fault(bytes, size, &version) == NULL;
	free(version);
	free(bytes);
	return is_kernel ? GATE_KERNEL : GATE_PROGRAM;
}

/* ---- Output ---- */

static void write_flames(const struct measured *measured, FILE *file)
{
	counted_flames_write(&measured->functions, measured->line, file);
}

static void write_folded(const struct measured *measured, FILE *file)
{
	counted_flames_write_folded(&measured->functions, file);
}

static void write_pprof(const struct measured *measured, FILE *file)
{
	const struct wire_bench bench_info = {.name = measured->line};
	const struct wire_series series_info = {.point = "", .stage = ""};
	const struct bench bench = {.info = &bench_info};
	const struct series series = {.info = &series_info};

	explain_write_pprof(&(struct explained){
		.bench = &bench, .series = &series, .operations = 1,
		.sampled_insns = measured->functions.tree.insns, .tree = measured->functions.tree,
	}, 1, file);
}

static bool write_stacks(const struct measured *measured, const char *directory)
{
	static const struct {
		const char *name;
		void (*write)(const struct measured *measured, FILE *file);
	} files[] = {
		{"stacks.folded", write_folded}, {RUN_FLAMES, write_flames},
		{"profile.pb", write_pprof},
	};
	bool good = true;

	for (size_t i = 0; i < COUNT(files); i++) {
		char *path = run_directory_file(directory, files[i].name);
		FILE *file = file_create(path);

		if (file != NULL)
			files[i].write(measured, file);
		good &= file_finish(file, path);
		free(path);
	}
	return good;
}

static bool write_tables(const struct count_report *report, const char *directory)
{
	struct count_report whole = *report;
	char *json = run_directory_file(directory, COUNT_TABLES);
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

/* Runs that execute the same instructions of the program repeat string instructions as often. */
static bool are_repeats_equal(const struct measured *measured)
{
	const struct counted_run *first = &measured->runs[0];

	for (size_t i = 1; i < measured->run_count; i++) {
		const struct counted_run *run = &measured->runs[i];

		if (run->user != first->user || run->user_repeats == first->user_repeats)
			continue;
		warnx("%s: runs 1 and %zu have %" PRIu64 " user instructions, but %" PRIu64 " and %"
		      PRIu64 " repeats of string instructions", measured->line, i + 1, run->user,
		      first->user_repeats, run->user_repeats);
		return false;
	}
	return true;
}

/* The sums must be equal. If user instructions vary between the runs, a message says so. */
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
	if (!are_repeats_equal(measured))
		return EXIT_FAILED;
	if (varies)
		warnx("%s: the user instructions of its runs differ: the program uses random "
		      "numbers, times, or data that an earlier run left", measured->line);
	return EXIT_GOOD;
}

/* What the tables show of a program. */
static struct count_report report_of(const struct counting *counting, const char *boot_id,
				     const struct measured *measured)
{
	return (struct count_report){
		.name = measured->name, .program = measured->line,
		.status = measured->program.status,
		.kernel = counting->kernel, .boot = boot_id,
		.warmups = counting->request.warmups,
		.runs = measured->runs, .run_count = measured->run_count,
		.layouts = measured->layouts, .layout_count = measured->layout_count,
		.functions = &measured->functions,
	};
}

static bool write_files(const struct counting *counting, const struct measurement *measurement,
			size_t index, const char *directory)
{
	const struct measured *measured = &measurement->items[index];
	const struct count_report report = report_of(counting, measurement->boot_id, measured);

	return write_tables(&report, directory) && write_stacks(measured, directory);
}

static int report(const struct counting *counting, const struct measurement *measurement,
		  const char *directory)
{
	const struct measured *measured = &measurement->items[0];
	struct count_report report = report_of(counting, measurement->boot_id, measured);
	int status = check_sums(measured);
	struct tables tables;

	if (status != EXIT_GOOD)
		return status;
	report.is_whole = counting->settings->tables.all;
	tables_init(&tables, "");
	topic_count(&tables, &report);
	if (!table_output_write(&counting->settings->tables, &tables) ||
	    !write_files(counting, measurement, 0, directory))
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

/* Write the files of a suite's program to programs/NAME, of a key to keys/NAME. */
static bool write_program_files(const struct counting *counting,
				const struct measurement *measurement, size_t index,
				const char *parent)
{
	char *programs = run_directory_file(parent, counting->settings->keys != NULL ? "keys"
									     : "programs");
	char *path = run_directory_file(programs, measurement->items[index].name);
	bool good = directory_ensure(programs) && directory_ensure(path) &&
		    write_files(counting, measurement, index, path);

	free(path);
	free(programs);
	return good;
}

static int report_suite(const struct counting *counting, const struct measurement *measurement,
			const char *directory)
{
	struct count_report *reports = xcalloc(measurement->count, sizeof(*reports));
	int status = EXIT_GOOD;
	struct tables tables;

	for (size_t i = 0; i < measurement->count; i++) {
		const struct measured *measured = &measurement->items[i];

		reports[i] = report_of(counting, measurement->boot_id, measured);
		if (check_sums(measured) != EXIT_GOOD || !measured->program.is_good)
			status = EXIT_FAILED;
		if (!measured->program.is_good && (i == 0 || !measured->is_key))
			fprintf(stderr, "%s: %s; it wrote:\n%s", measured->name,
				measured->program.status, measured->program.output);
		if (!write_program_files(counting, measurement, i, directory))
			status = EXIT_MACHINE;
	}
	tables_init(&tables, "");
	if (counting->settings->keys != NULL)
		topic_count_keys(&tables, reports, measurement->count);
	else
		topic_count_suite(&tables, reports, measurement->count);
	if (!table_output_write(&counting->settings->tables, &tables))
		status = EXIT_MACHINE;
	tables_free(&tables);
	free(reports);
	return status;
}

/* ---- Comparisons ---- */

static bool counting_begin(struct counting *counting, const struct settings *settings,
			   struct measured_program *programs, size_t count)
{
	*counting = (struct counting){
		.settings = settings, .request = settings->request,
		.programs = programs, .count = count,
		.qemu = qemu_version_of(settings->request.boot.qemu),
	};
	if (counting->qemu != NULL)
		counting->kernel = check_kernel(&counting->request.boot);
	return counting->qemu != NULL;
}

static void counting_end(struct counting *counting)
{
	free(counting->kernel);
	free(counting->qemu);
}

static bool are_sums_equal(const struct measurement *measurement)
{
	for (size_t i = 0; i < measurement->count; i++) {
		if (check_sums(&measurement->items[i]) != EXIT_GOOD)
			return false;
	}
	return true;
}

static int write_baseline(const char *path, const struct baseline *baseline)
{
	size_t varying = 0;

	for (size_t i = 0; i < baseline->count; i++)
		varying += baseline_line_kind(&baseline->lines[i]) == BASELINE_METRIC &&
			   !baseline_is_constant(&baseline->lines[i]);
	if (!baseline_write(path, baseline))
		return EXIT_MACHINE;
	fprintf(stderr, "Baseline: %zu figures written to %s, of which %zu differ between runs\n",
		baseline_count(baseline, BASELINE_METRIC), path, varying);
	return EXIT_GOOD;
}

/* Compare a measurement with the baseline, which is consumed, or write it. */
static int check_baseline(const struct counting *counting, const struct measurement *measurement,
			  struct baseline *base)
{
	const struct settings *settings = counting->settings;
	struct baseline new;
	int status;

	if (!are_sums_equal(measurement))
		return EXIT_FAILED;
	new = gate_baseline(&counting->request, measurement, GATE_PROGRAM, counting->qemu,
			    counting->kernel);
	if (!settings->updates)
		return gate_compare(&(struct gate_side){settings->baseline, base},
				    &(struct gate_side){"this run", &new}, settings->outputs);
	status = write_baseline(settings->baseline, &new);
	baseline_free(&new);
	return status;
}

/* One side: a file in place of the program, or a kernel. */
struct count_side {
	struct measurement measurement; /* empty, unless it was counted */
	struct baseline baseline;
};

/* Count one side in one boot, with the files in a directory of its own. */
static bool count_boot_of_side(struct counting *counting, enum gate_subject subject,
			       const char *path, struct count_side *side)
{
	struct run_directory directory;
	bool good;

	if (!run_directory_make_parent(&directory, path))
		return false;
	good = measure(&counting->request, counting->programs, 1, directory.path,
		       &side->measurement) &&
	       are_sums_equal(&side->measurement) &&
	       write_files(counting, &side->measurement, 0, directory.path);
	if (good)
		side->baseline = gate_baseline(&counting->settings->request, &side->measurement,
					       subject, counting->qemu, counting->kernel);
	run_directory_release(&directory);
	return good;
}

/* Add a boot of the kernel with another command line, which changes the kernel's memory. Figures
 * that then differ are not judged. */
static bool add_kernel_layout(struct counting *counting, const char *parent, unsigned layout,
			      struct count_side *side)
{
	const char *before = counting->request.boot.append;
	char *word = kernel_line_layout(layout);
	char *append = before != NULL ? xasprintf("%s %s", before, word) : xstrdup(word);
	char *name = xasprintf("layout-%u", layout), *path = run_directory_file(parent, name);
	struct count_side other = {0};
	bool good;

	counting->request.boot.append = append;
	good = count_boot_of_side(counting, GATE_KERNEL, path, &other);
	counting->request.boot.append = before;
	if (good)
		baseline_merge(&side->baseline, &other.baseline);
	baseline_free(&other.baseline);
	measurement_free(&other.measurement);
	free(path);
	free(name);
	free(append);
	free(word);
	return good;
}

/* Count one side. The measurement is that of the first boot. */
static bool count_side(struct counting *counting, const char *file, enum gate_subject subject,
		       const char *path, struct count_side *side)
{
	unsigned layouts = subject == GATE_KERNEL ? KERNEL_LAYOUTS : 1;
	bool good;

	if (subject == GATE_KERNEL) {
		counting->request.boot.kernel = file;
		free(counting->kernel);
		counting->kernel = check_kernel(&counting->request.boot);
	} else {
		counting->programs[0].instead = file;
	}
	good = count_boot_of_side(counting, subject, path, side);
	for (unsigned i = 1; good && i < layouts; i++)
		good = add_kernel_layout(counting, path, i, side);
	return good;
}

static int print_changes(const struct count_side *sides)
{
	static const char *const no_files[OUTPUT_FORMATS];
	struct tables tables;
	bool good;

	tables_init(&tables, "");
	topic_count_change(&tables, &sides[0].measurement.items[0].functions,
			   &sides[1].measurement.items[0].functions);
	good = output_files_and_text(&tables, no_files, false);
	tables_free(&tables);
	return good ? EXIT_GOOD : EXIT_MACHINE;
}

static int compare_sides(struct counting *counting, const char *parent)
{
	const struct settings *settings = counting->settings;
	enum gate_subject subject = subject_of(settings->base);
	char *paths[2] = {run_directory_file(parent, "base"), run_directory_file(parent, "new")};
	struct count_side sides[2] = {0};
	int status = EXIT_FAILED, printed = EXIT_GOOD;

	if (count_side(counting, settings->base, subject, paths[0], &sides[0]) &&
	    count_side(counting, settings->new, subject, paths[1], &sides[1])) {
		status = gate_compare(&(struct gate_side){settings->base, &sides[0].baseline},
				      &(struct gate_side){settings->new, &sides[1].baseline},
				      settings->outputs);
		if (status != EXIT_USAGE && output_has_text(settings->outputs))
			printed = print_changes(sides);
	}
	for (size_t i = 0; i < 2; i++) {
		measurement_free(&sides[i].measurement);
		free(paths[i]);
	}
	return printed != EXIT_GOOD ? printed : status;
}

/* ---- All ---- */

static int count_once(struct counting *counting, struct baseline *base, const char *directory)
{
	const struct settings *settings = counting->settings;
	struct measurement measurement;
	int status, compared = EXIT_GOOD;

	if (!measure(&counting->request, counting->programs, counting->count, directory,
		     &measurement))
		return EXIT_FAILED;
	if (settings->baseline != NULL && !settings->updates)
		status = EXIT_GOOD;
	else if (settings->suite != NULL || settings->keys != NULL)
		status = report_suite(counting, &measurement, directory);
	else
		status = report(counting, &measurement, directory);
	if (settings->baseline != NULL && status == EXIT_GOOD)
		compared = check_baseline(counting, &measurement, base);
	measurement_free(&measurement);
	return status != EXIT_GOOD ? status : compared;
}

static void check_settings(struct settings *settings, int operands)
{
	struct count_request *boot = &settings->request.boot;
	bool compares = settings->base != NULL ||
			(settings->baseline != NULL && !settings->updates);

	if (settings->time_limit.text != NULL)
		boot->seconds = settings->time_limit.ns / NS_PER_SECOND;
	if (settings->updates && settings->baseline == NULL)
		errx(EXIT_USAGE, "--update: needs --baseline");
	if ((settings->base == NULL) != (settings->new == NULL))
		errx(EXIT_USAGE, "--base and --new: each needs the other");
	if (settings->base != NULL && settings->baseline != NULL)
		errx(EXIT_USAGE, "--base: not allowed with --baseline");
	for (size_t i = 0; i < OUTPUT_FORMATS && !compares; i++) {
		if (settings->outputs[i] == NULL)
			continue;
		errx(EXIT_USAGE, "--markdown, --junit, --annotations: report a comparison; add "
		     "--baseline without --update, or --base and --new");
	}
	if (settings->suite != NULL && (settings->base != NULL || settings->input != NULL))
		errx(EXIT_USAGE, "--suite: not allowed with --base and --input");
	if (settings->keys != NULL && (settings->base != NULL || settings->suite != NULL ||
				       settings->input != NULL || settings->request.layouts > 0))
		errx(EXIT_USAGE, "--keys: not allowed with --base, --suite, --input and --layouts");
	if (settings->request.root != NULL && settings->base != NULL)
		errx(EXIT_USAGE, "--root: not allowed with --base");
	if (settings->suite != NULL && operands > 0)
		errx(EXIT_USAGE, "--suite: not allowed with a program");
	if (settings->suite == NULL && operands == 0)
		errx(EXIT_USAGE, "no program given; its name follows --");
	if (settings->baseline != NULL && settings->updates && !file_may_update(settings->baseline))
		exit(EXIT_USAGE);
	if (boot->cpus > 1 && count_processor_find(boot->arch)->elf_machine != EM_X86_64)
		errx(EXIT_USAGE, "--cpus %lu: figures are exact only while QEMU records, and it "
		     "records one CPU of %s only; give --cpus 1", boot->cpus, boot->arch);
	output_check(settings->outputs);
	count_require(boot);
}

/* Print the path of the results. If the count was refused, there are no results. */
static void name_results(struct run_directory *directory)
{
	char *path = xstrdup(directory->path);

	run_directory_release(directory);
	if (access(path, F_OK) == 0)
		fprintf(stderr, "Results: %s\n", path);
	free(path);
}

/* Count, with all files named and all settings checked. */
static int count_programs(const struct settings *settings, struct measured_program *programs,
			  size_t count)
{
	struct run_directory directory;
	struct counting counting;
	struct baseline base = {0};
	int status = EXIT_USAGE;

	if (settings->baseline != NULL && !settings->updates &&
	    !baseline_read(settings->baseline, &base))
		return EXIT_USAGE;
	if (counting_begin(&counting, settings, programs, count) &&
	    run_directory_make_parent(&directory, settings->output)) {
		status = settings->base != NULL ? compare_sides(&counting, directory.path)
						: count_once(&counting, &base, directory.path);
		name_results(&directory);
	}
	counting_end(&counting);
	return status;
}

static void load_keys(struct settings *settings)
{
	static struct terminal_key keys[TERMINAL_KEYS_MAX];
	long count = terminal_keys_load(settings->keys, keys);

	if (count < 0)
		exit(EXIT_USAGE);
	if (count == 0)
		errx(EXIT_USAGE, "%s: presses no key", settings->keys);
	settings->request.keys = keys;
	settings->request.key_count = (size_t)count;
}

static int count_run(int argc, char **argv)
{
	static struct settings settings = {
		.request.boot = {
			.memory = "1G", .cpus = 1, .seconds = SECONDS_DEFAULT,
		},
		.request.warmups = 1, .request.repeats = 2,
	};
	struct measured_program program = {.arguments = argv + 1};
	struct suite suite = {0};
	struct count_request *boot = &settings.request.boot;
	char *own = NULL, *root = NULL;
	int operands = arguments_parse(&count_command, &settings, argc, argv), status;

	if (boot->kernel == NULL) {
		const char *name = processor_file(boot->arch, PROCESSOR_LINUX);

		own_file_require(name, "--kernel");
		boot->kernel = own = own_file(name);
	}
	boot->qemu = kept_boot_machine(boot->arch, boot->qemu).qemu;
	check_settings(&settings, operands);
	program.input = settings.input;
	if (settings.keys != NULL)
		load_keys(&settings);
	if (settings.request.root != NULL && root_archive_is_at(settings.request.root)) {
		settings.request.root = root = root_archive_unpack(settings.request.root);
		if (root == NULL)
			return EXIT_USAGE;
	}
	if (settings.suite == NULL)
		status = count_programs(&settings, &program, 1);
	else if (suite_read(&suite, settings.suite))
		status = count_programs(&settings, suite.programs, suite.count);
	else
		status = EXIT_USAGE;
	suite_free(&suite);
	if (root != NULL)
		root_archive_remove(root);
	free(root);
	free(own);
	return status;
}

const struct command count_command = {
	.name = "bareline count",
	.summary = "count the instructions of a program, with the kernel's",
	.usage = "[OPTION]... -- PROGRAM [ARGUMENT]...\n"
		 "--suite FILE [OPTION]...\n"
		 "--keys SCRIPT [OPTION]... -- PROGRAM [ARGUMENT]...\n"
		 "--baseline FILE [--update] [OPTION]... -- PROGRAM [ARGUMENT]...\n"
		 "--base OLD --new NEW [OPTION]... -- PROGRAM [ARGUMENT]...",
	.about = "Run a program of this host in Linux on an emulated machine, and count its "
		 "instructions and those of the kernel for it, by system call, fault and function. "
		 "The sums must equal the total, or the command fails. The program runs as root in "
		 "/count, where relative paths are, with a fixed environment, without network and "
		 "display.",
	.groups = groups,
	.exit_status = "0 counted, and the program's exit status was 0\n"
		       "1 the program or the boot failed, sums differ, or a figure changed\n"
		       "2 wrong arguments, unusable input, or different conditions\n"
		       "3 out of memory, or no room for the output",
	.operands_max = OPERANDS_ANY,
	.run = count_run,
};
