/* What a log itself says of its interactions, against what is found in their events: sums that the
 * target made on-line, and critical paths that a generator knows. */
#ifndef TOOLS_NET_KNOWN_H
#define TOOLS_NET_KNOWN_H

#include "tools/net_session.h"

/* Print how each compares. Return whether all agree, which nothing does not hinder. */
bool net_check_online(struct net_session *session, struct out *out);
bool net_check_truths(struct net_session *session, struct out *out);

#endif
