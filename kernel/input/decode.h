/* SPDX-License-Identifier: MIT */
/* Decodes bytes of keyboard and mouse into messages. No hardware access. */
#ifndef KERNEL_INPUT_DECODE_H
#define KERNEL_INPUT_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/x86/dev/i8042.h"

struct input_decoder {
	bool is_extended;               /* the keyboard's previous byte was the prefix 0xe0 */
	unsigned skip;                  /* remaining bytes of the Pause key's sequence */
	uint8_t packet[3];              /* mouse packet */
	unsigned packet_bytes;
	uint64_t stray_bytes;           /* bytes that belong to no message */
};

/* Decode the next byte. Returns whether it completes a message, and stores its code:
 * lib/event/message_log.h. */
bool input_decode(struct input_decoder *decoder, const struct i8042_byte *byte, uint32_t *code);

#endif
