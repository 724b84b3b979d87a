/* Gaps are known from the numbers of events that came; the end from its marker. */
#include "tools/flow/missing.h"

#include <err.h>
#include <inttypes.h>

#define CUT "the log is cut: no marker says that it is complete, and what came last may be missing"

bool flow_missing_none(const struct flow_session *session)
{
	return session->order.gaps.count == 0 && session->log->is_complete;
}

static void missing_write_gap(const struct flow_session *session, const struct flow_gap *gap,
			      struct out *out)
{
	out_format(out, "run %s: events are missing between ",
		   session->log->runs.items[gap->run].info.name);
	if (gap->from == 0)
		out_text(out, "its begin and ");
	else
		out_format(out, "%" PRIu64 " and ", gap->from);
	if (gap->to == UINT64_MAX)
		out_text(out, "its end\n");
	else
		out_format(out, "%" PRIu64 "\n", gap->to);
}

void flow_missing_write(const struct flow_session *session, size_t most, struct out *out)
{
	size_t count = session->order.gaps.count;

	for (size_t i = 0; i < count && i < most; i++)
		missing_write_gap(session, &session->order.gaps.items[i], out);
	if (count > most)
		out_format(out, "and in %zu more gaps\n", count - most);
	if (!session->log->is_complete)
		out_text(out, CUT "\n");
}

void flow_missing_warn(const struct flow_session *session)
{
	if (session->order.gaps.count > 0)
		warnx("events are missing (gaps: %zu); `bareline flow check` tells when",
		      session->order.gaps.count);
	if (!session->log->is_complete)
		warnx(CUT);
}
