/* SPDX-License-Identifier: MIT */
/* Scan code set 1, and packets of three bytes. IBM PS/2 Hardware Interface Technical Reference,
 * "Keyboard Scan Codes" and "Mouse Data Packet". */
#include "kernel/input/decode.h"

#include "lib/event/message_log.h"

#define PREFIX_EXTENDED 0xe0
#define PREFIX_PAUSE 0xe1
#define PAUSE_BYTES 5                   /* bytes of the Pause key after its prefix */
#define KEY_PAUSE 0x61                  /* a code that no other key has; Pause has no release */

/* Bytes of a keyboard that are no keys. */
#define KEYBOARD_ERROR 0x00
#define KEYBOARD_ECHO 0xee
#define KEYBOARD_ACKNOWLEDGE 0xfa
#define KEYBOARD_RESEND 0xfe
#define KEYBOARD_OVERRUN 0xff

#define PACKET_BUTTONS 0x07u
#define PACKET_FIRST 0x08u              /* set in a packet's first byte */

static bool is_key(uint8_t value)
{
	return value != KEYBOARD_ERROR && value != KEYBOARD_ECHO &&
	       value != KEYBOARD_ACKNOWLEDGE && value != KEYBOARD_RESEND &&
	       value != KEYBOARD_OVERRUN;
}

static bool decode_key(struct input_decoder *decoder, uint8_t value, uint32_t *code)
{
	if (decoder->skip > 0) {
		decoder->skip--;
		return false;
	}
	if (value == PREFIX_EXTENDED) {
		decoder->is_extended = true;
		return false;
	}
	if (value == PREFIX_PAUSE) {
		decoder->skip = PAUSE_BYTES;
		*code = KEY_PAUSE;
		return true;
	}
	if (!is_key(value)) {
		decoder->stray_bytes++;
		return false;
	}
	*code = value | (decoder->is_extended ? MESSAGE_CODE_EXTENDED : 0);
	decoder->is_extended = false;
	return true;
}

/* Decode a byte of a packet. A byte that cannot begin a packet is skipped, so that a lost byte
 * costs only one packet. */
static bool decode_packet(struct input_decoder *decoder, uint8_t value, uint32_t *code)
{
	const uint8_t *packet = decoder->packet;

	if (decoder->packet_bytes == 0 && (value & PACKET_FIRST) == 0) {
		decoder->stray_bytes++;
		return false;
	}
	decoder->packet[decoder->packet_bytes++] = value;
	if (decoder->packet_bytes < sizeof(decoder->packet))
		return false;
	decoder->packet_bytes = 0;
	*code = MESSAGE_CODE_MOUSE | (packet[0] & PACKET_BUTTONS) |
		(packet[1] != 0 || packet[2] != 0 ? MESSAGE_CODE_MOVED : 0);
	return true;
}

bool input_decode(struct input_decoder *decoder, const struct i8042_byte *byte, uint32_t *code)
{
	if (byte->device == I8042_MOUSE)
		return decode_packet(decoder, byte->value, code);
	return decode_key(decoder, byte->value, code);
}
