/* SPDX-License-Identifier: MIT */
/* A layer and the one below are the two sides of a comparison. */
#include "tools/compare/layers.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/compare/missing_metric.h"

const struct layer_info layer_infos[LAYERS] = {
	[LAYER_METAL] = {"metal", "metal", "metal", false, false, {LAYER_METAL}},
	[LAYER_KVM] = {"kvm", "kvm", "KVM", false, true, {LAYER_METAL}},
	[LAYER_KVM_2] = {"kvm2", "kvm2", "KVM 2", false, true, {LAYER_METAL}},
	[LAYER_KVM_3] = {"kvm3", "kvm3", "KVM 3", false, true, {LAYER_METAL}},
	[LAYER_KVM_4] = {"kvm4", "kvm4", "KVM 4", false, true, {LAYER_METAL}},
	[LAYER_LINUX] = {"linux", "linux", "Linux", true, false, {LAYER_METAL}},
	[LAYER_LINUX_IN_KVM] = {"linux-in-kvm", "linux_in_kvm", "Linux in KVM", true, true,
				{LAYER_LINUX, LAYER_KVM, LAYER_METAL}},
};

enum layer layer_find(const char *name, size_t length)
{
	enum layer layer = LAYER_METAL;

	while (layer < LAYERS && (strlen(layer_infos[layer].name) != length ||
				  strncmp(layer_infos[layer].name, name, length) != 0))
		layer++;
	return layer;
}

static enum layer layer_below(const struct layers *layers, enum layer layer)
{
	const enum layer *below = layer_infos[layer].below;

	for (size_t i = 0; i < LAYERS - 1; i++) {
		if (layers->wanted[below[i]] && below[i] != layer)
			return below[i];
	}
	return layer;
}

static enum layer layers_first(const struct layers *layers)
{
	enum layer layer = LAYER_METAL;

	while (!layers->wanted[layer])
		layer++;
	return layer;
}

bool layers_are_exact(const struct layers *layers)
{
	return layers->runs[layers_first(layers)].items[0].analysis->time_base ==
	       TIME_INSTRUCTIONS;
}

/* ---- Comparability ---- */

/* Bare metal and Linux on the machine, or both in its guest, must agree as for an overhead. */
static void refuse_different_sides(const struct layers *layers, enum layer metal,
				   enum layer of_linux, struct reasons *reasons)
{
	bool both = layers->wanted[metal] && layers->wanted[of_linux];
	struct comparison comparison = {.kind = both ? COMPARE_OVERHEAD : COMPARE_BOOTS};

	if (!layers->wanted[metal] && !layers->wanted[of_linux])
		return;
	comparison.sides[BASE] = layers->runs[layers->wanted[metal] ? metal : of_linux];
	if (both)
		comparison.sides[NEW] = layers->runs[of_linux];
	same_machine_refuse(&comparison, reasons);
}

/* A machine and its guest agree only in build and time base. */
static void refuse_different_run(const struct compared_run *first, const struct compared_run *run,
				 struct reasons *reasons)
{
	const struct wire_manifest *ours = result_manifest(first->result);
	const struct wire_manifest *theirs = result_manifest(run->result);

	if (ours == NULL || theirs == NULL)
		return;
	if (strcmp(ours->build, theirs->build) != 0)
		same_machine_add(reasons, "%s: build is \"%s\", not \"%s\"", run->path,
				 theirs->build, ours->build);
	if (strcmp(ours->time_base, theirs->time_base) != 0)
		same_machine_add(reasons, "%s: time base is \"%s\", not \"%s\"", run->path,
				 theirs->time_base, ours->time_base);
}

void layers_refuse(const struct layers *layers, struct reasons *reasons)
{
	const struct compared_run *first = &layers->runs[layers_first(layers)].items[0];

	refuse_different_sides(layers, LAYER_METAL, LAYER_LINUX, reasons);
	refuse_different_sides(layers, LAYER_KVM, LAYER_LINUX_IN_KVM, reasons);
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		for (size_t i = 0; i < layers->runs[layer].count; i++)
			refuse_different_run(first, &layers->runs[layer].items[i], reasons);
	}
}

/* ---- Rows ---- */

static void layers_make_pair(struct layers *layers, enum layer layer,
			     const struct patterns *benches)
{
	struct comparison *pair = &layers->pairs[layer];
	enum layer below = layer_below(layers, layer);

	layers->below[layer] = below;
	pair->kind = below != layer ? COMPARE_OVERHEAD : COMPARE_BOOTS;
	pair->sides[BASE] = layers->runs[below];
	if (below != layer)
		pair->sides[NEW] = layers->runs[layer];
	compare_make(pair, benches);
}

static enum side layer_side(const struct layers *layers, enum layer layer)
{
	return layers->below[layer] != layer ? NEW : BASE;
}

/* Name a row after the metric of the first layer that has it. */
static void layers_name_row(struct layers *layers, const struct compared_metric *metric,
			    const struct side_metric *side_metric)
{
	struct comparison *names = &layers->names;
	struct compared_metric *name = &names->metrics[names->metric_count];

	*name = (struct compared_metric){
		.bench = metric->bench, .point = metric->point, .stage = metric->stage,
		.is_counted = layers_are_exact(layers),
	};
	name->sides[BASE] = *side_metric;
	names->metric_count++;
}

static void layers_add_rows(struct layers *layers, enum layer layer, struct name_index *index)
{
	const struct comparison *pair = &layers->pairs[layer];

	for (size_t i = 0; i < pair->metric_count; i++) {
		const struct compared_metric *metric = &pair->metrics[i];
		const struct metric_name name = {metric->bench, metric->point, metric->stage};
		size_t row = name_index_find(index, &name);

		if (row == NAME_NOT_FOUND && metric->sides[layer_side(layers, layer)].runs > 0) {
			row = name_index_add(index, &name);
			layers_name_row(layers, metric,
					&metric->sides[layer_side(layers, layer)]);
		}
		if (row != NAME_NOT_FOUND)
			layers->rows[row].metrics[layer] = metric;
	}
}

static void layers_explain_missing(struct layers *layers, enum layer layer)
{
	struct missing_metric missing = {0};

	for (size_t i = 0; i < layers->names.metric_count; i++) {
		const struct compared_metric *metric = &layers->names.metrics[i];
		const struct metric_name name = {metric->bench, metric->point, metric->stage};
		struct side_metric *side = &layers->rows[i].missing[layer];

		if (layers_metric(layers, i, layer) == NULL)
			side->why_missing = missing_metric_explain(
				&missing, &layers->runs[layer].items[0], &name, &side->is_lost);
	}
	missing_metric_free(&missing);
}

/* Layers are processed in order, so metrics that only a pair's base has already have a row. */
void layers_make(struct layers *layers, const struct patterns *benches)
{
	struct name_index index = {0};
	size_t count = 0;

	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		if (!layers->wanted[layer])
			continue;
		layers_make_pair(layers, layer, benches);
		count += layers->pairs[layer].metric_count;
	}
	layers->names.kind = COMPARE_BOOTS;
	layers->names.metrics = xcalloc(count + 1, sizeof(*layers->names.metrics));
	layers->rows = xcalloc(count + 1, sizeof(*layers->rows));
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		if (layers->wanted[layer])
			layers_add_rows(layers, layer, &index);
	}
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		if (layers->wanted[layer])
			layers_explain_missing(layers, layer);
	}
	name_index_free(&index);
}

/* The layers own the runs, and the pairs own the metrics of names. */
void layers_free(struct layers *layers)
{
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		layers->pairs[layer].sides[BASE] = (struct compared_runs){0};
		layers->pairs[layer].sides[NEW] = (struct compared_runs){0};
		compare_free(&layers->pairs[layer]);
		compared_runs_free(&layers->runs[layer]);
	}
	free(layers->names.metrics);
	free(layers->rows);
	*layers = (struct layers){0};
}

/* ---- Queries ---- */

const struct side_metric *layers_metric(const struct layers *layers, size_t row, enum layer layer)
{
	const struct compared_metric *metric = layers->rows[row].metrics[layer];
	const struct side_metric *side_metric;

	if (metric == NULL)
		return NULL;
	side_metric = &metric->sides[layer_side(layers, layer)];
	if (side_metric->runs == 0 ||
	    strcmp(side_metric->unit, layers->names.metrics[row].sides[BASE].unit) != 0)
		return NULL;
	return side_metric;
}

const struct compared_metric *layers_added(const struct layers *layers, size_t row,
					   enum layer layer)
{
	const struct compared_metric *metric = layers->rows[row].metrics[layer];

	if (layers->below[layer] == layer || metric == NULL || !metric_is_common(metric))
		return NULL;
	return metric;
}

/* Linux in a guest adds KVM to Linux on the machine, or Linux to the bare guest. */
const char *layers_added_title(const struct layers *layers, enum layer layer)
{
	const struct layer_info *info = &layer_infos[layer];
	const struct layer_info *below = &layer_infos[layers->below[layer]];

	if (info->is_linux == below->is_linux)
		return "KVM adds";
	return info->is_in_kvm == below->is_in_kvm ? "Linux adds" : "both add";
}

size_t layers_count_differing(const struct layers *layers, enum layer layer)
{
	return compare_count_differing(&layers->pairs[layer], layer_side(layers, layer));
}
