/* SPDX-License-Identifier: MIT */
/* The same benchmarks on each layer that a program may run on, metric by metric: the layer's cost,
 * and what it adds to the layer below. */
#ifndef TOOLS_COMPARE_LAYERS_H
#define TOOLS_COMPARE_LAYERS_H

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"

enum layer {LAYER_METAL, LAYER_KVM, LAYER_LINUX, LAYER_LINUX_IN_KVM, LAYERS};

struct layer_info {
	const char *name;       /* as it is picked: "linux-in-kvm" */
	const char *column;     /* as a key: "linux_in_kvm" */
	const char *title;      /* for people: "Linux in KVM" */
	bool is_linux, is_in_kvm;
	enum layer below[LAYERS - 1];   /* the first of these that there is; itself: none */
};

extern const struct layer_info layer_infos[LAYERS];

/* A figure with what each layer has of it. */
struct layer_row {
	const struct metric *metrics[LAYERS];   /* of the layer's pair; NULL: neither side has it */
	struct side_figure missing[LAYERS];     /* why a layer has none: why_missing and is_lost */
};

struct layers {
	bool wanted[LAYERS];
	struct compared_runs runs[LAYERS];
	/* Made of these: a layer as the new side, and the one below it as the base, if there is
	 * one. */
	enum layer below[LAYERS];               /* itself: none */
	struct comparison pairs[LAYERS];
	/* A metric a row, its figure on the base's side the lowest layer's: what a row is named
	 * by. */
	struct comparison names;
	struct layer_row *rows;
};

/* The layer of that name; LAYERS when there is none. */
enum layer layer_find(const char *name, size_t length);

/* Each wanted layer has at least a run. What they must agree in and don't: one build, one time
 * base, the same machine with and without Linux on it, valid runs. */
void layers_refuse(const struct layers *layers, struct reasons *reasons);

/* Work out the rows of benchmarks that are wanted, NULL meaning all. */
void layers_make(struct layers *layers, const struct patterns *benches);
void layers_free(struct layers *layers);

/* What a layer has of a row; NULL when it has none, or in another unit than the row's name has. */
const struct side_figure *layers_figure(const struct layers *layers, size_t row, enum layer layer);

/* What it adds to the layer below; NULL when one of the two has none. */
const struct metric *layers_added(const struct layers *layers, size_t row, enum layer layer);

/* Who it is that adds this: "KVM adds". */
const char *layers_adder(const struct layers *layers, enum layer layer);

/* Whether ticks are instructions. */
bool layers_are_exact(const struct layers *layers);

/* Figures of a layer that do not have the same samples in each of its runs. */
size_t layers_count_differing(const struct layers *layers, enum layer layer);

#endif
