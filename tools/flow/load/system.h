/* SPDX-License-Identifier: MIT */
/* How many interactions are under way in a run, of all or of a kind. */
#ifndef TOOLS_FLOW_LOAD_SYSTEM_H
#define TOOLS_FLOW_LOAD_SYSTEM_H

#include "tools/flow/expr.h"
#include "tools/flow/load/littles_law.h"
#include "tools/flow/session.h"

/* Of the interactions of a run that are picked (NULL: all) and whole, those of which a sub-task
 * was in the state (NULL: all). Those that turn out to be faulty are set aside. */
void flow_system_make(struct flow_session *session, const uint8_t *picked, uint32_t run,
		      struct flow_expr *kind, struct littles_law *law);

#endif
