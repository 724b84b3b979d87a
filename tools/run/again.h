/* SPDX-License-Identifier: MIT */
/* The same machine once more: what `bareline explain` has to be told
 * to boot what a run has booted. */
#ifndef TOOLS_RUN_AGAIN_H
#define TOOLS_RUN_AGAIN_H

#include <jansson.h>
#include <stdio.h>

#include "tools/compare/layers.h"
#include "tools/run/options.h"

/* The options of a run, complete, that decide what its instructions are: an array of words for the
 * manifest, which the caller releases. NULL if it can't be explained: it does not count
 * instructions, or has what explain does not boot. */
json_t *again_options(const struct run_options *run);

/* The layer that a run was on, or is to be on. */
enum layer again_layer(const struct wire_manifest *manifest);
enum layer again_layer_of(bool is_linux, bool is_in_kvm);

/* " BENCH POINT", for a shell: both are untrusted. */
void again_write_figure(FILE *line, const char *bench, const char *point);

/* "bareline explain BENCH POINT --layer LAYER -o OUTPUT -- OPTIONS", for a shell, to be freed. The
 * options are again_options', and untrusted. */
char *again_explain(const char *bench, const char *point, enum layer layer, const char *output,
		    const json_t *options);

#endif
