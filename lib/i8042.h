/* SPDX-License-Identifier: MIT */
/* Constants of the keyboard controller for simulated keys, shared by kernel and Linux process. IBM
 * PC AT Technical Reference, "Keyboard Controller" and "Keyboard Controller Commands". */
#ifndef LIB_I8042_H
#define LIB_I8042_H

#define I8042_DATA 0x60                 /* data port */
#define I8042_PORT_STATUS 0x64
#define I8042_PORT_COMMAND 0x64

#define I8042_OUTPUT_FULL (1u << 0)
#define I8042_INPUT_FULL (1u << 1)
#define I8042_ABSENT 0xffu              /* value of a port without a device */

#define I8042_AS_FROM_KEYBOARD 0xd2

#endif
