/* SPDX-License-Identifier: MIT */
/* What changed since a time comes first, then the odd machines, changes, all machines by figure,
 * and all by machine. */
#include "tools/topic/fleet/fleet.h"

void topic_fleet(struct tables *tables, const struct topic_fleet *content)
{
	static const struct section_view sections[] = {
		{FLEET_SINCE_SECTION, "what models did together, then what machines did alone",
		 NULL, false, NULL},
		{"Odd machines", "metrics that are off, their model, and their history", NULL,
		 false, NULL},
		{"Other records", "memory, firmware, microcode or build unlike the model's", NULL,
		 false, NULL},
		{"Changes", "when a machine or a whole model changed", NULL, false, NULL},
		{"By metric and model",
		 "a dot a machine, its distance from the median of its model; "
		 "box: interquartile range",
		 NULL, false, NULL},
		{"By machine", "percent from the median of its model; coloured where odd", NULL,
		 true, NULL},
		{"Models", "groups of equal hardware", NULL, true, NULL},
	};

	tables->head = "The fleet and the test";
	tables->method = "A machine's value is the median of its runs. Point at a mark to see its "
			 "value.";
	tables->sections = sections;
	tables->section_count = COUNT(sections);
	fleet_set_verdict(tables, content);
	if (content->since != NULL)
		fleet_add_since(tables, content);
	fleet_add_odd(tables, content);
	fleet_add_records(tables, content);
	fleet_add_changes(tables, content);
	fleet_add_figures(tables, content);
	fleet_add_machines(tables, content);
	fleet_add_models(tables, content);
}
