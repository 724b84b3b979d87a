/* SPDX-License-Identifier: MIT */
/* A presenter's run, made again out of its log: its files are worked out from what the disk is said
 * to hold, its blocks are looked for in a model of the buffer cache, and the screen, what was saved
 * and what each message had of the cache have to be what the target says. */
#ifndef TOOLS_IDLE_SLIDES_H
#define TOOLS_IDLE_SLIDES_H

#include "tools/idle/replay.h"

/* Of a run whose log has been read; replay->slides is the record of it. */
void slides_make(const struct result *result, const struct message_run *run,
		 struct replay *replay);

#endif
