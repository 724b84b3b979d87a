/* SPDX-License-Identifier: MIT */
/* A layer is a side whose base is the layer below. */
#include "tools/compare/layers.h"

#include <string.h>

#include "tools/base/alloc.h"

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

size_t layers_side(const struct layers *layers, enum layer layer)
{
	for (size_t i = 0; i < layers->sides.count; i++) {
		if (layers->of[i] == layer)
			return i;
	}
	return SIDE_LIST_MAX;
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

/* Linux in a guest adds KVM to Linux on the machine, or Linux to the bare guest. */
static const char *added_title(const struct layer_info *info, const struct layer_info *below)
{
	if (info->is_linux == below->is_linux)
		return "KVM adds";
	return info->is_in_kvm == below->is_in_kvm ? "Linux adds" : "both add";
}

void layers_list(struct layers *layers)
{
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		enum layer below = layer_below(layers, layer);
		size_t side = layers->sides.count;

		if (!layers->wanted[layer])
			continue;
		layers->of[side] = layer;
		layers->sides.count++;
		layers->sides.items[side] = (struct listed_side){
			.name = xstrdup(layer_infos[layer].column),
			.title = xstrdup(layer_infos[layer].title),
			.base = layers_side(layers, below),
			.contrast = CONTRAST_ADDS,
			.adds = added_title(&layer_infos[layer], &layer_infos[below]),
		};
	}
}

/* ---- Comparability ---- */

/* Bare metal and Linux on the machine, or both in its guest, must agree as for an overhead. */
static void refuse_different_sides(const struct layers *layers, enum layer metal,
				   enum layer of_linux, struct reasons *reasons)
{
	bool both = layers->wanted[metal] && layers->wanted[of_linux];
	size_t first = layers_side(layers, layers->wanted[metal] ? metal : of_linux);
	struct comparison comparison;

	if (first == SIDE_LIST_MAX)
		return;
	comparison = side_list_pair(&layers->sides, first,
				    both ? layers_side(layers, of_linux) : first);
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
	const struct listed_side *sides = layers->sides.items;

	refuse_different_sides(layers, LAYER_METAL, LAYER_LINUX, reasons);
	refuse_different_sides(layers, LAYER_KVM, LAYER_LINUX_IN_KVM, reasons);
	for (size_t i = 0; i < layers->sides.count; i++) {
		for (size_t j = 0; j < sides[i].runs.count; j++)
			refuse_different_run(&sides[0].runs.items[0], &sides[i].runs.items[j],
					     reasons);
	}
}
