/* What trials that were cut short leave behind. */
#ifndef KERNEL_TRIAL_H
#define KERNEL_TRIAL_H

/* Give the vectors of trials their normal stubs again, stop this CPU's timer and let in what is
 * pending, so that the next trial starts like the first. Boot CPU, interrupts off before and
 * after. */
void trial_reset(void);

#endif
