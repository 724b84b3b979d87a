/* SPDX-License-Identifier: MIT */
/* `bareline compare`: lists improvements and regressions. */
#include <err.h>
#include <math.h>
#include <stdlib.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/cmd/side_paths.h"
#include "tools/cmd/interleaved_options.h"
#include "tools/compare/last_run.h"
#include "tools/compare/unstable_timing.h"
#include "tools/run/boots/interleaved.h"
#include "tools/run/change_output.h"

#define BOOTS_MAX 1000
#define IMAGES_NEEDED 2

struct settings {
	struct patterns benches;
	bool all, explains;
	const char *explain_directory;
	struct comparison comparison;
	struct side_paths paths;
	bool is_run;                    /* the paths are images to boot */
	const char *images[IMAGES_NEEDED];
	size_t image_count;
	struct interleaved_boots interleaved;
	struct run_request run;         /* for the boots */
	double threshold_part;          /* below 0: not given */
	bool force;
	const char *outputs[OUTPUT_FORMATS];
};

static bool compare_parse_threshold(void *to, const char *value, struct option_problem *problem)
{
	char *end;
	double percent = strtod(value, &end);

	if (end == value || *end != '\0' || !isfinite(percent) || percent < 0)
		return option_refuse(problem, "not a percentage; give a number of 0 or more");
	*(double *)to = percent / 100;
	return true;
}

static const struct option_spec side_options[] = {
	{.name = "base", .kind = OPTION_CALL, .call = side_paths_name_base,
	 .help = "read the following paths as the base"},
	{.name = "new", .kind = OPTION_CALL, .call = side_paths_name_new,
	 .help = "read the following paths as the new side"},
	{0},
};

static const struct option_spec run_options[] = {
	{.name = "run",
	 .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, is_run),
	 .help = "boot the two images that follow in QEMU first, interleaved; RUN-OPTIONs are as "
		 "for `bareline run`"},
	{.name = "boots",
	 .kind = OPTION_NUMBER,
	 .argument = "N",
	 .least = 1,
	 .most = BOOTS_MAX,
	 .offset = offsetof(struct settings, interleaved.boots),
	 .help = "with --run: boot each image N times (10; 2 with --deterministic; 3 layouts with "
		 "--linux)"},
	{.name = "keep",
	 .kind = OPTION_TEXT,
	 .argument = "DIRECTORY", .writes = true,
	 .offset = offsetof(struct settings, interleaved.directory),
	 .help = "with --run: write the runs to DIRECTORY (results/TIMESTAMP)"},
	{0},
};

static const struct option_spec explain_options[] = {
	{.name = "explain", .kind = OPTION_FLAG, .offset = offsetof(struct settings, explains),
	 .help = "name the functions that changed, from two boots for each of the first five "
		 "changes; for instructions"},
	{.name = "explain-output", .kind = OPTION_TEXT, .argument = "DIRECTORY", .writes = true,
	 .offset = offsetof(struct settings, explain_directory),
	 .help = "with --explain: write the explanations to DIRECTORY (results/TIMESTAMP)"},
	{0},
};

static const struct option_spec threshold_options[] = {
	{.name = "threshold", .kind = OPTION_CALL, .argument = "PERCENT",
	 .call = compare_parse_threshold,
	 .help = "ignore differences below PERCENT (1; 0 for instructions)"},
	{0},
};

static const struct option_spec file_options[] = {
	{.name = "markdown", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = OUTPUT_MARKDOWN * sizeof(const char *),
	 .help = "write Markdown, short enough for a pull request; - for standard output instead "
		 "of the tables"},
	{.name = "json", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = OUTPUT_JSON * sizeof(const char *),
	 .help = "write JSON; - as above"},
	{.name = "junit", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = OUTPUT_JUNIT * sizeof(const char *),
	 .help = "write JUnit XML; - as above"},
	{.name = "ktap", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = OUTPUT_KTAP * sizeof(const char *),
	 .help = "write KTAP; - as above"},
	{.name = "annotations", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = OUTPUT_ANNOTATIONS * sizeof(const char *),
	 .help = "write GitHub annotations; - as above"},
	{.name = "html", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = OUTPUT_HTML * sizeof(const char *),
	 .help = "write a page: the verdict, then operations with their stages, worst first; - as "
		 "above"},
	{0},
};

static const struct option_group groups[] = {
	{.options = side_options, .offset = offsetof(struct settings, paths)},
	{.options = run_options},
	{.options = explain_options},
	{.options = threshold_options, .offset = offsetof(struct settings, threshold_part)},
	{.options = bench_options, .offset = offsetof(struct settings, benches)},
	{.options = changed_options, .offset = offsetof(struct settings, all)},
	{.options = force_options, .offset = offsetof(struct settings, force)},
	{.options = file_options, .offset = offsetof(struct settings, outputs)},
	{0},
};

static bool compare_take_path(void *to, const char *value, struct option_problem *problem)
{
	struct settings *settings = to;

	if (settings->is_run && settings->image_count == IMAGES_NEEDED)
		return option_refuse(problem, "more than two images");
	if (settings->is_run) {
		settings->images[settings->image_count++] = value;
		return true;
	}
	return side_paths_add(&settings->paths, value, problem);
}

static void compare_parse_options(struct settings *settings, int argc, char **argv)
{
	struct compared_runs *sides = settings->comparison.sides;
	int count = arguments_parse(&compare_command, settings, argc, argv);

	if (settings->is_run) {
		if (sides[BASE].count + sides[NEW].count > 0)
			errx(EXIT_USAGE, "--run: makes its own runs; omit paths before it");
		if (settings->image_count != IMAGES_NEEDED)
			errx(EXIT_USAGE, "--run: needs two images; give BASE-IMAGE NEW-IMAGE");
		interleaved_options_parse(&settings->run, &settings->benches, false, count, argv);
		settings->interleaved.run = &settings->run;
		settings->interleaved.images[BASE] = settings->images[0];
		settings->interleaved.images[NEW] = settings->images[1];
		output_check(settings->outputs);
		return;
	}
	if (settings->interleaved.boots != 0 || settings->interleaved.directory != NULL)
		errx(EXIT_USAGE, "--boots, --keep: apply to new runs; add --run");
	/* With one path or none, the new side is that path or the latest run, and the base is the
	 * latest comparable run. */
	if (count == 0 && !settings->paths.is_named && sides[BASE].count <= 1 &&
	    sides[NEW].count == 0) {
		if (sides[BASE].count == 1) {
			sides[NEW] = sides[BASE];
			sides[BASE] = (struct compared_runs){0};
		} else if (!last_run_add_new(&settings->comparison, LAST_RUN_DIRECTORY)) {
			exit(EXIT_USAGE);
		}
		if (!last_run_add_base(&settings->comparison))
			exit(EXIT_USAGE);
	}
	side_paths_complete(&settings->paths, argv + 1);
}

/* ---- The comparison ---- */

static int compare_judge(struct settings *settings, struct change_report *change,
			 struct judging *judging)
{
	struct comparison *comparison = &settings->comparison;

	compare_make(comparison, &settings->benches);
	if (!output_check_metrics(&settings->benches, comparison->metric_count))
		return EXIT_USAGE;
	if (metrics_in_common(comparison->metrics, comparison->metric_count) == 0) {
		warnx("the two sides have no metric in common; give runs of the same benchmarks");
		return EXIT_USAGE;
	}
	if (!change_judge_and_write(comparison, change, judging,
				    &(struct change_output){.paths = settings->outputs,
							    .all = settings->all,
							    .explains = settings->explains,
							    .explain_directory =
								    settings->explain_directory}))
		return EXIT_MACHINE;
	if (judging->changes[CHANGE_MISSING] > 0)
		return EXIT_FAILED;
	if (!judge_is_conclusive(comparison, judging))
		return EXIT_USAGE;
	return judging->changes[CHANGE_REGRESSED] > 0 ? EXIT_FAILED : EXIT_GOOD;
}

static double threshold_of(const struct settings *settings)
{
	if (settings->threshold_part >= 0)
		return settings->threshold_part;
	return compare_is_exact(&settings->comparison) ? 0 : JUDGE_THRESHOLD_PART;
}

static int compare(struct settings *settings)
{
	struct reasons refused = {0}, notes = {0};
	struct change_report change = {.refused = &refused, .notes = &notes};
	struct judging judging = {.threshold_part = threshold_of(settings)};
	int status = EXIT_USAGE;

	unstable_timing_exclude(&settings->comparison);
	same_machine_refuse(&settings->comparison, &refused);
	same_machine_add_notes(&settings->comparison, &notes);
	if (refused.count > 0 && !settings->force) {
		static const char *const options[SIDES] = {[BASE] = "base", [NEW] = "new"};

		reasons_print_refused(&refused, "sides not comparable");
		if (settings->is_run)
			side_paths_print_force(&settings->comparison, "compare", options);
	} else {
		status = compare_judge(settings, &change, &judging);
	}
	reasons_free(&notes);
	reasons_free(&refused);
	return status;
}

static int compare_run(int argc, char **argv)
{
	struct settings settings = {
		.comparison = {.kind = COMPARE_CHANGE},
		.paths = {
			.comparison = &settings.comparison,
			.option_names = "--base and --new",
			.side_names = {[BASE] = "the base", [NEW] = "the new side"},
		},
		.threshold_part = -1,
	};
	int status = EXIT_GOOD;

	compare_parse_options(&settings, argc, argv);
	if (settings.is_run)
		status = interleaved_boot(&settings.interleaved, &settings.comparison);
	/* Status 1 means a regression, so a failed boot needs another status. */
	if (status == EXIT_FAILED)
		status = EXIT_USAGE;
	if (status == EXIT_GOOD)
		status = compare(&settings);
	compare_free(&settings.comparison);
	return status;
}

const struct command compare_command = {
	.name = "bareline compare",
	.summary = "list improvements and regressions between two sets of runs",
	.usage = "[OPTION]... BASE NEW\n[OPTION]... [NEW]\n"
		 "[OPTION]... --base PATH... --new PATH...\n"
		 "[OPTION]... --run BASE-IMAGE NEW-IMAGE [-- RUN-OPTION...]",
	.about = "List improvements and regressions. PATH is a log, a results.json, a baseline of "
		 "`bareline run --baseline`, a run's directory, or a directory of these with "
		 "repeated boots; without repeated boots, variation between boots is unknown. BASE "
		 "defaults to the latest earlier run of "
		 "the same machine, time base and suite in the directory of NEW; NEW defaults to "
		 "the latest run in results/.\n"
		 "Interleave the boots (base, new, base, new), as --run does: a machine drifts, "
		 "and drift between two blocks of runs looks like a change.",
	.groups = groups,
	.exit_status = "0 no regression\n"
		       "1 a regression, or a metric of the base is missing on the new side\n"
		       "2 too few runs (one per side suffices only for instructions), a failed "
		       "boot, not comparable, wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_max = OPERANDS_ANY,
	.take_operand = compare_take_path,
	.run = compare_run,
};
