/* SPDX-License-Identifier: MIT */
/* The user of a workload, played by the boot CPU: keys that are struck, and their interrupts. */
#ifndef KERNEL_FLOW_RUN_USER_H
#define KERNEL_FLOW_RUN_USER_H

#include <stdbool.h>

/* Prepare. Actions come by the keyboard controller, if that is wanted and it works: warns when it
 * does not; else by an interrupt that this CPU sends to itself. Undone by flow_user_close, which
 * may be called at any time. */
void flow_user_open(bool by_keyboard);
void flow_user_close(void);

/* Let one action come: its character is sent to port object by the interrupt's handler, which finds
 * no thread running on this CPU. Interrupts are off before and after. Returns 0, -ETIMEDOUT if the
 * interrupt did not come, or -ENOMEM if there was no room for the action. */
int flow_user_act(unsigned object, char character);

#endif
