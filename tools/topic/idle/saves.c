/* SPDX-License-Identifier: MIT */
/* Saves of documents: which were written to a disk, and the time of each step; table 1 of "Using
 * Latency to Evaluate Computer System Performance" has their totals. */
#include "tools/topic/idle/idle.h"

#define SECTION "Thinking and waiting"

const char idle_unwritten_note[] =
	"Disk none: the document stayed in memory, as only a scratch disk is written.";

static void saves_add_row(const struct idle_topic *topic, struct table *table,
			  const struct idle_message_log *log, const struct wire_document_save *save)
{
	const struct idle_group group = idle_group_of_log(topic->tables, log);
	uint64_t ticks;

	idle_begin_row(table, &group);
	cell_count(table_at(table, "message"), save->message);
	cell_count(table_at(table, "n"), 1);
	cell_text(table_at(table, "device"), "%s", save->device);
	cell_count(table_at(table, "bytes"), save->bytes);
	cell_count(table_at(table, "writes"), save->writes);
	if (save_duration(log->run, save, &ticks))
		cell_number(table_at(table, "total"), idle_length(topic->view, ticks));
	cell_number(table_at(table, "check"), idle_length(topic->view, save->check_ticks));
	cell_number(table_at(table, "write"), idle_length(topic->view, save->write_ticks));
	cell_number(table_at(table, "flush"), idle_length(topic->view, save->flush_ticks));
	cell_string(table_at(table, "verified"), save->verified != 0 ? "equal" : "overwritten");
}

void idle_add_saves(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"message", COLUMN_COUNT, COLUMN_KEY, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"device", COLUMN_TEXT, 0, "disk", NULL},
		{"bytes", COLUMN_COUNT, 0, NULL, NULL},
		{"writes", COLUMN_COUNT, 0, NULL, NULL},
		{"total", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"check", COLUMN_NUMBER, 0, "seal checks", idle_unit_length},
		{"write", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"flush", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"verified", COLUMN_TEXT, 0, "read again", NULL},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){SECTION, "saves",
								     idle_title(topic, "Saves"), 0,
								     columns, COUNT(columns)});

	for (size_t i = 0; i < topic->view->log_count; i++) {
		const struct idle_message_log *log = &topic->view->logs[i];

		for (size_t j = 0; j < log->saves.count; j++)
			saves_add_row(topic, table, log, log->saves.items[j]);
		if (log->saves.count == 0 && log->replay.saves > 0) {
			const struct idle_group group = idle_group_of_log(topic->tables, log);

			idle_begin_row(table, &group);
			cell_count(table_at(table, "n"), log->replay.saves);
			cell_string(table_at(table, "device"), "none");
			cell_string(table_at(table, "verified"), "not written");
			table->note = idle_unwritten_note;
		}
	}
}
