/* SPDX-License-Identifier: MIT */
/* Properties of the nodes' clocks, and their remaining error. */
#include <math.h>

#include "tools/base/ticks.h"
#include "tools/topic/flow/flow.h"

#define PER_MILLION 1e6


static const char *remark_of(const struct flow_clock *clock)
{
	if (clock->set_by == clock->node)
		return clock->error > 0
			? "No messages received: its recorded times are used."
			: NULL;
	if (isinf(clock->error))
		return "Messages in one direction only: its clock is bounded on one side.";
	return clock->steps > 0 ? "Its clock stepped." : NULL;
}

void topic_flow_clocks(struct tables *tables, const struct flow_session *session)
{
	static const struct column columns[] = {
		{"node", COLUMN_COUNT, 0, NULL, NULL},
		{"set_by", COLUMN_TEXT, 0, "set by", NULL},
		{"offset", COLUMN_NUMBER, 0, "mean offset", "ticks"},
		{"offset_us", COLUMN_NUMBER, COLUMN_DATA, NULL, "µs"},
		{"drift", COLUMN_NUMBER, 0, "drift", "ppm"},
		{"error", COLUMN_NUMBER, 0, "max error", "ticks"},
		{"error_us", COLUMN_NUMBER, 0, "max error", "µs"},
		{"received", COLUMN_COUNT, 0, "messages received", NULL},
		{"sent", COLUMN_COUNT, 0, "sent", NULL},
		{"steps", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"moved", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	};
	const struct flow_log *log = session->log;
	struct table *table;

	if (log->clocks.count == 0)
		return;
	table = table_begin(tables, "", "clocks", "Node clocks, synchronised by messages", columns,
			    COUNT(columns));
	for (size_t i = 0; i < log->clocks.count; i++) {
		const struct flow_clock *clock = &log->clocks.items[i];
		double hz = (double)log->manifest.tsc_hz;
		bool is_set = clock->set_by != clock->node;

		table_row(table);
		cell_count(table_at(table, "node"), clock->node);
		if (is_set)
			cell_text(table_at(table, "set_by"), "node %u", clock->set_by);
		else
			cell_string(table_at(table, "set_by"),
				    clock->error > 0 ? "nothing" : "itself");
		cell_number_if(table_at(table, "offset"), is_set, clock->offset);
		cell_number_if(table_at(table, "offset_us"),
			       is_set && hz > 0, ticks_time(clock->offset, hz, US_PER_SECOND));
		cell_number_if(table_at(table, "drift"), is_set, clock->drift * PER_MILLION);
		cell_number_if(table_at(table, "error"), is_set && isfinite(clock->error),
			       clock->error);
		cell_number_if(table_at(table, "error_us"),
			       is_set && hz > 0 && isfinite(clock->error),
			       ticks_time(clock->error, hz, US_PER_SECOND));
		cell_count_if(table_at(table, "received"), is_set, clock->received);
		cell_count_if(table_at(table, "sent"), is_set, clock->sent);
		cell_count(table_at(table, "steps"), clock->steps);
		cell_count(table_at(table, "moved"), clock->moved);
		table->rows[table->row_count - 1].remark = remark_of(&log->clocks.items[i]);
	}
}
