/* The 8254 interval timer: silenced, and its channel 2 as a counter to measure the TSC by. */
#ifndef KERNEL_PIT_H
#define KERNEL_PIT_H

#include "lib/counter.h"

/* Stop the tick that firmware left on channel 0, and start channel 2 if there is one. */
void pit_init(void);

/* Channel 2, 16 bits; NULL when it does not run, as on machines that gate the timer off. */
const struct counter *pit_counter(void);

#endif
