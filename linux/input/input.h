/* SPDX-License-Identifier: MIT */
/* What the process's devices tell the message log of an input run. */
#ifndef LINUX_INPUT_H
#define LINUX_INPUT_H

#include <stdint.h>

#include "lib/event/message_log.h"

/* An event of input and output, with its code, if a run is on. */
void input_note_io(enum message_event_kind kind, uint32_t code);

#endif
