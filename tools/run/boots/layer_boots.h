/* SPDX-License-Identifier: MIT */
/* Boots each layer on one QEMU machine, interleaved. */
#ifndef TOOLS_RUN_BOOTS_LAYER_BOOTS_H
#define TOOLS_RUN_BOOTS_LAYER_BOOTS_H

#include "tools/compare/layers.h"
#include "tools/run/boots/interleaved.h"

/* List the wanted layers, boot each layer `boots` times, interleaved, on the machine of the
 * request, and add the runs. The request is not completed yet. directory, parent, result and errors
 * are those of interleaved_boot_sides(). */
int layer_boots_run(const struct run_request *run, unsigned long boots, const char *directory,
		    struct layers *layers, struct run_directory *parent);

/* Instead of booting, list the layers and add the runs in the directory of an earlier call. If
 * layers are wanted, only their runs are added. Otherwise all layers of the directory become
 * wanted. On failure, prints the cause and returns false. */
bool layer_boots_read(const char *directory, struct layers *layers);

#endif
