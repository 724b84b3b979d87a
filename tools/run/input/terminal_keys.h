/* SPDX-License-Identifier: MIT */
/* The keys of an input script as a terminal sends them, and also the mouse for an X server. */
#ifndef TOOLS_RUN_INPUT_TERMINAL_KEYS_H
#define TOOLS_RUN_INPUT_TERMINAL_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TERMINAL_KEYS_MAX 4096
#define TERMINAL_KEY_BYTES_MAX 8
#define TERMINAL_LABEL_CHARS 48

struct terminal_key {
	uint64_t due_us;        /* since the first key's pause began */
	uint32_t code;          /* lib/event/message_log.h; 0: unknown */
	uint8_t count;
	char bytes[TERMINAL_KEY_BYTES_MAX];
	uint32_t keysym;        /* X Window System Protocol, "KEYSYM Encoding"; 0: none */
	bool has_shift;         /* of a key without a character */
	bool has_control, has_alt;
	uint8_t button;         /* of a mouse, as X numbers them: 1 left, 2 middle; 0: a key */
	bool is_release;        /* of the button */
	int16_t right, downwards;       /* movement of the mouse before it */
	uint64_t move_due_us;   /* of that, if there is any */
	char label[TERMINAL_LABEL_CHARS];  /* of the script; "": none */
};

/* Read a script (docs/input-scripts.md) and store its pressed keys, at most TERMINAL_KEYS_MAX;
 * releases and modifiers alone send nothing. Returns their number, or -1 after printing why the
 * script cannot be used: it is unreadable, malformed, or has an event that no terminal sends. */
long terminal_keys_load(const char *path, struct terminal_key *keys);

/* Like terminal_keys_load() for an X server. Presses and releases of the mouse's buttons are
 * also keys. */
long display_keys_load(const char *path, struct terminal_key *keys);

/* The key that sends one byte; code is 0 if it is on no US keyboard. */
struct terminal_key terminal_key_of_byte(char byte);

#endif
