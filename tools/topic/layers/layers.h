/* SPDX-License-Identifier: MIT */
/* The cost of each layer: bare metal, hypervisor, Linux, Linux in a guest. */
#ifndef TOOLS_TOPIC_LAYERS_LAYERS_H
#define TOOLS_TOPIC_LAYERS_LAYERS_H

#include "tools/compare/layers.h"
#include "tools/table/table.h"
#include "tools/topic/value_range.h"

struct layers_report {
	const struct layers *layers;
	const struct reasons *refused; /* not empty: the comparison was forced */
};

/* Make the tables of layers, which must outlive them; docs/layers.md describes them. */
void topic_layers(struct tables *tables, const struct layers_report *report);

/* ---- Parts ---- */

#define SUMMARY_SECTION "Summary"

/* Set the verdict and its checks. The other tables must have been added. */
void layers_add_verdict(struct tables *tables, const struct layers_report *report);

/* Add the key metrics' ratios of a layer to the one below, where both have the same operation. */
void layers_summary_range(const struct layers *layers, size_t side, struct value_range *range);

/* Add the key metrics on each layer, and a chart of each layer's share in percent. */
void layers_add_summary(struct tables *tables, const struct side_list *list);

#endif
