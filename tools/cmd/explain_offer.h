/* SPDX-License-Identifier: MIT */
/* After a comparison that counts instructions: the commands that tell
 * which functions a change is in. */
#ifndef TOOLS_CMD_EXPLAIN_OFFER_H
#define TOOLS_CMD_EXPLAIN_OFFER_H

#include <stdio.h>

#include "tools/compare/compare.h"

/* Write a line for each of a few figures that changed, those that changed most. Nothing if explain
 * can't count what ran: not all of it is still where the runs' manifests have it, or these do not
 * say. The comparison has been judged. */
void explain_offer(const struct comparison *comparison, FILE *out);

#endif
