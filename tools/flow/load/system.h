/* SPDX-License-Identifier: MIT */
/* Number of interactions in progress in a run: of all, or of a kind. */
#ifndef TOOLS_FLOW_LOAD_SYSTEM_H
#define TOOLS_FLOW_LOAD_SYSTEM_H

#include "tools/flow/expr.h"
#include "tools/flow/load/littles_law.h"
#include "tools/flow/session.h"

/* Compute Little's law for the selected (NULL: all) and complete interactions of a run. kind
 * includes only interactions with a sub-task in that state (NULL: all). Rejects faulty
 * interactions. */
void flow_system_make(struct flow_session *session, const uint8_t *picked, uint32_t run,
		      struct flow_expr *kind, struct littles_law *law);

#endif
