/* SPDX-License-Identifier: MIT */
/* Scrolls through the results on the screen after the run. */
#ifndef KERNEL_X86_DEV_PAGER_H
#define KERNEL_X86_DEV_PAGER_H

/* Make pager_run advance pages automatically until a key is pressed. For a completed run, because
 * the machine may have no keyboard. */
void pager_auto_advance(void);

/* Make pager_run warn that power-off discards the results, which are only in memory. */
void pager_keep_power(void);

/* Scroll by keys, forever. Without a screen, or without both a keyboard controller and automatic
 * paging, returns at once. Interrupts may be off. */
void pager_run(void);

#endif
