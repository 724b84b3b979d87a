/* SPDX-License-Identifier: MIT */
/* Compares the same benchmarks on several layers, metric by metric: the value on each layer, and
 * what the layer adds to the one below. */
#ifndef TOOLS_COMPARE_LAYERS_H
#define TOOLS_COMPARE_LAYERS_H

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"

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

/* A metric on each layer. */
struct layer_row {
	const struct compared_metric *metrics[LAYERS];  /* in the layer's pair; NULL: neither side
							 * has it */
	struct side_metric missing[LAYERS];     /* why_missing and is_lost, if a layer lacks it */
};

struct layers {
	bool wanted[LAYERS];                    /* selected by the caller */
	struct compared_runs runs[LAYERS];
	/* Set by layers_make: */
	enum layer below[LAYERS];               /* selected layer below; itself: none */
	struct comparison pairs[LAYERS];        /* the layer below as base, the layer as new; only
						 * base if there is none below */
	struct comparison names;                /* one metric per row, with the metric of the first
						 * layer that has it as base */
	struct layer_row *rows;
};

/* The layer of that name; LAYERS if there is none. */
enum layer layer_find(const char *name, size_t length);

/* Number of a guest's hypervisor kernel, from 0. */
static inline size_t layer_hypervisor(enum layer layer)
{
	return layer >= LAYER_KVM && layer <= LAYER_KVM_4 ? layer - LAYER_KVM : 0;
}

/* Reasons for refusing the comparison. All runs must be valid and of one build and time base, and
 * bare metal and Linux of the same machine. Each selected layer must have a run. */
void layers_refuse(const struct layers *layers, struct reasons *reasons);

/* Compute the rows of the selected benchmarks (NULL: all). */
void layers_make(struct layers *layers, const struct patterns *benches);
void layers_free(struct layers *layers);

/* A row's metric on a layer; NULL if the layer lacks it, or has it in another unit. */
const struct side_metric *layers_metric(const struct layers *layers, size_t row, enum layer layer);

/* What a layer adds to the one below; NULL if one of the two lacks the metric. */
const struct compared_metric *layers_added(const struct layers *layers, size_t row,
					   enum layer layer);

/* Heading for layers_added: "KVM adds". */
const char *layers_added_title(const struct layers *layers, enum layer layer);

/* Whether ticks are instructions. */
bool layers_are_exact(const struct layers *layers);

/* Number of a layer's metrics whose samples differ between its runs. */
size_t layers_count_differing(const struct layers *layers, enum layer layer);

#endif
