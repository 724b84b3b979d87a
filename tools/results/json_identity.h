/* SPDX-License-Identifier: MIT */
/* The machine's identity and the time of a run as JSON, for results.json and manifest.json. */
#ifndef TOOLS_RESULTS_JSON_IDENTITY_H
#define TOOLS_RESULTS_JSON_IDENTITY_H

#include <jansson.h>

#include "tools/analysis/identity.h"

/* An object with all texts of the identity; null for those that the log does not state. */
json_t *json_from_identity(const struct identity *identity);

#endif
