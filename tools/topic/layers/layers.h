/* SPDX-License-Identifier: MIT */
/* What every layer costs: metal, hypervisor, Linux, Linux in a guest. */
#ifndef TOOLS_TOPIC_LAYERS_LAYERS_H
#define TOOLS_TOPIC_LAYERS_LAYERS_H

#include "tools/compare/layers.h"
#include "tools/table/table.h"

struct layers_report {
	const struct layers *layers;
	const struct reasons *refused; /* not empty: it was forced */
};

/* Make the tables of layers, which must outlive them; docs/layers.md describes them. */
void topic_layers(struct tables *tables, const struct layers_report *report);

/* ---- Parts ---- */

/* What most people ask, on each layer, and of what it consists in percent: the picture. */
void layers_add_summary(struct tables *tables, const struct layers *layers);

#endif
