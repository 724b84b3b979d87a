/* SPDX-License-Identifier: MIT */
/* Sequences of xterm: XTerm Control Sequences, "PC-Style Function Keys". Keysyms: X Window System
 * Protocol, appendix A; those of ASCII are the characters. */
#include "tools/run/input/terminal_keys.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/event/message_log.h"
#include "tools/run/input/input_script.h"

#define FILE_BYTES_MAX (1u << 20)
#define ESCAPE '\033'
#define CONTROL_MASK 0x1f

static const struct {
	const char *name, *bytes;
	uint32_t keysym;
} named[] = {
	{"ret", "\r", 0xff0d}, {"tab", "\t", 0xff09}, {"esc", "\033", 0xff1b},
	{"backspace", "\177", 0xff08}, {"spc", " ", 0x0020}, {"up", "\033[A", 0xff52},
	{"down", "\033[B", 0xff54}, {"right", "\033[C", 0xff53}, {"left", "\033[D", 0xff51},
	{"home", "\033[H", 0xff50}, {"end", "\033[F", 0xff57}, {"insert", "\033[2~", 0xff63},
	{"delete", "\033[3~", 0xffff}, {"pgup", "\033[5~", 0xff55}, {"pgdn", "\033[6~", 0xff56},
	{"f1", "\033OP", 0xffbe}, {"f2", "\033OQ", 0xffbf}, {"f3", "\033OR", 0xffc0},
	{"f4", "\033OS", 0xffc1}, {"f5", "\033[15~", 0xffc2}, {"f6", "\033[17~", 0xffc3},
	{"f7", "\033[18~", 0xffc4}, {"f8", "\033[19~", 0xffc5}, {"f9", "\033[20~", 0xffc6},
	{"f10", "\033[21~", 0xffc7}, {"f11", "\033[23~", 0xffc8}, {"f12", "\033[24~", 0xffc9},
};

struct modifiers {
	bool shift, control, alt;
};

static uint32_t code_of(const struct input_key *key)
{
	return key->code | (key->is_extended ? MESSAGE_CODE_EXTENDED : 0);
}

/* Returns 0 if the key types no character. */
static char character_of(const struct input_key *key, bool shift)
{
	for (char c = '!'; c <= '~'; c++) {
		bool needs_shift;

		if (input_key_of_character(c, &needs_shift) == key && needs_shift == shift)
			return c;
	}
	return '\0';
}

static void add_byte(struct terminal_key *key, char byte)
{
	key->bytes[key->count++] = byte;
}

/* Returns false for a key that sends nothing. */
static bool take_bytes(struct terminal_key *key, const struct input_key *pressed,
		       const struct modifiers *held)
{
	char c = character_of(pressed, held->shift);

	key->keysym = (unsigned char)c;
	key->has_shift = c == '\0' && held->shift;
	key->has_control = held->control;
	key->has_alt = held->alt;
	if (held->alt)
		add_byte(key, ESCAPE);
	if (c != '\0')
		add_byte(key, held->control ? (char)(c & CONTROL_MASK) : c);
	for (size_t i = 0; c == '\0' && i < sizeof(named) / sizeof(named[0]); i++) {
		if (strcmp(named[i].name, pressed->name) != 0)
			continue;
		for (const char *byte = named[i].bytes; *byte != '\0'; byte++)
			add_byte(key, *byte);
		key->keysym = named[i].keysym;
		return true;
	}
	return c != '\0';
}

/* Returns whether the key is a modifier. */
static bool take_modifier(struct modifiers *held, const struct input_event *event)
{
	const struct {
		const char *prefix;
		bool *is_held;
	} all[] = {{"shift", &held->shift}, {"ctrl", &held->control}, {"alt", &held->alt}};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (strncmp(event->key->name, all[i].prefix, strlen(all[i].prefix)) != 0)
			continue;
		*all[i].is_held = event->down;
		return true;
	}
	return false;
}

/* X servers number physical buttons from 1, from the left: X Window System Protocol,
 * "GetPointerMapping". */
static const uint8_t button_numbers[] = {[INPUT_LEFT] = 1, [INPUT_MIDDLE] = 2, [INPUT_RIGHT] = 3};

static void take_button(struct terminal_key *key, const struct input_event *event,
			unsigned *buttons)
{
	unsigned bit = 1u << event->button;

	*buttons = event->down ? *buttons | bit : *buttons & ~bit;
	key->code = MESSAGE_CODE_MOUSE | *buttons;
	key->button = button_numbers[event->button];
	key->is_release = !event->down;
	key->count = 1;
}

static const char *label_at(const struct input_script *script, size_t event, size_t *next)
{
	while (*next < script->label_count && script->labels[*next].event <= event)
		++*next;
	return *next > 0 ? script->labels[*next - 1].text : "";
}

/* Returns the number of keys, or -1 after printing the cause. */
static long take_script(const char *path, const struct input_script *script, bool has_mouse,
			struct terminal_key *keys)
{
	struct modifiers held = {0};
	struct terminal_key moved = {0};
	uint64_t due_us = 0;
	unsigned buttons = 0;
	size_t label = 0;
	long count = 0;

	for (size_t i = 0; i < script->count; i++) {
		const struct input_event *event = &script->events[i];
		const char *text = label_at(script, i, &label);

		due_us += event->pause_us;
		if (event->kind == INPUT_QUEUE_SYNC || (event->kind != INPUT_KEY && !has_mouse)) {
			warnx("%s:%u: a %s", path, event->line,
			      has_mouse ? "program's window has no test driver"
					: "terminal has no mouse and no test driver");
			return -1;
		}
		if (event->kind == INPUT_MOVE) {
			moved.right = (int16_t)(moved.right + event->right);
			moved.downwards = (int16_t)(moved.downwards + event->downwards);
			moved.move_due_us = due_us;
			continue;
		}
		if (event->kind == INPUT_KEY && (take_modifier(&held, event) || !event->down))
			continue;
		keys[count] = moved;
		moved = (struct terminal_key){0};
		keys[count].due_us = due_us;
		snprintf(keys[count].label, sizeof(keys[count].label), "%s", text);
		if (event->kind == INPUT_BUTTON) {
			take_button(&keys[count++], event, &buttons);
			continue;
		}
		keys[count].code = code_of(event->key);
		if (!take_bytes(&keys[count++], event->key, &held)) {
			warnx("%s:%u: a terminal has no key '%s'", path, event->line,
			      event->key->name);
			return -1;
		}
	}
	return count;
}

static char *read_file(const char *path, size_t *length)
{
	char *text = malloc(FILE_BYTES_MAX + 1);
	FILE *file = fopen(path, "re");

	if (file == NULL || text == NULL) {
		warn("%s", path);
	} else {
		*length = fread(text, 1, FILE_BYTES_MAX + 1, file);
		if (!ferror(file) && *length <= FILE_BYTES_MAX) {
			fclose(file);
			return text;
		}
		warnx("%s: unreadable, or larger than 1 MiB", path);
	}
	if (file != NULL)
		fclose(file);
	free(text);
	return NULL;
}

static long keys_load(const char *path, bool has_mouse, struct terminal_key *keys)
{
	char problem[INPUT_PROBLEM_MAX];
	struct input_script script;
	size_t length;
	char *text = read_file(path, &length);
	long count = -1;

	if (text == NULL)
		return -1;
	if (input_script_parse(text, length, &script, problem))
		count = take_script(path, &script, has_mouse, keys);
	else
		warnx("%s:%s", path, problem);
	input_script_free(&script);
	free(text);
	return count;
}

long terminal_keys_load(const char *path, struct terminal_key *keys)
{
	return keys_load(path, false, keys);
}

long display_keys_load(const char *path, struct terminal_key *keys)
{
	return keys_load(path, true, keys);
}

struct terminal_key terminal_key_of_byte(char byte)
{
	struct terminal_key key = {.count = 1, .bytes = {byte}};
	bool shift;
	const struct input_key *found = input_key_of_character(byte == '\r' ? '\n' : byte, &shift);

	if (found != NULL)
		key.code = code_of(found);
	return key;
}
