/* SPDX-License-Identifier: MIT */
/* Saves of a message log's application to a scratch disk. */
#ifndef TOOLS_IDLE_SAVES_H
#define TOOLS_IDLE_SAVES_H

#include "tools/idle/messages.h"

struct saves {
	const struct wire_document_save **items;        /* in order */
	size_t count;
};

/* Find the saves of the log with that id. */
void saves_find(const struct result *result, uint64_t log, struct saves *saves);
void saves_free(struct saves *saves);

/* Ticks from taking the message that caused a save to the next request for a message. Returns false
 * if the log does not contain both. */
bool save_duration(const struct message_run *run, const struct wire_document_save *save,
		   uint64_t *ticks);

#endif
