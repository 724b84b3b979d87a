/* SPDX-License-Identifier: MIT */
/* A log to be passed on: its records with their numbers, each signed anew, without what tells one
 * machine or user from all others. */
#ifndef TOOLS_SHARE_SHARED_LOG_H
#define TOOLS_SHARE_SHARED_LOG_H

#include <jansson.h>
#include <stddef.h>

#include "tools/share/scrub.h"

/* What a log says that must not be in any text: serial numbers and UUIDs of the machine. Returns
 * the number of its records. */
size_t shared_log_learn(struct scrub *scrub, const char *text, size_t size);

/* The log without that, *size bytes that the caller frees. What is no whole record of a known kind
 * is left out; of console text only the loader's line about restored firmware state stays. */
char *shared_log_make(const struct scrub *scrub, const char *text, size_t text_size, size_t *size);

/* The same of a manifest.json. The caller releases it. */
void shared_manifest_learn(struct scrub *scrub, const json_t *manifest);
json_t *shared_manifest_make(const struct scrub *scrub, const json_t *manifest);

#endif
