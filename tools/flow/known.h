/* What a log itself says of its interactions, against what is found in their events: sums that the
 * target made on-line, and critical paths that a generator knows. */
#ifndef TOOLS_FLOW_KNOWN_H
#define TOOLS_FLOW_KNOWN_H

#include "tools/flow/session.h"

/* Print how each compares. Return whether all agree, which nothing does not hinder. */
bool flow_check_online(struct flow_session *session, struct out *out);
bool flow_check_truths(struct flow_session *session, struct out *out);

#endif
