/* The High Precision Event Timer, as a counter to measure the TSC by. */
#ifndef KERNEL_HPET_H
#define KERNEL_HPET_H

#include <stdint.h>

#include "lib/counter.h"

/* Find the timer that the ACPI tables name, silence its comparators and start its counter. After
 * acpi_init. */
void hpet_init(void);

/* Its main counter, the low 32 bits; NULL when there is none that runs. */
const struct counter *hpet_counter(void);

/* Where it is mapped; NULL as above. */
const volatile uint32_t *hpet_counter_register(void);

#endif
