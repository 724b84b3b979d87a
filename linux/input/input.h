/* SPDX-License-Identifier: MIT */
/* Events of the process's devices for the message log. */
#ifndef LINUX_INPUT_H
#define LINUX_INPUT_H

#include <stdint.h>

#include "lib/event/message_log.h"

/* Add an I/O event with its code, if a run is active. */
void input_note_io(enum message_event_kind kind, uint32_t code);

#endif
