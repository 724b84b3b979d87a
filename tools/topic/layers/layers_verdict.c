/* SPDX-License-Identifier: MIT */
/* The cost of each layer in one sentence: the range of the key metrics' ratios to the layer below;
 * then the checks that this rests on. */
#include <jansson.h>
#include <string.h>

#include "tools/results/run_directory.h"
#include "tools/topic/layers/layers.h"
#include "tools/topic/value_range.h"
#include "tools/topic/sides.h"

#define NESTED_PAGING_OFF_AMD "npt=0"
#define NESTED_PAGING_OFF_INTEL "ept=0"

/* ---- The sentence ---- */

/* "KVM: × 1 (null system call) to × 1469 (CPUID) of metal." */
static const char *verdict_layer(struct tables *tables, const struct layers *layers,
				 enum layer layer, const struct value_range *range)
{
	return tables_text(tables, "%s: %s of %s.", layer_infos[layer].title,
			   value_range_ratios(tables, range),
			   layer_infos[layers->below[layer]].title);
}

static struct overall_verdict verdict_find(struct tables *tables, const struct layers *layers)
{
	const char *most = "", *basis = "";

	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		struct value_range range = {0}, largest = {0};

		if (!layers->wanted[layer] || layers->below[layer] == layer)
			continue;
		layers_summary_range(layers, layer, &range);
		if (range.count == 0)
			continue;
		value_range_add(&largest, range.most, layer_infos[layer].title);
		most = tables_text(tables, "%s%s%s", most, most[0] != '\0' ? ", " : "Up to ",
				   value_range_ratios(tables, &largest));
		basis = tables_text(tables, "%s%s%s", basis, basis[0] != '\0' ? " " : "",
				    verdict_layer(tables, layers, layer, &range));
	}
	if (most[0] == '\0')
		return (struct overall_verdict){
			TABLE_UNKNOWN, "No ratio", "No two layers have a key metric in common."};
	return (struct overall_verdict){TABLE_NEUTRAL, most, basis};
}

/* ---- Checks ---- */

static void verdict_add(struct tables *tables, enum table_verdict verdict, const char *details,
			const char *text, const char *aside)
{
	tables_add_check(tables, &(struct verdict_check){verdict, text, aside, details});
}

/* Whether the hypervisor of the layer was booted without nested paging. */
static bool verdict_has_shadow_pages(const struct layers *layers, enum layer layer)
{
	json_t *manifest = run_manifest_read(layers->runs[layer].items[0].path);
	const char *line = json_string_value(json_object_get(
		json_object_get(manifest, "hypervisor"), "command_line"));
	bool is_off = line != NULL && (strstr(line, NESTED_PAGING_OFF_AMD) != NULL ||
				       strstr(line, NESTED_PAGING_OFF_INTEL) != NULL);

	json_decref(manifest);
	return is_off;
}

static void verdict_check_paging(struct tables *tables, const struct layers *layers)
{
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		if (!layers->wanted[layer] || !layer_infos[layer].is_in_kvm ||
		    !verdict_has_shadow_pages(layers, layer))
			continue;
		verdict_add(tables, TABLE_UNKNOWN, "about", "KVM without nested paging",
			    "memory operations cost more than with it");
		return;
	}
}

static void verdict_check_boots(struct tables *tables, const struct layers *layers)
{
	size_t differing = 0, fewest = SIZE_MAX;

	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		if (!layers->wanted[layer])
			continue;
		fewest = layers->runs[layer].count < fewest ? layers->runs[layer].count : fewest;
		differing += layers_count_differing(layers, layer);
	}
	if (!layers_are_exact(layers)) {
		verdict_add(tables, TABLE_NEUTRAL, "about",
			    tables_text(tables, "%zu boot%s of each layer, at least", fewest,
					fewest == 1 ? "" : "s"), "");
		return;
	}
	verdict_add(tables, TABLE_GOOD, NULL, "Instructions, counted exactly",
		    "in a guest, of these files: counts depend on memory contents");
	sides_check_repeats(tables, differing, fewest, "layer");
}

static void verdict_check_missing(struct tables *tables)
{
	const struct table *table = tables_find_own(tables, "missing");
	size_t count = 0;

	for (size_t i = 0; i < table->row_count; i++)
		count += table_cell(table, i, table_column(table, "figures"))->count;
	if (count == 0)
		verdict_add(tables, TABLE_GOOD, NULL, "Every layer has every metric", "");
	else
		verdict_add(tables, TABLE_NEUTRAL, "missing",
			    tables_text(tables, "%zu metric%s not on every layer", count,
					count == 1 ? "" : "s"), "");
}

void layers_add_verdict(struct tables *tables, const struct layers_report *report)
{
	const struct layers *layers = report->layers;
	const struct compared_run *first = NULL;
	const struct wire_cpu *cpu;
	const char *list = "";

	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		if (!layers->wanted[layer])
			continue;
		first = first == NULL ? &layers->runs[layer].items[0] : first;
		list = tables_join(tables, list, ", ", layer_infos[layer].title);
	}
	cpu = result_cpu(first->result);
	tables->verdict = verdict_find(tables, layers);
	tables->subtitle = tables_text(tables, "%s, layer by layer",
				       cpu != NULL && cpu->brand[0] != '\0' ? cpu->brand
									   : "Unnamed CPU");
	tables->about = tables_text(tables, "%s; in %s", tables_title(tables, list),
				    layers_are_exact(layers) ? "instructions" : "time");
	tables->head = "Machine, runs and method";
	tables->method = "Medians of one operation. What a layer adds is the difference from the "
			 "layer below.";
	verdict_check_boots(tables, layers);
	sides_check_time(tables, first->analysis->time_base);
	sides_check_machine(tables, report->refused);
	verdict_check_paging(tables, layers);
	verdict_check_missing(tables);
}
