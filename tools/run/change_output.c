/* SPDX-License-Identifier: MIT */
#include "tools/run/change_output.h"

#include "tools/run/explain_commands.h"

bool change_judge_and_write(struct comparison *comparison, struct change_report *report,
			    struct judging *judging, const struct change_output *output)
{
	struct tables data, review, cases;
	const struct output_tables views = {&data, &review, &cases};
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
	topic_review(&review, report);
	explain_commands_add(&review);
	if (output->only_failure && change_count_failures(report) == 0)
		written = output_view_files(&views, output->paths);
	else
		written = output_views(&views, output->paths, output->all);
	if (output_has_text(output->paths))
		explain_commands_print(&review, stdout);
	explain_commands_end(&commands);
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
