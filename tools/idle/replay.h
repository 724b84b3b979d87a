/* SPDX-License-Identifier: MIT */
/* An editor's run, made again out of its log: the same text is edited by the same code, key by key
 * and draw by draw, and what comes of it has to be what the target says came of it there. */
#ifndef TOOLS_IDLE_REPLAY_H
#define TOOLS_IDLE_REPLAY_H

#include <stdint.h>

#include "tools/idle/messages.h"

enum replay_verdict {
	REPLAY_NONE,            /* the log says nothing of an editor or a presenter */
	REPLAY_SAME,
	REPLAY_DIFFERS,
	REPLAY_UNKNOWN,         /* the log is not whole, or the record's sizes can't be */
};

struct replay {
	const struct wire_editor_screen *info;  /* NULL: there is no editor */
	const struct wire_presenter_screen *slides;     /* NULL: there is no presenter */
	enum replay_verdict verdict;
	const char *what;       /* is the same, differs, or why it can't be told: in a few words */
	uint64_t keys;          /* that went down */
	uint64_t draws;
	uint64_t hits, misses;  /* of a presenter's blocks in the buffer cache */
	uint32_t width, height; /* of the screen, in pixels; 0: there is none */
	uint8_t *ink;           /* its pixels at the end, line by line, 1 for ink */
};

/* Of a run whose log has been read. */
void replay_make(const struct result *result, const struct message_run *run, struct replay *replay);

/* Have the screen as it is at the end. */
struct canvas;
void replay_keep_screen(const struct canvas *canvas, struct replay *replay);

void replay_free(struct replay *replay);

#endif
