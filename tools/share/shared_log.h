/* SPDX-License-Identifier: MIT */
/* Makes a copy of a log for publication. Records keep their sequence numbers and get new checksums,
 * but data that identifies a machine or user is removed. */
#ifndef TOOLS_SHARE_SHARED_LOG_H
#define TOOLS_SHARE_SHARED_LOG_H

#include <jansson.h>
#include <stddef.h>

#include "tools/share/scrub.h"

/* Add the machine's serial numbers and UUIDs in a log to the secrets. Returns the number of
 * records. */
size_t shared_log_learn(struct scrub *scrub, const char *text, size_t size);

/* Returns the copy of *size bytes, to be freed. Incomplete and unknown records are omitted. Of
 * console text only the loader's line about restored state is kept. */
char *shared_log_make(const struct scrub *scrub, const char *text, size_t text_size, size_t *size);

/* Like the functions for a log, for a manifest.json. The caller releases the copy. */
void shared_manifest_learn(struct scrub *scrub, const json_t *manifest);
json_t *shared_manifest_make(const struct scrub *scrub, const json_t *manifest);

#endif
