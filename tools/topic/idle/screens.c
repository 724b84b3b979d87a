/* SPDX-License-Identifier: MIT */
/* Results of the editor benchmarks, and whether the host computes the same result. */
#include <inttypes.h>

#include "tools/topic/idle/idle.h"

#define SECTION "Thinking and waiting"

static const enum table_verdict verdicts[] = {
	[REPLAY_NONE] = TABLE_NEUTRAL, [REPLAY_SAME] = TABLE_GOOD,
	[REPLAY_DIFFERS] = TABLE_BAD, [REPLAY_UNKNOWN] = TABLE_UNKNOWN,
};

void idle_add_screens(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"keys", COLUMN_COUNT, 0, NULL, NULL},
		{"draws", COLUMN_COUNT, 0, NULL, NULL},
		{"text_bytes", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"length_bytes", COLUMN_COUNT, 0, "text", "bytes"},
		{"text_crc", COLUMN_TEXT, 0, "CRC", NULL},
		{"pixels_crc", COLUMN_TEXT, 0, "screen's CRC", NULL},
		{"glyphs", COLUMN_COUNT, 0, "glyphs drawn", NULL},
		{"pixels", COLUMN_COUNT, 0, "pixels written", NULL},
		{"misspelled", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"replay", COLUMN_VERDICT, 0, "host replay", NULL},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){SECTION, "screens",
								     "Editors, replayed", 0,
								     columns, COUNT(columns)});

	for (size_t i = 0; i < topic->view->log_count; i++) {
		if (topic->view->logs[i].replay.info != NULL) {
			const struct idle_message_log *log = &topic->view->logs[i];
			const struct idle_group group = idle_group_of_log(topic->tables, log);
			const struct replay *replay = &log->replay;
			const struct wire_editor_screen *info = replay->info;

			idle_begin_row(table, &group)->is_bad = replay->verdict != REPLAY_SAME;
			cell_count(table_at(table, "keys"), replay->keys);
			cell_count(table_at(table, "draws"), replay->draws);
			cell_count(table_at(table, "text_bytes"), info->text_bytes);
			cell_count(table_at(table, "length_bytes"), info->length_bytes);
			cell_text(table_at(table, "text_crc"), "%08" PRIx64, info->text_crc);
			cell_text(table_at(table, "pixels_crc"), "%08" PRIx64, info->pixels_crc);
			cell_count(table_at(table, "glyphs"), info->glyphs);
			cell_count(table_at(table, "pixels"), info->pixels);
			cell_count(table_at(table, "misspelled"), info->misspelled);
			cell_verdict(table_at(table, "replay"), verdicts[replay->verdict],
				     replay->verdict_text);
		}
	}
}
