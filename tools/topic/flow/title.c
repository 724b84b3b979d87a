/* SPDX-License-Identifier: MIT */
/* Every view shows missing records, and an unknown tick length, in its title. */
#include "tools/flow/duration.h"
#include "tools/topic/flow/flow.h"

void topic_flow_title(struct tables *tables, const struct flow_session *session, const char *title)
{
	struct loss loss;

	flow_session_loss(session, &loss);
	tables->title = loss_is_none(&loss) ? title
					    : tables_text(tables, "%s, %s", title, loss.text);
	if (!flow_has_tick_length(session->log))
		tables->title = tables_text(tables, "%s, tick length unknown: times are in %s",
					    tables->title, flow_tick_name(session->log));
}
