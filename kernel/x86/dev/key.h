/* SPDX-License-Identifier: MIT */
/* Keys by the 8042 keyboard controller, for kernel/machine/key.h. */
#ifndef KERNEL_X86_DEV_KEY_H
#define KERNEL_X86_DEV_KEY_H

#include "kernel/x86/dev/i8042.h"

typedef struct i8042_byte key_byte;

static inline bool key_open(uint8_t vector)
{
	return i8042_interrupts(I8042_KEYBOARD) && i8042_open() == 0 &&
	       i8042_route(I8042_KEYBOARD, vector) == 0;
}

static inline void key_close(void)
{
	i8042_unroute();
	i8042_close();
}

static inline int key_strike(uint8_t code)
{
	return i8042_inject(I8042_KEYBOARD, code);
}

static inline bool key_read(key_byte *byte)
{
	return i8042_read(byte);
}

#endif
