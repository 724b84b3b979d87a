/* SPDX-License-Identifier: MIT */
/* Every view shows missing records in its title. */
#include "tools/topic/flow/flow.h"

void topic_flow_title(struct tables *tables, const struct flow_session *session, const char *title)
{
	struct loss loss;

	flow_session_loss(session, &loss);
	tables->title = loss_is_none(&loss) ? title
					    : tables_text(tables, "%s, %s", title, loss.text);
}
