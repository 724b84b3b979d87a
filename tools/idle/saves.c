/* SPDX-License-Identifier: MIT */
#include "tools/idle/saves.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

void saves_find(const struct result *result, uint64_t log, struct saves *saves)
{
	const struct record_list *list = &result->records[WIRE_document_save];

	*saves = (struct saves){.items = xcalloc(list->count + 1, sizeof(*saves->items))};
	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].document_save.log == log)
			saves->items[saves->count++] = &list->items[i].document_save;
	}
}

void saves_free(struct saves *saves)
{
	free(saves->items);
}

bool save_duration(const struct message_run *run, const struct wire_document_save *save,
		   uint64_t *ticks)
{
	for (size_t i = 0; i < run->message_count; i++) {
		const struct message *message = &run->messages[i];

		if (message->number != save->message)
			continue;
		*ticks = message->done - message->taken;
		return true;
	}
	return false;
}
