/* SPDX-License-Identifier: MIT */
/* Names of machines, models, figures and days. */
#ifndef TOOLS_TOPIC_FLEET_LABELS_H
#define TOOLS_TOPIC_FLEET_LABELS_H

#include "tools/fleet/fleet.h"
#include "tools/table/table.h"

/* The most machines in a strip, and in the table of machines, where odd ones come first. In larger
 * fleets names are not made unique. */
#define FLEET_PAGE_MACHINES_MAX 400

/* "mem.latency, page 4 KiB, size 8 MiB, total". */
const char *fleet_figure_label(struct tables *tables, const struct fleet_figure *figure);

/* The figure for a sentence, "memory reads (mem.bandwidth.read)", or the label. */
const char *fleet_figure_words(struct tables *tables, const struct fleet_figure *figure);

/* "2026-11-27"; "" if there is no such day. */
const char *fleet_day_text(struct tables *tables, int64_t time);

/* The label, with a part of the identifier if another machine has it too. */
const char *fleet_machine_name(struct tables *tables, const struct fleet *fleet,
			       const struct fleet_machine *machine);

/* Maker and product, and what tells it from models of the same name. */
const char *fleet_model_name(struct tables *tables, const struct fleet *fleet,
			     const struct fleet_model *model);

#endif
