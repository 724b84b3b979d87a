/* SPDX-License-Identifier: MIT */
/* Keys that send one message when pressed and one when released. Names are QEMU's (QMP reference,
 * "QKeyCode"), codes those of scan code set 1 (IBM PS/2 Hardware Interface Technical Reference,
 * "Keyboard Scan Codes"). */
#include "tools/run/input/input_keys.h"

#include <stdio.h>
#include <string.h>

#define EXTENDED true

static const struct input_key keys[] = {
	{"esc", 0x01, false}, {"1", 0x02, false}, {"2", 0x03, false}, {"3", 0x04, false},
	{"4", 0x05, false}, {"5", 0x06, false}, {"6", 0x07, false}, {"7", 0x08, false},
	{"8", 0x09, false}, {"9", 0x0a, false}, {"0", 0x0b, false}, {"minus", 0x0c, false},
	{"equal", 0x0d, false}, {"backspace", 0x0e, false}, {"tab", 0x0f, false},
	{"q", 0x10, false}, {"w", 0x11, false}, {"e", 0x12, false}, {"r", 0x13, false},
	{"t", 0x14, false}, {"y", 0x15, false}, {"u", 0x16, false}, {"i", 0x17, false},
	{"o", 0x18, false}, {"p", 0x19, false}, {"bracket_left", 0x1a, false},
	{"bracket_right", 0x1b, false}, {"ret", 0x1c, false}, {"ctrl", 0x1d, false},
	{"a", 0x1e, false}, {"s", 0x1f, false}, {"d", 0x20, false}, {"f", 0x21, false},
	{"g", 0x22, false}, {"h", 0x23, false}, {"j", 0x24, false}, {"k", 0x25, false},
	{"l", 0x26, false}, {"semicolon", 0x27, false}, {"apostrophe", 0x28, false},
	{"grave_accent", 0x29, false}, {"shift", 0x2a, false}, {"backslash", 0x2b, false},
	{"z", 0x2c, false}, {"x", 0x2d, false}, {"c", 0x2e, false}, {"v", 0x2f, false},
	{"b", 0x30, false}, {"n", 0x31, false}, {"m", 0x32, false}, {"comma", 0x33, false},
	{"dot", 0x34, false}, {"slash", 0x35, false}, {"shift_r", 0x36, false},
	{"alt", 0x38, false}, {"spc", 0x39, false}, {"caps_lock", 0x3a, false},
	{"f1", 0x3b, false}, {"f2", 0x3c, false}, {"f3", 0x3d, false}, {"f4", 0x3e, false},
	{"f5", 0x3f, false}, {"f6", 0x40, false}, {"f7", 0x41, false}, {"f8", 0x42, false},
	{"f9", 0x43, false}, {"f10", 0x44, false}, {"f11", 0x57, false}, {"f12", 0x58, false},
	{"ctrl_r", 0x1d, EXTENDED}, {"alt_r", 0x38, EXTENDED}, {"home", 0x47, EXTENDED},
	{"up", 0x48, EXTENDED}, {"pgup", 0x49, EXTENDED}, {"left", 0x4b, EXTENDED},
	{"right", 0x4d, EXTENDED}, {"end", 0x4f, EXTENDED}, {"down", 0x50, EXTENDED},
	{"pgdn", 0x51, EXTENDED}, {"insert", 0x52, EXTENDED}, {"delete", 0x53, EXTENDED},
};

#define KEYS (sizeof(keys) / sizeof(keys[0]))

/* Characters that differ from their key's name. */
static const struct {
	char plain, shifted;
	const char *name;
} characters[] = {
	{'1', '!', "1"}, {'2', '@', "2"}, {'3', '#', "3"}, {'4', '$', "4"}, {'5', '%', "5"},
	{'6', '^', "6"}, {'7', '&', "7"}, {'8', '*', "8"}, {'9', '(', "9"}, {'0', ')', "0"},
	{'-', '_', "minus"}, {'=', '+', "equal"}, {'[', '{', "bracket_left"},
	{']', '}', "bracket_right"}, {';', ':', "semicolon"}, {'\'', '"', "apostrophe"},
	{'`', '~', "grave_accent"}, {'\\', '|', "backslash"}, {',', '<', "comma"},
	{'.', '>', "dot"}, {'/', '?', "slash"}, {' ', '\0', "spc"}, {'\n', '\0', "ret"},
	{'\t', '\0', "tab"},
};

const struct input_key *input_key_named(const char *name, size_t length)
{
	for (size_t i = 0; i < KEYS; i++) {
		if (strlen(keys[i].name) == length && memcmp(keys[i].name, name, length) == 0)
			return &keys[i];
	}
	return NULL;
}

const struct input_key *input_key_of_character(char c, bool *shift)
{
	char lower = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;

	*shift = lower != c;
	if (lower >= 'a' && lower <= 'z')
		return input_key_named(&lower, 1);
	for (size_t i = 0; c != '\0' && i < sizeof(characters) / sizeof(characters[0]); i++) {
		*shift = c == characters[i].shifted;
		if (*shift || c == characters[i].plain)
			return input_key_named(characters[i].name, strlen(characters[i].name));
	}
	return NULL;
}

void input_key_names(char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < KEYS && used + strlen(keys[i].name) + 2 <= size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? " " : "",
					 keys[i].name);
}
