/* SPDX-License-Identifier: MIT */
/* Replays a presenter's run from its log: its files are computed from the disk's stated contents
 * and its blocks looked up in a model of the buffer cache. Screen, saved document and cache uses
 * must match the target's. */
#ifndef TOOLS_IDLE_SLIDES_H
#define TOOLS_IDLE_SLIDES_H

#include "tools/idle/replay.h"

/* Replay a run whose log has been read; replay->slides is its record. */
void slides_make(const struct result *result, const struct message_run *run,
		 struct replay *replay);

#endif
