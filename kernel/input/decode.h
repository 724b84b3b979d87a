/* SPDX-License-Identifier: MIT */
/* From the bytes of keyboard and mouse to messages. Pure, for the unit tests. */
#ifndef KERNEL_INPUT_DECODE_H
#define KERNEL_INPUT_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/dev/i8042.h"

struct input_decoder {
	bool is_extended;               /* the keyboard's last byte was the prefix 0xe0 */
	unsigned skip;                  /* bytes that are left of the Pause key's sequence */
	uint8_t packet[3];              /* of the mouse */
	unsigned packet_bytes;
	uint64_t stray_bytes;           /* that belonged to nothing */
};

/* Take the next byte. Returns whether it completes a message, whose code it stores;
 * lib/event/message_log.h says what that is. */
bool input_decode(struct input_decoder *decoder, const struct i8042_byte *byte, uint32_t *code);

#endif
