/* SPDX-License-Identifier: MIT */
/* The same benchmarks on several layers: the value on each layer, and what the layer adds to the
 * one below. */
#ifndef TOOLS_COMPARE_LAYERS_H
#define TOOLS_COMPARE_LAYERS_H

#include "tools/compare/same_machine.h"
#include "tools/compare/side_list.h"

/* LAYER_KVM_2 and following are guests of further hypervisor kernels. */
enum layer {
	LAYER_METAL, LAYER_KVM, LAYER_KVM_2, LAYER_KVM_3, LAYER_KVM_4, LAYER_LINUX,
	LAYER_LINUX_IN_KVM, LAYERS,
};

struct layer_info {
	const char *name;       /* in options: "linux-in-kvm" */
	const char *column;     /* in data: "linux_in_kvm" */
	const char *title;      /* in headings: "Linux in KVM" */
	bool is_linux, is_in_kvm;
	enum layer below[LAYERS - 1];   /* the layer below: the first selected; itself: none */
};

extern const struct layer_info layer_infos[LAYERS];

struct layers {
	bool wanted[LAYERS];            /* selected by the caller */
	struct side_list sides;         /* the wanted layers, by layers_list */
	enum layer of[SIDE_LIST_MAX];   /* each side's layer */
};

/* The layer of that name; LAYERS if there is none. */
enum layer layer_find(const char *name, size_t length);

/* Number of a guest's hypervisor kernel, from 0. */
static inline size_t layer_hypervisor(enum layer layer)
{
	return layer >= LAYER_KVM && layer <= LAYER_KVM_4 ? layer - LAYER_KVM : 0;
}

/* List the wanted layers as sides without runs, each with the layer below as its base. */
void layers_list(struct layers *layers);

/* Reasons for refusing the comparison. All runs must be valid, and of one build and time base. Bare
 * metal and Linux must be of the same machine. Each side must have a run. */
void layers_refuse(const struct layers *layers, struct reasons *reasons);

/* Index of the layer's side; SIDE_LIST_MAX if the layer is not wanted. */
size_t layers_side(const struct layers *layers, enum layer layer);

static inline const struct layer_info *layers_info(const struct layers *layers, size_t side)
{
	return &layer_infos[layers->of[side]];
}

#endif
