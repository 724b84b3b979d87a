/* SPDX-License-Identifier: MIT */
/* Scripts of keys, clicks, movements and pauses: docs/input-scripts.md is the language. */
#ifndef TOOLS_RUN_INPUT_SCRIPT_H
#define TOOLS_RUN_INPUT_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INPUT_EVENTS_MAX 4096
#define INPUT_PAUSE_US_MAX 60000000
#define INPUT_PROBLEM_MAX 512
#define INPUT_LABEL_CHARS 48            /* that the target takes, its '\0' included */

enum input_kind {INPUT_KEY, INPUT_BUTTON, INPUT_MOVE, INPUT_QUEUE_SYNC};
enum input_button {INPUT_LEFT, INPUT_RIGHT, INPUT_MIDDLE};

struct input_key {
	const char *name;               /* QEMU's QKeyCode */
	uint8_t code;                   /* scan code set 1 */
	bool is_extended;               /* after a prefix of 0xe0 */
};

/* What the target sees as one message. */
struct input_event {
	uint32_t pause_us;              /* since the event before was due */
	unsigned line;                  /* of the script */
	enum input_kind kind;
	bool down;                      /* of a key or a button */
	const struct input_key *key;
	enum input_button button;
	int right, downwards;           /* of a movement: -127 to 127 */
};

/* What the events from one on are called, up to the next label. */
struct input_label {
	size_t event;
	char text[INPUT_LABEL_CHARS];   /* "": they have none */
};

struct input_script {
	struct input_event *events;
	size_t count;
	struct input_label *labels;     /* in order */
	size_t label_count;
	bool has_syncs;
};

/* Read a script's text. Returns false with a problem that says line, column, what is wrong and what
 * is allowed. *script is freed by input_script_free either way. */
bool input_script_parse(const char *text, size_t length, struct input_script *script,
			char problem[INPUT_PROBLEM_MAX]);

/* Read a file; on failure says why on standard error and returns false. */
bool input_script_load(const char *path, struct input_script *script);

void input_script_free(struct input_script *script);

/* The script as the target takes it, bench/input/steps.h, in a buffer that the caller frees;
 * *length is without the final '\0'. */
char *input_script_steps(const struct input_script *script, size_t *length);

#endif
