/* SPDX-License-Identifier: MIT */
/* Layers made on the spot: booted in turn on one QEMU machine, each by itself. */
#ifndef TOOLS_RUN_BOOTS_LAYER_BOOTS_H
#define TOOLS_RUN_BOOTS_LAYER_BOOTS_H

#include "tools/compare/layers.h"
#include "tools/run/options.h"

struct layer_boots {
	unsigned long boots;            /* of each layer */
	const char *directory;          /* that exists and keeps the runs */
	const struct run_options *run;  /* the machine that all run on, not yet completed */
};

/* Look at all that the wanted layers boot, before any is. What is wrong is said, and ends the
 * program with EXIT_USAGE. */
void layer_boots_check(const struct layer_boots *boots, const struct layers *layers);

/* Boot each wanted layer, and again, and add the runs. Returns the exit status: not EXIT_GOOD as
 * soon as a run fails, which has then said why. */
int layer_boots_run(const struct layer_boots *boots, struct layers *layers);

/* Add what that has left in the directory instead: of wanted layers, or, if none is, of all that
 * are there, which then are the wanted ones. On failure says why and returns false. */
bool layer_boots_read(const char *directory, struct layers *layers);

#endif
