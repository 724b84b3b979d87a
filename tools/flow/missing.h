/* SPDX-License-Identifier: MIT */
/* What a log of interactions lacks: events, and its end. What ran then is set aside; here it is
 * said of the log itself, as an interaction of which nothing is left can't be set aside. */
#ifndef TOOLS_FLOW_MISSING_H
#define TOOLS_FLOW_MISSING_H

#include "tools/flow/session.h"

/* Whether it lacks nothing. */
bool flow_missing_none(const struct flow_session *session);

/* Say on standard error what it lacks, in a line or two, if anything. */
void flow_missing_warn(const struct flow_session *session);

#endif
