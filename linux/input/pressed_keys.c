/* SPDX-License-Identifier: MIT */
/* Codes of scan code set 1: the highest bit marks a release. */
#include "linux/input/pressed_keys.h"

#define PREFIX 0xe0u
#define RELEASED 0x80u
#define KEYS 128u

enum {PLAIN, PREFIXED, KINDS};

static volatile bool held[KINDS][KEYS];

void pressed_keys_clear(void)
{
	for (unsigned kind = 0; kind < KINDS; kind++) {
		for (unsigned key = 0; key < KEYS; key++)
			held[kind][key] = false;
	}
}

void pressed_keys_add(const struct input_step *step)
{
	unsigned kind = step->count == 2 && step->bytes[0] == PREFIX ? PREFIXED : PLAIN;
	uint8_t code;

	if (step->count != kind + 1)
		return;
	code = step->bytes[step->count - 1];
	held[kind][code % KEYS] = code < RELEASED;
}

bool pressed_keys_is_release(const struct input_step *step)
{
	return step->bytes[step->count - 1] >= RELEASED;
}

int pressed_keys_release(int (*send)(uint8_t byte))
{
	int error = 0;

	for (unsigned kind = 0; kind < KINDS; kind++) {
		for (unsigned key = 0; key < KEYS && error == 0; key++) {
			if (!held[kind][key])
				continue;
			if (kind == PREFIXED)
				error = send(PREFIX);
			if (error == 0)
				error = send((uint8_t)(key | RELEASED));
			held[kind][key] = false;
		}
	}
	return error;
}
