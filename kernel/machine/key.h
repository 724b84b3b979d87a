/* SPDX-License-Identifier: MIT */
/* Keystrokes that the machine's keyboard controller sends without a user. ARCH_KEY_HEADER defines:
 *
 *	key_byte
 *		A byte of the keyboard: a structure with uint8_t value.
 *	bool key_open(uint8_t vector)
 *		Start the controller and deliver a byte of the keyboard as vector, on this CPU.
 *		False if there is no controller that can, and then nothing is open.
 *	void key_close(void)
 *		Undo key_open().
 *	int key_strike(uint8_t code)
 *		Let the keyboard send the scan code. 0, or the negative error of the controller.
 *	bool key_read(key_byte *byte)
 *		Take the byte that arrived; false, and *byte unchanged, if there is none.
 */
#ifndef KERNEL_MACHINE_KEY_H
#define KERNEL_MACHINE_KEY_H

#include "lib/cpu/arch.h"

#include ARCH_KEY_HEADER

#endif
