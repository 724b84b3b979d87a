/* SPDX-License-Identifier: MIT */
/* The presenter benchmark: disk and CPU time of each user operation, and whether the host computes
 * the same result. */
#include <inttypes.h>

#include "tools/topic/idle/idle.h"

#define SECTION "Thinking and waiting"

static const enum table_verdict verdicts[] = {
	[REPLAY_NONE] = TABLE_NEUTRAL, [REPLAY_SAME] = TABLE_GOOD,
	[REPLAY_DIFFERS] = TABLE_BAD, [REPLAY_UNKNOWN] = TABLE_UNKNOWN,
};

void idle_add_operations(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"operation", COLUMN_TEXT, 0, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"longest", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"total", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"disk", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"cpu", COLUMN_NUMBER, 0, "CPU", idle_unit_length},
		{"misses", COLUMN_COUNT, 0, "blocks read", NULL},
		{"hits", COLUMN_COUNT, 0, "found", NULL},
	};
	struct table *table = idle_begin(
		topic, &(struct idle_shape){SECTION, "operations",
					    idle_title(topic, "Operations, by disk and CPU"), 0,
					    columns, COUNT(columns)});

	for (size_t i = 0; i < topic->view->log_count; i++) {
		const struct idle_message_log *log = &topic->view->logs[i];
		const struct idle_group group = idle_group_of_log(topic->tables, log);

		for (size_t j = 0; j < log->operations.count; j++) {
			const struct operation *operation = &log->operations.items[j];

			idle_begin_row(table, &group);
			cell_string(table_at(table, "operation"), operation->name);
			cell_count(table_at(table, "n"), operation->n);
			cell_number(table_at(table, "longest"),
				    idle_length(topic->view, operation->longest));
			cell_number(table_at(table, "total"),
				    idle_length(topic->view, operation->total));
			cell_number(table_at(table, "disk"),
				    idle_length(topic->view, operation->disk));
			cell_number(table_at(table, "cpu"),
				    idle_length(topic->view, operation->total - operation->disk));
			cell_count(table_at(table, "misses"), operation->misses);
			cell_count(table_at(table, "hits"), operation->hits);
		}
	}
}

void idle_add_slides(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"keys", COLUMN_COUNT, 0, NULL, NULL},
		{"draws", COLUMN_COUNT, 0, NULL, NULL},
		{"cache_blocks", COLUMN_COUNT, 0, "cache", "blocks"},
		{"misses", COLUMN_COUNT, 0, "read", NULL},
		{"hits", COLUMN_COUNT, 0, "found", NULL},
		{"saves", COLUMN_COUNT, 0, "saved", NULL},
		{"write_back", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"saved_crc", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"pixels_crc", COLUMN_TEXT, 0, "screen's CRC", NULL},
		{"replay", COLUMN_VERDICT, 0, "host replay", NULL},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){SECTION, "slides",
								     "Presenters, replayed", 0,
								     columns, COUNT(columns)});

	for (size_t i = 0; i < topic->view->log_count; i++) {
		if (topic->view->logs[i].replay.slides != NULL) {
			const struct idle_message_log *log = &topic->view->logs[i];
			const struct idle_group group = idle_group_of_log(topic->tables, log);
			const struct replay *replay = &log->replay;
			const struct wire_presenter_screen *info = replay->slides;

			idle_begin_row(table, &group)->is_bad = replay->verdict != REPLAY_SAME;
			cell_count(table_at(table, "keys"), replay->keys);
			cell_count(table_at(table, "draws"), replay->draws);
			cell_count(table_at(table, "cache_blocks"), info->cache_blocks);
			cell_count(table_at(table, "misses"), replay->misses);
			cell_count(table_at(table, "hits"), replay->hits);
			cell_count(table_at(table, "saves"), info->saves);
			cell_string(table_at(table, "write_back"), info->write_back);
			cell_text(table_at(table, "saved_crc"), "%08" PRIx64, info->saved_crc);
			cell_text(table_at(table, "pixels_crc"), "%08" PRIx64, info->pixels_crc);
			cell_verdict(table_at(table, "replay"), verdicts[replay->verdict],
				     replay->verdict_text);
		}
	}
}
