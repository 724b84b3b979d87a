/* SPDX-License-Identifier: MIT */
/* Gaps are known from the numbers of events that came; the end from its marker. */
#include "tools/flow/missing.h"

#include <err.h>

#define CUT "the log is cut: no marker says that it is complete, and what came last may be missing"

bool flow_missing_none(const struct flow_session *session)
{
	return session->order.gaps.count == 0 && session->log->is_complete;
}

void flow_missing_warn(const struct flow_session *session)
{
	if (session->order.gaps.count > 0)
		warnx("events are missing (gaps: %zu); `bareline flow check` tells when",
		      session->order.gaps.count);
	if (!session->log->is_complete)
		warnx(CUT);
}
