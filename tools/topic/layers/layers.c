/* SPDX-License-Identifier: MIT */
/* The layers and their components, a summary, then the metrics of every benchmark: absolute values,
 * and the difference of each layer from the one below it. */
#include "tools/topic/layers/layers.h"

#include <jansson.h>
#include <string.h>

#include "tools/analysis/name_index.h"
#include "tools/results/run_directory.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/overhead.h"
#include "tools/topic/sides.h"
#include "tools/topic/value_range.h"

#define METRICS_SECTION "Metrics: medians of one operation"
#define MISSING_SECTION "Not on every layer"

/* ---- Facts ---- */

static const char *layer_text(struct tables *tables, const struct layers *layers, enum layer layer)
{
	const struct compared_runs *runs = &layers->runs[layer];
	const struct wire_manifest *manifest = result_manifest(runs->items[0].result);
	const char *text = tables_text(tables, "%zu run%s", runs->count,
				       runs->count == 1 ? "" : "s");

	if (manifest == NULL)
		return text;
	if (layer_infos[layer].is_linux)
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

/* The hypervisor, from the manifest of the guest's run. */
static void layers_add_hypervisor(struct table *facts, const struct compared_run *run)
{
	json_t *manifest = run_manifest_read(run->path);
	const json_t *about = json_object_get(manifest, "hypervisor");

	if (json_is_object(about)) {
		table_fact(facts, "hypervisor", "KVM of Linux %s (%s), booted with \"%s\"",
			   json_text(about, "kernel_version"), json_text(about, "kernel"),
			   json_text(about, "command_line"));
		if (json_object_get(about, "initramfs") != NULL)
			table_fact(facts, "initramfs", "%s",
				   json_text(about, "initramfs"));
		else
			table_fact(facts, "guest's QEMU", "%s",
				   json_text(about, "qemu_version"));
	}
	json_decref(manifest);
}

static void layers_add_repeats(struct table *facts, const struct layers *layers, enum layer layer)
{
	size_t differing = layers_count_differing(layers, layer);

	if (layers->runs[layer].count < 2)
		return;
	if (differing == 0)
		table_fact(facts, "repeated", "%s: all samples are the same in each of %zu runs",
			   layer_infos[layer].title, layers->runs[layer].count);
	else
		table_fact(facts, "repeated", "%s: %zu metrics DIFFER between %zu runs",
			   layer_infos[layer].title, differing, layers->runs[layer].count)
			->is_bad = true;
}

static void layers_add_facts(struct tables *tables, const struct layers_report *report)
{
	const struct layers *layers = report->layers;
	struct table *facts = table_begin_facts(tables, "", "about", "");
	const struct compared_run *first = NULL;
	unsigned described = 0;         /* a bit per hypervisor kernel */

	sides_forced(facts, report->refused);
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		if (!layers->wanted[layer])
			continue;
		if (first == NULL) {
			first = &layers->runs[layer].items[0];
			sides_machine(facts, first->result);
		}
		table_fact(facts, layer_infos[layer].title, "%s",
			   layer_text(tables, layers, layer));
		if (layer_infos[layer].is_in_kvm &&
		    (described & 1u << layer_hypervisor(layer)) == 0) {
			layers_add_hypervisor(facts, &layers->runs[layer].items[0]);
			described |= 1u << layer_hypervisor(layer);
		}
		if (layers_are_exact(layers))
			layers_add_repeats(facts, layers, layer);
	}
	if (first != NULL)
		sides_time_base(facts, first->analysis->time_base);
}

/* ---- Metrics ---- */

/* For each layer: value, minimum and maximum of the samples, and the difference from the layer
 * below. */
enum {CELL_VALUE, CELL_MIN, CELL_MAX, CELL_ADDED, CELLS};

#define COLUMNS_MAX (LAYERS * CELLS)

struct layers_view {
	const struct layers *layers;
	struct column columns[COLUMNS_MAX];
	size_t count;
};

static void layers_add_columns(struct tables *tables, struct layers_view *view, enum layer layer)
{
	const struct layer_info *info = &layer_infos[layer];
	struct column *columns = &view->columns[view->count];
	bool is_lowest = view->layers->below[layer] == layer;

	columns[CELL_VALUE] = (struct column){info->column, COLUMN_QUANTITY, COLUMN_SPREAD,
					      info->title, NULL};
	columns[CELL_MIN] = (struct column){tables_text(tables, "%s_min", info->column),
					    COLUMN_NUMBER, COLUMN_DATA, NULL, NULL};
	columns[CELL_MAX] = (struct column){tables_text(tables, "%s_max", info->column),
					    COLUMN_NUMBER, COLUMN_DATA, NULL, NULL};
	columns[CELL_ADDED] = (struct column){tables_text(tables, "%s_adds", info->column),
					      COLUMN_QUANTITY, COLUMN_IMPLIED,
					      layers_added_title(view->layers, layer), NULL};
	view->count += is_lowest ? CELL_ADDED : CELLS;
}

static void layers_metric_cells(struct table *table, const struct side_metric *metric,
				bool is_exact)
{
	bool varies = metric != NULL && metric->min < metric->max;

	if (metric == NULL) {
		cell_none(table);
		cell_none(table);
		cell_none(table);
		return;
	}
	cell_quantity(table, &(struct quantity){.value = metric->median,
						.interval = is_exact && !varies ? INTERVAL_EXACT
										: INTERVAL_NONE});
	cell_number(table, metric->min);
	cell_number(table, metric->max);
}

/* The row's metric is an element of layers->names. */
static void layers_fill(const void *context, struct table *table, struct row *row,
			const struct compared_metric *metric)
{
	const struct layers *layers = context;
	size_t place = (size_t)(metric - layers->names.metrics);
	size_t found = 0, wanted = 0;

	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		const struct side_metric *side_metric;
		const struct compared_metric *added;

		if (!layers->wanted[layer])
			continue;
		side_metric = layers_metric(layers, place, layer);
		added = layers_added(layers, place, layer);
		layers_metric_cells(table, side_metric, layers_are_exact(layers));
		if (layers->below[layer] != layer)
			overhead_estimate(table, added != NULL ? &added->contrast.difference : NULL,
					  layers_are_exact(layers));
		if (layer == LAYER_LINUX && added != NULL)
			row->remark = overhead_difference_text(table->of, NULL, added);
		found += side_metric != NULL;
		wanted++;
	}
	row->is_detail = found < 2 && wanted > 1;
}

static void layers_add_metrics(struct tables *tables, const struct layers *layers)
{
	struct layers_view *view = tables_allocate(tables, 1, sizeof(*view));

	view->layers = layers;
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		if (layers->wanted[layer])
			layers_add_columns(tables, view, layer);
	}
	metric_tables_add(tables, &layers->names, &(struct metric_view){
		.section = METRICS_SECTION,
		.prefix = "",
		.columns = view->columns,
		.column_count = view->count,
		.fill = layers_fill,
		.context = layers,
	});
}

/* ---- Missing metrics ---- */

/* A row to be added: the index of its first metric, and their number. */
struct missing_row {
	size_t first, count;
};

/* The reasons for each benchmark, in the order of the rows. Returns their number. */
static size_t layers_find_missing(const struct layers *layers, enum layer layer,
				  struct missing_row *found)
{
	struct name_index index = {0};
	size_t count;

	for (size_t i = 0; i < layers->names.metric_count; i++) {
		const struct side_metric *missing = &layers->rows[i].missing[layer];
		const struct metric_name name = {layers->names.metrics[i].bench,
						 missing->why_missing, ""};
		size_t place;

		if (missing->why_missing == NULL)
			continue;
		place = name_index_find(&index, &name);
		if (place == NAME_NOT_FOUND) {
			place = name_index_add(&index, &name);
			found[place] = (struct missing_row){.first = i};
		}
		found[place].count++;
	}
	count = index.count;
	name_index_free(&index);
	return count;
}

static void layers_missing_rows(struct table *table, const struct layers *layers,
				enum layer layer)
{
	struct missing_row *found = tables_allocate(table->of, layers->names.metric_count + 1,
						    sizeof(*found));
	size_t count = layers_find_missing(layers, layer, found);

	for (size_t i = 0; i < count; i++) {
		const struct side_metric *missing =
			&layers->rows[found[i].first].missing[layer];

		table_row(table)->is_bad = missing->is_lost;
		cell_string(table_at(table, "layer"), layer_infos[layer].title);
		cell_string(table_at(table, "benchmark"),
			    layers->names.metrics[found[i].first].bench);
		cell_count(table_at(table, "figures"), found[i].count);
		cell_string(table_at(table, "why"), missing->why_missing);
	}
}

static void layers_add_missing(struct tables *tables, const struct layers *layers)
{
	static const struct column columns[] = {
		{"layer", COLUMN_TEXT, COLUMN_KEY, "not on", NULL},
		{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"figures", COLUMN_COUNT, 0, NULL, NULL},
		{"why", COLUMN_TEXT, 0, NULL, NULL},
	};
	struct table *table = table_begin(tables, MISSING_SECTION, "missing",
					  "Metrics missing on a layer", columns, COUNT(columns));

	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		if (layers->wanted[layer])
			layers_missing_rows(table, layers, layer);
	}
}

/* ---- Findings ---- */

/* "KVM adds 0; Linux adds 265 to 317", for each benchmark. */
static const char *layers_finding(const struct table *table, const struct layers *layers)
{
	const char *list = "", *unit = layers_are_exact(layers) ? "instructions" : "ns";
	bool is_same = true;

	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		struct value_range range = {0};

		if (!layers->wanted[layer] || layers->below[layer] == layer)
			continue;
		value_range_add_column(&range, table,
				       tables_text(table->of, "%s_adds", layer_infos[layer].column),
				       false);
		if (range.count == 0)
			continue;
		is_same &= range.least == 0 && range.most == 0;
		list = tables_join(table->of, list, "; ",
				   tables_text(table->of, "%s %s%s",
					       layers_added_title(layers, layer),
					       value_range_text(table->of, &range, unit),
					       layer_infos[layers->below[layer]].is_linux
						       ? " to Linux" : ""));
	}
	if (list[0] == '\0')
		return NULL;
	return is_same ? "No layer adds anything" : list;
}

static void layers_add_findings(struct tables *tables, const struct layers *layers)
{
	for (size_t i = 0; i < tables->count; i++) {
		struct table *table = tables->items[i];

		if (strcmp(table->section, METRICS_SECTION) == 0)
			table->finding = layers_finding(table, layers);
	}
}

/* ---- All tables ---- */

static const struct section_view sections[] = {
	{SUMMARY_SECTION, "key metrics, and what each layer adds", NULL, false},
	{METRICS_SECTION, "every benchmark on every layer", NULL, true},
	{MISSING_SECTION, "and the reasons", NULL, true},
};

void topic_layers(struct tables *tables, const struct layers_report *report)
{
	tables->title = "Bareline: cost of every layer";
	tables->sections = sections;
	tables->section_count = COUNT(sections);
	layers_add_facts(tables, report);
	layers_add_summary(tables, report->layers);
	layers_add_metrics(tables, report->layers);
	layers_add_findings(tables, report->layers);
	layers_add_missing(tables, report->layers);
	layers_add_verdict(tables, report);
}
