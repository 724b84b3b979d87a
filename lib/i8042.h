/* SPDX-License-Identifier: MIT */
/* What the bare machine and a Linux process both need to know of the keyboard controller, to let it
 * act as if a key had been struck. IBM PC AT Technical Reference, "Keyboard Controller" and
 * "Keyboard Controller Commands". */
#ifndef LIB_I8042_H
#define LIB_I8042_H

#define I8042_DATA 0x60                 /* port by which bytes come and go */
#define I8042_PORT_STATUS 0x64
#define I8042_PORT_COMMAND 0x64

#define I8042_OUTPUT_FULL (1u << 0)
#define I8042_INPUT_FULL (1u << 1)
#define I8042_ABSENT 0xffu              /* what a port without a device reads as */

#define I8042_AS_FROM_KEYBOARD 0xd2

#endif
