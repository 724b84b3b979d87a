/* SPDX-License-Identifier: MIT */
/* Boots each layer on one QEMU machine, interleaved. */
#ifndef TOOLS_RUN_BOOTS_LAYER_BOOTS_H
#define TOOLS_RUN_BOOTS_LAYER_BOOTS_H

#include "tools/compare/layers.h"
#include "tools/run/request.h"

struct layer_boots {
	unsigned long boots;            /* per layer */
	const char *directory;          /* for the runs; must exist */
	const struct run_request *run;  /* the common machine; not completed yet */
};

/* Check all files that the wanted layers boot. Exits with EXIT_USAGE and a message after an
 * error. */
void layer_boots_check(const struct layer_boots *boots, const struct layers *layers);

/* Boot the wanted layers, interleaved, and add the runs. Returns the exit status. The first failed
 * run ends it. */
int layer_boots_run(const struct layer_boots *boots, struct layers *layers);

/* Add the runs in a directory of an earlier call instead: of the wanted layers, or of all if none
 * is wanted; then these become the wanted ones. On failure, prints the cause and returns false. */
bool layer_boots_read(const char *directory, struct layers *layers);

#endif
