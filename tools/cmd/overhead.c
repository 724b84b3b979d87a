/* SPDX-License-Identifier: MIT */
/* `bareline overhead`: compares Linux, or processes of other systems, with bare metal. */
#include <err.h>
#include <errno.h>
#include <stdio.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/view/output.h"
#include "tools/cmd/side_paths.h"
#include "tools/cmd/interleaved_options.h"
#include "tools/compare/unstable_timing.h"
#include "tools/run/boots/interleaved.h"
#include "tools/topic/kernels.h"
#include "tools/topic/overhead.h"
#include "tools/view/text.h"

#define BOOTS_MAX 1000

struct settings {
	struct patterns benches;
	bool all;
	struct comparison comparison;
	struct side_paths paths;
	bool is_qemu;
	bool wants_table;
	bool names_benches;
	struct interleaved_boots boots;
	struct run_request run;         /* for the boots */
	struct linux_options linux;     /* for boots of Linux */
	bool deterministic;
	bool force;
	bool lists_pairs;
	const char *outputs[OUTPUT_FORMATS];
};

static const struct option_spec side_options[] = {
	{.name = "metal", .kind = OPTION_CALL, .call = side_paths_name_base,
	 .help = "read the following paths as bare metal"},
	{.name = "linux", .kind = OPTION_CALL, .call = side_paths_name_new,
	 .help = "read the following paths as processes, of Linux or another system"},
	{0},
};

static const struct option_spec boot_options[] = {
	{.name = "qemu", .kind = OPTION_FLAG, .offset = offsetof(struct settings, is_qemu),
	 .help = "boot both in QEMU first, on the same machine; RUN-OPTIONs, as for `bareline "
		 "run`, describe it"},
	{.name = "deterministic", .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, deterministic),
	 .help = "with --qemu: count instructions instead of time"},
	{.name = "boots", .kind = OPTION_NUMBER, .argument = "N", .least = 1, .most = BOOTS_MAX,
	 .offset = offsetof(struct settings, boots.boots),
	 .help = "with --qemu: boot each N times (3; 2 with --deterministic)"},
	{.name = "keep", .kind = OPTION_TEXT, .argument = "DIRECTORY", .writes = true,
	 .offset = offsetof(struct settings, boots.directory),
	 .help = "with --qemu: write the runs to DIRECTORY (results/TIMESTAMP)"},
	{.name = "table", .kind = OPTION_FLAG, .offset = offsetof(struct settings, wants_table),
	 .help = "with --qemu: print all tables instead of a summary"},
	{0},
};

static const struct option_spec all_options[] = {
	{.name = "all", .kind = OPTION_FLAG,
	 .help = "print all rows"},
	{0},
};

static const struct option_spec pairs_options[] = {
	{.name = "pairs",
	 .kind = OPTION_FLAG,
	 .help = "print what each side's operation consists of where the two differ, and exit"},
	{0},
};

static const struct option_spec file_options[] = {
	{.name = "output",
	 .letter = 'o',
	 .kind = OPTION_TEXT,
	 .argument = "FILE", .writes = true,
	 .offset = OUTPUT_JSON * sizeof(const char *),
	 .help = "also write the comparison as JSON; - prints JSON only"},
	{.name = "markdown",
	 .kind = OPTION_TEXT,
	 .argument = "FILE", .writes = true,
	 .offset = OUTPUT_MARKDOWN * sizeof(const char *),
	 .help = "also write the comparison as Markdown; - prints Markdown only"},
	{.name = "html",
	 .kind = OPTION_TEXT,
	 .argument = "FILE", .writes = true,
	 .offset = OUTPUT_HTML * sizeof(const char *),
	 .help = "also write the comparison as a page, with several kernels shaded by their "
		 "multiple of the fastest; - prints the page only"},
	{0},
};

static const struct option_group groups[] = {
	{.options = side_options, .offset = offsetof(struct settings, paths)},
	{.options = boot_options},
	{.options = linux_options, .offset = offsetof(struct settings, linux)},
	{.options = bench_options, .offset = offsetof(struct settings, benches)},
	{.options = all_options, .offset = offsetof(struct settings, all)},
	{.options = force_options, .offset = offsetof(struct settings, force)},
	{.options = pairs_options, .offset = offsetof(struct settings, lists_pairs)},
	{.options = file_options, .offset = offsetof(struct settings, outputs)},
	{0},
};

/* Number of items in a comma-separated list. */
static size_t overhead_count_benches(const char *list)
{
	size_t count = list[0] != '\0';

	for (; *list != '\0'; list++)
		count += *list == ',';
	return count;
}

static void overhead_parse_run(struct settings *settings, int count, char **argv)
{
	const struct patterns *benches = &settings->benches;
	unsigned long layouts;

	if (benches->count == 0 && settings->deterministic)
		benches = &interleaved_options_exact_benches;
	interleaved_options_parse(&settings->run, benches, settings->deterministic, count, argv);
	settings->names_benches =
		settings->benches.count > 0 ||
		overhead_count_benches(settings->run.benches) > benches->count;
	if (linux_options_are_used(&settings->run.linux))
		errx(EXIT_USAGE, "--kernel, --initramfs, --kernel-append: must precede --");
	settings->run.linux = settings->linux;
	/* With --layouts, each boot of Linux has another memory layout. Bare metal has only one. */
	layouts = settings->run.layouts;
	if (layouts > 1) {
		if (!settings->deterministic)
			errx(EXIT_USAGE, "--layouts: needs --deterministic, as times vary anyway");
		if (settings->boots.boots != 0 && settings->boots.boots != layouts)
			errx(EXIT_USAGE, "--layouts: includes repeated boots; omit --boots");
		settings->boots.boots = layouts;
		settings->boots.has_layouts = true;
		settings->run.layouts = 1;
	}
	settings->boots.run = &settings->run;
	output_check(settings->outputs);
}

static void overhead_parse_options(struct settings *settings, int argc, char **argv)
{
	const struct compared_runs *sides = settings->comparison.sides;
	int count = arguments_parse(&overhead_command, settings, argc, argv);

	if (settings->lists_pairs) {
		if (count > 0 || sides[METAL].count + sides[LINUX].count > 0 || settings->is_qemu)
			errx(EXIT_USAGE, "--pairs: compares nothing; omit runs and --qemu");
		return;
	}
	if (settings->is_qemu) {
		if (sides[METAL].count + sides[LINUX].count > 0)
			errx(EXIT_USAGE, "--qemu: makes its own runs; omit paths");
		overhead_parse_run(settings, count, argv);
		return;
	}
	if (settings->deterministic || settings->boots.boots != 0 ||
	    settings->boots.directory != NULL || settings->wants_table ||
	    linux_options_are_used(&settings->linux))
		errx(EXIT_USAGE, "--deterministic, --boots, --keep, --table and options for Linux: "
		     "apply to new runs; add --qemu");
	side_paths_complete(&settings->paths, argv + 1);
}

/* ---- The comparison ---- */

/* Whether exact metrics are the same in all runs of a side. Runs of Linux with other memory layouts
 * may differ. */
static bool is_repeatable(const struct comparison *comparison)
{
	return !compare_is_exact(comparison) ||
		(compare_count_differing(comparison, METAL) == 0 &&
		 (comparison->has_layouts ||
		  compare_count_differing(comparison, LINUX) == 0));
}

static const char *const side_names[SIDES] = {[METAL] = "metal", [LINUX] = "linux"};

/* Number of tables in the summary: the runs and the key metrics. If the user selected benchmarks,
 * all are shown. */
static size_t overhead_summary_tables(const struct settings *settings, const struct tables *tables)
{
	if (!settings->is_qemu || settings->wants_table || settings->all || settings->names_benches)
		return tables->count;
	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];

		if ((table->flags & TABLE_CARDS) != 0 && table->row_count > 0)
			return i + 1;
	}
	return tables->count;
}

/* Files contain all tables. */
static bool overhead_write(const struct settings *settings, const struct tables *tables)
{
	const struct text text = text_on_stdout(settings->all);
	bool written = output_files(tables, settings->outputs);
	struct tables shown = *tables;

	if (!output_has_text(settings->outputs))
		return written;
	shown.count = overhead_summary_tables(settings, tables);
	text_write(&text, &shown);
	if (settings->is_qemu) {
		const struct comparison *comparison = &settings->comparison;

		/* Print commands to view the new runs. */
		fflush(stdout);
		side_paths_print_form("Table", comparison, "overhead", side_names);
		side_paths_print_form("Page", comparison, "overhead --html overhead.html",
				      side_names);
	}
	return written;
}

static int overhead_show(struct settings *settings, const struct overhead_report *overhead)
{
	struct tables tables;
	bool written;

	compare_make(&settings->comparison, &settings->benches);
	if (!output_check_metrics(&settings->benches, settings->comparison.metric_count))
		return EXIT_USAGE;
	tables_init(&tables, "");
	topic_overhead(&tables, overhead);
	written = overhead_write(settings, &tables);
	tables_free(&tables);
	if (!written)
		return EXIT_MACHINE;
	return is_repeatable(&settings->comparison) ? EXIT_GOOD : EXIT_FAILED;
}

static int overhead_compare(struct settings *settings)
{
	struct reasons refused = {0}, notes = {0};
	const struct overhead_report overhead = {&settings->comparison, &refused, &notes};
	int status = EXIT_USAGE;

	unstable_timing_exclude(&settings->comparison);
	same_machine_refuse(&settings->comparison, &refused);
	same_machine_add_notes(&settings->comparison, &notes);
	if (refused.count > 0 && !settings->force) {
		reasons_print_refused(&refused, "sides not comparable");
		if (settings->is_qemu)
			side_paths_print_force(&settings->comparison, "overhead", side_names);
	} else {
		status = overhead_show(settings, &overhead);
	}
	reasons_free(&notes);
	reasons_free(&refused);
	return status;
}

/* ---- Several kernels ---- */

static int overhead_show_kernels(const struct settings *settings, struct kernels *kernels)
{
	struct reasons refused = {0};
	struct tables tables;
	int status = EXIT_USAGE;

	kernels_refuse(kernels, &refused);
	if (refused.count > 0 && !settings->force) {
		reasons_print_refused(&refused, kernels->are_systems
					   ? "operating systems not comparable"
					   : "kernels not comparable");
		reasons_free(&refused);
		return EXIT_USAGE;
	}
	side_list_make(&kernels->sides, &settings->benches);
	if (output_check_metrics(&settings->benches, kernels->sides.names.metric_count)) {
		tables_init(&tables, "");
		topic_kernels(&tables, kernels, &refused);
		status = output_files_and_text(&tables, settings->outputs, settings->all)
			? EXIT_GOOD : EXIT_MACHINE;
		tables_free(&tables);
	}
	reasons_free(&refused);
	return status;
}

/* Boot several kernels, or separate the systems of the comparison. */
static int overhead_of_several(struct settings *settings)
{
	struct kernels kernels = {0};
	int status = EXIT_USAGE;

	if (!comparison_has_systems(&settings->comparison))
		status = interleaved_boot_kernels(&settings->boots, &kernels);
	else if (kernels_of_systems(&settings->comparison, &kernels))
		status = EXIT_GOOD;
	if (status == EXIT_GOOD)
		status = overhead_show_kernels(settings, &kernels);
	side_list_free(&kernels.sides);
	return status;
}

static int overhead_run(int argc, char **argv)
{
	struct settings settings = {
		.comparison = {.kind = COMPARE_OVERHEAD},
		.paths = {
			.comparison = &settings.comparison,
			.takes_more = true,
			.option_names = "--metal and --linux",
			.side_names = {[METAL] = "bare metal", [LINUX] = "Linux"},
		},
	};
	int status = EXIT_GOOD;

	overhead_parse_options(&settings, argc, argv);
	if (settings.lists_pairs) {
		struct tables tables;
		bool written;

		tables_init(&tables, "");
		topic_pairs(&tables);
		written = output_files_and_text(&tables, settings.outputs, settings.all);
		tables_free(&tables);
		return written ? EXIT_GOOD : EXIT_MACHINE;
	}
	if (settings.is_qemu && settings.linux.kernel_count > 1)
		return overhead_of_several(&settings);
	if (settings.is_qemu)
		status = interleaved_boot(&settings.boots, &settings.comparison);
	if (status == EXIT_GOOD)
		status = comparison_has_systems(&settings.comparison)
			? overhead_of_several(&settings)
			: overhead_compare(&settings);
	compare_free(&settings.comparison);
	return status;
}

const struct command overhead_command = {
	.name = "bareline overhead",
	.summary = "compare Linux with bare metal",
	.usage = "[OPTION]... METAL LINUX...\n"
		 "[OPTION]... --metal PATH... --linux PATH...\n"
		 "[OPTION]... --qemu [--kernel FILE]... [-- RUN-OPTION...]\n"
		 "--pairs [OPTION]...",
	.about = "Compare Linux with bare metal on the same machine. PATH is a log, a "
		 "results.json, a run's directory, or a directory of these with repeated boots. "
		 "Runs of several operating systems, such as Linux and gVisor, are shown side by "
		 "side, with ratios to the first. "
		 "Several kernels are compared side by side, with the changes from one to the "
		 "next.",
	.groups = groups,
	.exit_status = "0 compared\n"
		       "1 a run failed, or exact metrics differ between repeated runs\n"
		       "2 not comparable, wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_max = OPERANDS_ANY,
	.take_operand = side_paths_add,
	.operands_offset = offsetof(struct settings, paths),
	.run = overhead_run,
};
