/* SPDX-License-Identifier: MIT */
/* Paging through the results, on a machine whose screen is all there is to read them from. */
#ifndef KERNEL_DEV_PAGER_H
#define KERNEL_DEV_PAGER_H

/* Have pager_run turn the pages by itself, as long as no key has been struck: after a run that came
 * to its end, whose results may be all that there is to see. */
void pager_auto_advance(void);

/* Have pager_run say that switching the machine off loses the results: memory alone has them. */
void pager_keep_power(void);

/* Let the keyboard move what the screen shows, for good. Returns at once without a screen, and
 * without a keyboard controller if the pages do not turn by themselves. Interrupts may be off. */
void pager_run(void);

#endif
