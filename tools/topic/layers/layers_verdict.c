/* SPDX-License-Identifier: MIT */
/* The cost of each layer in one sentence: the range of the key metrics' ratios to the layer below.
 * The checks that the sentence rests on follow it. */
#include <jansson.h>
#include <string.h>

#include "tools/results/run_directory.h"
#include "tools/topic/layers/layers.h"
#include "tools/topic/value_range.h"
#include "tools/topic/sides.h"

#define NESTED_PAGING_OFF_AMD "npt=0"
#define NESTED_PAGING_OFF_INTEL "ept=0"

/* ---- The sentence ---- */

/* "Up to × 1469 (KVM)", and "KVM: × 1 (null system call) to × 1469 (CPUID) of metal." */
static struct overall_verdict verdict_find(struct tables *tables, const struct layers *layers)
{
	const char *most = "", *basis = "";

	for (size_t i = 0; i < layers->sides.count; i++) {
		const struct listed_side *side = &layers->sides.items[i];
		struct value_range range = {0}, largest = {0};

		if (side->base != i)
			layers_summary_range(layers, i, &range);
		if (range.count == 0)
			continue;
		value_range_add(&largest, range.most, side->title);
		most = tables_text(tables, "%s%s%s", most, most[0] != '\0' ? ", " : "Up to ",
				   value_range_ratios(tables, &largest));
		basis = tables_text(tables, "%s%s%s: %s of %s.", basis,
				    basis[0] != '\0' ? " " : "", side->title,
				    value_range_ratios(tables, &range),
				    layers->sides.items[side->base].title);
	}
	if (most[0] == '\0')
		return (struct overall_verdict){
			TABLE_UNKNOWN, "No ratio", "No two layers have a key metric in common."};
	return (struct overall_verdict){TABLE_NEUTRAL, most, basis};
}

/* ---- Checks ---- */

/* Whether the hypervisor of the layer was booted without nested paging. */
static bool verdict_has_shadow_pages(const struct listed_side *side)
{
	json_t *manifest = run_manifest_read(side->runs.items[0].path);
	const char *line = json_string_value(json_object_get(
		json_object_get(manifest, "hypervisor"), "command_line"));
	bool is_off = line != NULL && (strstr(line, NESTED_PAGING_OFF_AMD) != NULL ||
				       strstr(line, NESTED_PAGING_OFF_INTEL) != NULL);

	json_decref(manifest);
	return is_off;
}

static void verdict_check_paging(struct tables *tables, const struct layers *layers)
{
	for (size_t i = 0; i < layers->sides.count; i++) {
		if (!layers_info(layers, i)->is_in_kvm ||
		    !verdict_has_shadow_pages(&layers->sides.items[i]))
			continue;
		tables_add_check(tables, TABLE_UNKNOWN, "about", "KVM without nested paging",
				 "memory operations cost more than with it");
		return;
	}
}

static void verdict_check_boots(struct tables *tables, const struct side_list *list)
{
	size_t differing = 0, fewest = SIZE_MAX;

	for (size_t i = 0; i < list->count; i++) {
		size_t runs = list->items[i].runs.count;

		fewest = runs < fewest ? runs : fewest;
		differing += side_list_count_differing(list, i);
	}
	if (!side_list_is_exact(list)) {
		tables_add_check(tables, TABLE_NEUTRAL, "about",
				 tables_text(tables, "%zu boot%s of each layer, at least", fewest,
					     fewest == 1 ? "" : "s"),
				 "");
		return;
	}
	tables_add_check(tables, TABLE_GOOD, NULL, "Instructions, counted exactly",
			 "in a guest, of these files: counts depend on memory contents");
	sides_check_repeats(tables, differing, fewest, "layer");
}

void layers_add_verdict(struct tables *tables, const struct layers_report *report)
{
	const struct side_list *sides = &report->layers->sides;
	const struct compared_run *first = &sides->items[0].runs.items[0];
	const struct wire_cpu *cpu = result_cpu(first->result);
	const char *titles = "";
	const struct table *table;
	size_t count = 0;

	for (size_t i = 0; i < sides->count; i++)
		titles = tables_join(tables, titles, ", ", sides->items[i].title);
	tables->verdict = verdict_find(tables, report->layers);
	tables->subtitle = tables_text(tables, "%s, layer by layer",
				       cpu != NULL && cpu->brand[0] != '\0' ? cpu->brand
									   : "Unnamed CPU");
	tables->about = tables_text(tables, "%s; in %s", tables_title(tables, titles),
				    side_list_is_exact(sides) ? "instructions" : "time");
	tables->head = "Machine, runs and method";
	tables->method = "Medians of one operation. What a layer adds is the difference from the "
			 "layer below.";
	verdict_check_boots(tables, sides);
	sides_check_time(tables, first->analysis->time_base);
	sides_check_machine(tables, report->refused);
	verdict_check_paging(tables, report->layers);
	table = tables_find_own(tables, "missing");
	for (size_t i = 0; i < table->row_count; i++)
		count += table_cell(table, i, table_column(table, "figures"))->count;
	if (count == 0)
		tables_add_check(tables, TABLE_GOOD, NULL, "Every layer has every metric", "");
	else
		tables_add_check(tables, TABLE_NEUTRAL, "missing",
				 tables_text(tables, "%zu metric%s not on every layer", count,
					     count == 1 ? "" : "s"),
				 "");
}
