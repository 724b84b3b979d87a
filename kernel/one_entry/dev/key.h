/* SPDX-License-Identifier: MIT */
/* For kernel/machine/key.h: there is no keyboard controller. */
#ifndef KERNEL_ONE_ENTRY_DEV_KEY_H
#define KERNEL_ONE_ENTRY_DEV_KEY_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/text/errno.h"

typedef struct {
	uint8_t value;
} key_byte;

static inline bool key_open(uint8_t vector)
{
	(void)vector;
	return false;
}

static inline void key_close(void)
{
}

static inline int key_strike(uint8_t code)
{
	(void)code;
	return -ENOTSUP;
}

static inline bool key_read(key_byte *byte)
{
	(void)byte;
	return false;
}

#endif
