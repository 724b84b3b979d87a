/* SPDX-License-Identifier: MIT */
/* A script's file, and a script as bytes for the machine's keyboard controller. IBM PS/2 Hardware
 * Interface Technical Reference, "Keyboard Scan Codes" and "Mouse Data Packet". */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/base/file.h"
#include "tools/run/input/input_script.h"

#define FILE_BYTES_MAX (1u << 20)
#define CODE_RELEASED 0x80u
#define PACKET_FIRST 0x08u              /* always set in the first byte */
#define PACKET_LEFTWARDS 0x10u
#define PACKET_DOWNWARDS 0x20u          /* up is positive in a packet */

bool input_script_load(const char *path, struct input_script *script)
{
	char problem[INPUT_PROBLEM_MAX];
	size_t length;
	char *text = file_load(path, FILE_BYTES_MAX, "script of input", &length);
	bool good;

	*script = (struct input_script){0};
	if (text == NULL)
		return false;
	good = input_script_parse(text, length, script, problem);
	if (!good)
		warnx("%s:%s", path, problem);
	free(text);
	return good;
}

char *input_script_steps(const struct input_script *script, size_t *length)
{
	unsigned buttons = 0;           /* by bit number in a packet */
	char *text;
	FILE *out = file_in_memory(&text, length);

	for (size_t i = 0, label = 0; i < script->count; i++) {
		const struct input_event *event = &script->events[i];
		unsigned bit = event->kind == INPUT_BUTTON ? 1u << event->button : 0;

		if (label < script->label_count && script->labels[label].event == i)
			fprintf(out, "l %s\n", script->labels[label++].text);
		buttons = event->down ? buttons | bit : buttons & ~bit;
		if (event->kind == INPUT_KEY) {
			fprintf(out, "%u k %s%02x\n", event->pause_us,
				event->key->is_extended ? "e0 " : "",
				event->key->code | (event->down ? 0 : CODE_RELEASED));
		} else if (event->kind == INPUT_QUEUE_SYNC) {
			fprintf(out, "%u s\n", event->pause_us);
		} else {
			unsigned first = PACKET_FIRST | buttons;

			if (event->right < 0)
				first |= PACKET_LEFTWARDS;
			if (event->downwards > 0)
				first |= PACKET_DOWNWARDS;
			fprintf(out, "%u m %02x %02x %02x\n", event->pause_us, first,
				(unsigned)event->right & 0xff, (unsigned)-event->downwards & 0xff);
		}
	}
	file_end_memory(out, &text);
	return text;
}
