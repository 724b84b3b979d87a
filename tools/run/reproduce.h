/* SPDX-License-Identifier: MIT */
/* Commands that reproduce a run under `bareline explain`. */
#ifndef TOOLS_RUN_REPRODUCE_H
#define TOOLS_RUN_REPRODUCE_H

#include <jansson.h>
#include <stdio.h>

#include "tools/compare/layers.h"
#include "tools/run/request.h"

/* The options of a complete request that affect its instructions, as an array of strings for the
 * manifest. image is the booted image or kernel. The caller releases the array. Returns NULL if
 * explain cannot boot this run, because the run does not count instructions, or uses options that
 * explain does not support. */
json_t *reproduce_options(const struct run_request *run, const char *image);

/* The options of reproduce_options(), for a message to the user who made the request; also
 * --firmware and --media of the user's own image, and "--" with QEMU's arguments. */
json_t *reproduce_request(const struct run_request *run, const char *image);

/* Whether options of a manifest, or a metric of a log, consist of this program's own words, plain
 * names, values and paths. A command with other words must not be offered, because users paste it
 * into a shell. */
bool reproduce_is_own(const json_t *options);
bool reproduce_is_own_metric(const char *bench, const char *point);

/* The layer of a run, or of a machine with these properties. */
enum layer reproduce_layer(const struct wire_manifest *manifest);
enum layer reproduce_layer_of(bool is_linux, bool is_in_kvm);

/* Write " BENCH POINT" for a shell. Both are untrusted. */
void reproduce_write_metric(FILE *line, const char *bench, const char *point);

/* Returns "bareline explain BENCH POINT --layer LAYER -o OUTPUT --program PROGRAM -- OPTIONS" for a
 * shell, to be freed. program may be NULL. options is the result of reproduce_options or
 * reproduce_request, and untrusted. */
char *reproduce_explain_command(const char *bench, const char *point, enum layer layer,
				const char *output, const char *program, const json_t *options);

#endif
