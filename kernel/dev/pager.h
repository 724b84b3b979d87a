/* SPDX-License-Identifier: MIT */
/* Paging back through the results, on a machine whose screen is all there is to read them from. */
#ifndef KERNEL_DEV_PAGER_H
#define KERNEL_DEV_PAGER_H

/* Let the keyboard move what the screen shows, for good. Returns at once without a screen or a
 * keyboard controller. Interrupts may be off. */
void pager_run(void);

#endif
