/* SPDX-License-Identifier: MIT */
/* Input scripts of keys, clicks, movements and pauses. docs/input-scripts.md describes the
 * language. */
#ifndef TOOLS_RUN_INPUT_SCRIPT_H
#define TOOLS_RUN_INPUT_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/run/input/input_keys.h"

#define INPUT_EVENTS_MAX 4096
#define INPUT_PAUSE_US_MAX 60000000
#define INPUT_PROBLEM_MAX 512
#define INPUT_LABEL_CHARS 48            /* the target's limit, with '\0' */

enum input_kind {INPUT_KEY, INPUT_BUTTON, INPUT_MOVE, INPUT_QUEUE_SYNC};
enum input_button {INPUT_LEFT, INPUT_RIGHT, INPUT_MIDDLE};

/* One message for the target. */
struct input_event {
	uint32_t pause_us;              /* after the previous event's due time */
	unsigned line;                  /* of the script */
	enum input_kind kind;
	bool down;                      /* key or button */
	const struct input_key *key;
	enum input_button button;
	int right, downwards;           /* movement: -127 to 127 */
};

/* Name of the events from this one up to the next label. */
struct input_label {
	size_t event;
	char text[INPUT_LABEL_CHARS];   /* "": no name */
};

struct input_script {
	struct input_event *events;
	size_t count;
	struct input_label *labels;     /* in order */
	size_t label_count;
	bool has_syncs;
};

/* Parse a script. On error, sets problem to line, column, error and allowed values, and returns
 * false. *script must be freed with input_script_free in either case. */
bool input_script_parse(const char *text, size_t length, struct input_script *script,
			char problem[INPUT_PROBLEM_MAX]);

/* Read and parse a file. On failure, prints the cause and returns false. */
bool input_script_load(const char *path, struct input_script *script);

void input_script_free(struct input_script *script);

/* Returns the script in the target's format, bench/input/steps.h, to be freed. *length excludes the
 * final '\0'. */
char *input_script_steps(const struct input_script *script, size_t *length);

#endif
