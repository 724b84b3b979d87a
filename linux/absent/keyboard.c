/* SPDX-License-Identifier: MIT */
/* Machines with this processor have no keyboard controller that simulates keys. */
#include "linux/input/keyboard.h"

#include <errno.h>

void keyboard_init(void)
{
}

const char *keyboard_missing_reason(void)
{
	return "the machine has no keyboard controller";
}

int keyboard_open(void)
{
	return -ENODEV;
}

void keyboard_close(void)
{
}

bool keyboard_is_open(void)
{
	return false;
}

int keyboard_read(uint32_t *codes, size_t capacity)
{
	(void)codes;
	(void)capacity;
	return -ENODEV;
}

void keyboard_wait(uint64_t limit_us)
{
	(void)limit_us;
}

bool keyboard_is_free(void)
{
	return false;
}

int keyboard_send(uint8_t byte)
{
	(void)byte;
	return -ENODEV;
}

int keyboard_command(void)
{
	return -ENODEV;
}
