/* SPDX-License-Identifier: MIT */
/* Replay the run of an editor or a presenter from its log: the same code handles the same messages,
 * key by key and draw by draw. The result must match that of the target. */
#ifndef TOOLS_IDLE_REPLAY_H
#define TOOLS_IDLE_REPLAY_H

#include <stdint.h>

#include "tools/idle/messages.h"

enum replay_verdict {
	REPLAY_NONE,            /* no editor or presenter in the log */
	REPLAY_SAME,
	REPLAY_DIFFERS,
	REPLAY_UNKNOWN,         /* incomplete log or invalid sizes */
};

struct replay {
	const struct wire_editor_screen *info;  /* NULL: no editor */
	const struct wire_presenter_screen *slides;     /* NULL: no presenter */
	enum replay_verdict verdict;
	const char *verdict_text;       /* in a few words */
	uint64_t keys;          /* key presses */
	uint64_t saves;         /* of the document */
	uint64_t draws;
	uint64_t hits, misses;  /* of a presenter in the buffer cache */
	uint32_t width, height; /* of the screen, in pixels; 0: none */
	uint8_t *ink;           /* its final pixels, row by row; 1: ink */
};

/* Replay a run whose log has been read. */
void replay_make(const struct result *result, const struct message_run *run, struct replay *replay);

void replay_free(struct replay *replay);

#endif
