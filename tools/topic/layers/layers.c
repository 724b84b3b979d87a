/* SPDX-License-Identifier: MIT */
/* The layers and their components, a summary, then the metrics of every benchmark: absolute values,
 * and the difference of each layer from the one below it. */
#include "tools/topic/layers/layers.h"

#include <jansson.h>
#include <string.h>

#include "tools/results/run_directory.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/side_table.h"
#include "tools/topic/sides.h"
#include "tools/topic/value_range.h"

#define MISSING_SECTION "Not on every layer"

/* ---- Facts ---- */

static const char *layer_text(struct tables *tables, const struct layers *layers, size_t side)
{
	const struct compared_runs *runs = &layers->sides.items[side].runs;
	const struct wire_manifest *manifest = result_manifest(runs->items[0].result);
	const char *text = tables_text(tables, "%zu run%s", runs->count,
				       runs->count == 1 ? "" : "s");

	if (manifest == NULL)
		return text;
	if (layers_info(layers, side)->is_linux)
		text = tables_text(tables, "%s of Linux %s, mitigations: %s", text,
				   manifest->kernel, manifest->mitigations[0] != '\0'
							     ? manifest->mitigations
							     : "none reported");
	if (manifest->hypervisor[0] != '\0')
		text = tables_text(tables, "%s, under %s", text, manifest->hypervisor);
	return text;
}

static const char *json_text(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text != NULL ? text : "unknown";
}

static void layers_add_repeats(struct table *facts, const struct side_list *list, size_t side)
{
	size_t differing = side_list_count_differing(list, side);
	size_t runs = list->items[side].runs.count;
	const char *title = list->items[side].title;

	if (runs < 2)
		return;
	if (differing == 0)
		table_fact(facts, "repeated", "%s: all samples are the same in each of %zu runs",
			   title, runs);
	else
		table_fact(facts, "repeated", "%s: %zu metrics DIFFER between %zu runs", title,
			   differing, runs)
			->is_bad = true;
}

static void layers_add_facts(struct tables *tables, const struct layers_report *report)
{
	const struct layers *layers = report->layers;
	const struct side_list *list = &layers->sides;
	struct table *facts = table_begin_facts(tables, "", "about", "");
	const struct compared_run *first = &list->items[0].runs.items[0];
	unsigned described = 0;         /* a bit per hypervisor kernel */

	sides_forced(facts, report->refused);
	sides_machine(facts, first->result);
	for (size_t i = 0; i < list->count; i++) {
		unsigned hypervisor = 1u << layer_hypervisor(layers->of[i]);

		table_fact(facts, list->items[i].title, "%s", layer_text(tables, layers, i));
		if (layers_info(layers, i)->is_in_kvm && (described & hypervisor) == 0) {
			json_t *manifest = run_manifest_read(list->items[i].runs.items[0].path);
			const json_t *about = json_object_get(manifest, "hypervisor");

			/* The hypervisor, from the manifest of the guest's run. */
			if (json_is_object(about)) {
				table_fact(facts, "hypervisor",
					   "KVM of Linux %s (%s), booted with \"%s\"",
					   json_text(about, "kernel_version"),
					   json_text(about, "kernel"),
					   json_text(about, "command_line"));
				if (json_object_get(about, "initramfs") != NULL)
					table_fact(facts, "initramfs", "%s",
						   json_text(about, "initramfs"));
				else if (json_object_get(about, "monitor") != NULL)
					table_fact(facts, "guest's monitor", "%s",
						   json_text(about, "monitor"));
				else
					table_fact(facts, "guest's QEMU", "%s",
						   json_text(about, "qemu_version"));
			}
			json_decref(manifest);
			described |= hypervisor;
		}
		if (side_list_is_exact(list))
			layers_add_repeats(facts, list, i);
	}
	sides_time_base(facts, first->analysis->time_base);
}

/* ---- Missing metrics ---- */

static void layers_add_missing(struct tables *tables, const struct side_list *list)
{
	static const struct column columns[] = {
		{"layer", COLUMN_TEXT, COLUMN_KEY, "not on", NULL},
		{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"figures", COLUMN_COUNT, 0, NULL, NULL},
		{"why", COLUMN_TEXT, 0, NULL, NULL},
	};
	struct table *table = table_begin(tables, MISSING_SECTION, "missing",
					  "Metrics missing on a layer", columns, COUNT(columns));
	const struct side_metric **metrics = tables_allocate(tables, list->names.metric_count,
							     sizeof(*metrics));

	for (size_t i = 0; i < list->count; i++) {
		for (size_t j = 0; j < list->names.metric_count; j++)
			metrics[j] = &list->rows[j].missing[i];
		sides_missing_rows(table, list->items[i].title, &list->names, metrics);
	}
}

/* ---- Findings ---- */

/* "KVM adds 0; Linux adds 265 to 317", for each benchmark. */
static const char *layers_finding(const struct table *table, const struct layers *layers)
{
	const struct side_list *list = &layers->sides;
	const char *found = "", *unit = side_list_is_exact(list) ? "instructions" : "ns";
	bool is_same = true;

	for (size_t i = 0; i < list->count; i++) {
		const struct listed_side *side = &list->items[i];
		struct value_range range = {0};

		if (side->base != i)
			value_range_add_column(&range, table,
					       side_contrast_name(table->of, list, i), false);
		if (range.count == 0)
			continue;
		is_same &= range.least == 0 && range.most == 0;
		found = tables_join(table->of, found, "; ",
				    tables_text(table->of, "%s %s%s", side->adds,
						value_range_text(table->of, &range, unit),
						layers_info(layers, side->base)->is_linux
							? " to Linux" : ""));
	}
	if (found[0] == '\0')
		return NULL;
	return is_same ? "No layer adds anything" : found;
}

/* ---- All tables ---- */

static const struct section_view sections[] = {
	{SUMMARY_SECTION, "key metrics, and what each layer adds", NULL, false, NULL},
	{MEDIANS_SECTION, "every benchmark on every layer", NULL, true, NULL},
	{MISSING_SECTION, "and the reasons", NULL, true, NULL},
};

void topic_layers(struct tables *tables, const struct layers_report *report)
{
	tables->title = "Bareline: cost of every layer";
	tables->sections = sections;
	tables->section_count = COUNT(sections);
	layers_add_facts(tables, report);
	layers_add_summary(tables, &report->layers->sides);
	side_table_add(tables, &report->layers->sides);
	for (size_t i = 0; i < tables->count; i++) {
		struct table *table = tables->items[i];

		if (strcmp(table->section, MEDIANS_SECTION) == 0)
			table->finding = layers_finding(table, report->layers);
	}
	layers_add_missing(tables, &report->layers->sides);
	layers_add_verdict(tables, report);
}
