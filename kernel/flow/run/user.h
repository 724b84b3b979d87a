/* SPDX-License-Identifier: MIT */
/* The user of a workload, simulated by the boot CPU: keys and their interrupts. */
#ifndef KERNEL_FLOW_RUN_USER_H
#define KERNEL_FLOW_RUN_USER_H

#include <stdbool.h>

/* Prepare for actions. If by_keyboard is set and the keyboard controller works, the actions use the
 * controller. If it does not work, this warns. In all other cases the actions use self-IPIs.
 * flow_user_close undoes this, and may be called at any time. */
void flow_user_open(bool by_keyboard);
void flow_user_close(void);

/* Raise one action. The handler of the action's interrupt, which runs outside of threads, sends the
 * character to port object. Interrupts are off before and after. Returns 0, -ETIMEDOUT if no
 * interrupt arrived, -ENOMEM without space for the action, or the controller's error. */
int flow_user_act(unsigned object, char character);

#endif
