/* SPDX-License-Identifier: MIT */
#include "tools/run/change_output.h"

#include <err.h>
#include <stdio.h>

#include "tools/results/run_directory.h"
#include "tools/run/explain_commands.h"
#include "tools/run/reproduce.h"

/* Returns false if the functions could not be found. */
static bool change_explain(struct tables *tables, const struct comparison *comparison,
			   const struct explain_commands *commands,
			   const struct change_output *output, struct changed_functions *functions)
{
	const struct wire_manifest *manifest =
		result_manifest(comparison->sides[NEW].items[0].result);
	struct explained_sides sides = {.layer = reproduce_layer(manifest)};
	struct changed_operations operations;
	struct run_directory parent;
	bool good;

	for (enum side side = BASE; side < SIDES; side++)
		sides.options[side] = json_object_get(commands->manifests[side], "options");
	if (output->sides != NULL)
		sides = *output->sides;
	if (sides.options[BASE] == NULL || sides.options[NEW] == NULL) {
		warnx("--explain: needs runs with counted instructions whose booted files still "
		      "have the checksums in their manifest.json");
		return false;
	}
	if (!run_directory_make_parent(&parent, output->explain_directory))
		return false;
	changed_operations_find(tables, comparison, &operations);
	good = explained_change_find(tables, comparison, &operations, &sides, parent.path,
				     functions);
	fprintf(stderr, "Explanations: %s\n", parent.path);
	run_directory_release(&parent);
	return good;
}

bool change_judge_and_write(struct comparison *comparison, struct change_report *report,
			    struct judging *judging, const struct change_output *output)
{
	struct tables data, review, cases;
	const struct output_tables views = {&data, &review, &cases};
	struct changed_functions functions;
	struct explain_commands commands;
	bool written;

	judge_comparison(comparison, judging);
	report->comparison = comparison;
	report->judging = judging;
	tables_init(&data, "");
	tables_init(&review, "");
	tables_init(&cases, "");
	topic_change(&data, report);
	topic_change_cases(&cases, report);
	explain_commands_begin(&commands, comparison);
	report->explain = explain_commands_of;
	report->explain_context = &commands;
	if (output->explains && change_count_failures(report) > 0 &&
	    change_explain(&review, comparison, &commands, output, &functions))
		report->functions = &functions;
	topic_review(&review, report);
	explain_commands_add(&review);
	if (output->only_failure && change_count_failures(report) == 0)
		written = output_view_files(&views, output->paths);
	else
		written = output_views(&views, output->paths, output->all);
	if (output_has_text(output->paths))
		explain_commands_print(&review, stdout);
	explain_commands_end(&commands);
	report->explain = NULL;
	report->functions = NULL;
	tables_free(&cases);
	tables_free(&review);
	tables_free(&data);
	return written;
}

bool change_write_refused(const struct reasons *refused, int run_status,
			  const struct change_output *output)
{
	struct tables tables;
	bool written;

	tables_init(&tables, "Metrics not compared");
	topic_change_refused(&tables, refused, run_status);
	written = output_files(&tables, output->paths);
	tables_free(&tables);
	return written;
}
