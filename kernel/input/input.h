/* SPDX-License-Identifier: MIT */
/* Input by hardware. Interrupts of the keyboard controller put messages into an application's
 * queue, and a script makes the controller raise these interrupts. Boot CPU. */
#ifndef KERNEL_INPUT_INPUT_H
#define KERNEL_INPUT_INPUT_H

#include <stdint.h>

/* End a run after it was aborted at any instruction. */
void input_reset(void);

/* Entries for interrupt_enter_at that store the clock at their first instruction in
 * input_entered_tsc. In entry.S. */
void input_enter_keyboard(void);
void input_enter_mouse(void);
void input_enter_script(void);
void input_enter_device(void);
void input_enter_timer(void);
extern volatile uint64_t input_entered_tsc;

#endif
