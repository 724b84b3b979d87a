/* SPDX-License-Identifier: MIT */
/* Means of saves by system. */
#include "tools/topic/idle/systems.h"

#define SECTION "Thinking and waiting"

/* Sums of one side, in ticks. */
struct save_sums {
	size_t count, timed, unwritten;
	uint64_t total, check, write, flush;
	const char *device;
};

static void cell_mean(struct table *table, const struct idle_system *system, const char *column,
		      uint64_t ticks, size_t count)
{
	cell_number_if(table_at(table, column), count > 0,
		       count > 0 ? idle_length(system->view, ticks) / (double)count : 0);
}

static void saves_add_side(struct table *table, const struct idle_place *place,
			   const struct idle_system *system, const struct idle_side *side)
{
	struct save_sums sums = {0};

	for (size_t i = 0; i < side->count; i++) {
		const struct idle_message_log *log = side->of[i];

		for (size_t j = 0; j < log->saves.count; j++) {
			const struct wire_document_save *save = log->saves.items[j];
			uint64_t ticks;

			sums.count++;
			sums.check += save->check_ticks;
			sums.write += save->write_ticks;
			sums.flush += save->flush_ticks;
			sums.device = save->device;
			if (save_duration(log->run, save, &ticks)) {
				sums.total += ticks;
				sums.timed++;
			}
		}
		sums.unwritten += log->saves.count == 0 ? log->replay.saves : 0;
	}
	if (sums.count + sums.unwritten == 0)
		return;
	idle_begin_row(table, &place->group);
	cell_string(table_at(table, "system"), system->name);
	cell_text(table_at(table, "device"), "%s", sums.count > 0 ? sums.device : "none");
	cell_count(table_at(table, "n"), sums.count > 0 ? sums.count : sums.unwritten);
	cell_mean(table, system, "total", sums.total, sums.timed);
	cell_mean(table, system, "check", sums.check, sums.count);
	cell_mean(table, system, "write", sums.write, sums.count);
	cell_mean(table, system, "flush", sums.flush, sums.count);
	if (sums.unwritten > 0)
		table->note = idle_unwritten_note;
}

void idle_systems_add_saves(const struct idle_topic *topic, const struct idle_systems *systems,
			    const struct idle_places *places)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"system", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"device", COLUMN_TEXT, 0, "disk", NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"total", COLUMN_NUMBER, 0, "mean", idle_unit_length},
		{"check", COLUMN_NUMBER, 0, "seal checks", idle_unit_length},
		{"write", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"flush", COLUMN_NUMBER, 0, NULL, idle_unit_length},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){SECTION, "saves",
								     idle_title(topic, "Saves"), 0,
								     columns, COUNT(columns)});

	for (size_t i = 0; i < places->count; i++) {
		for (size_t j = 0; j < systems->count; j++)
			saves_add_side(table, &places->items[i], &systems->items[j],
				       &places->items[i].sides[j]);
	}
}
