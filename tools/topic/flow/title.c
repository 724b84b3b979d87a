/* SPDX-License-Identifier: MIT */
/* Every view shows missing records and an unknown tick length in its title. What the source of an
 * imported log lacks follows them. */
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
	if (session->log->lacks.count > 0) {
		static const struct column columns[] = {
			{"lack", COLUMN_TEXT, 0, "", NULL},
			{"note", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		};
		struct table *table = table_begin(tables, "", "lacks", "The trace", columns,
						  COUNT(columns));

		for (size_t i = 0; i < session->log->lacks.count; i++) {
			table_row(table)->is_bad = !session->log->lacks.items[i].is_note;
			cell_string(table_at(table, "lack"), session->log->lacks.items[i].text);
			cell_count(table_at(table, "note"), session->log->lacks.items[i].is_note);
		}
	}
}
