/* SPDX-License-Identifier: MIT */
/* The High Precision Event Timer, as a counter to measure the TSC by, and one of its comparators
 * as a timer. */
#ifndef KERNEL_DEV_HPET_H
#define KERNEL_DEV_HPET_H

#include <stdint.h>

#include "lib/counter.h"

/* Find the timer that the ACPI tables name, silence its comparators and start its counter. After
 * acpi_init. */
void hpet_init(void);

/* Its main counter, the low 32 bits; NULL when there is none that runs. */
const struct counter *hpet_counter(void);

/* Where it is mapped; NULL as above. */
const volatile uint32_t *hpet_counter_register(void);

/* Let a comparator interrupt the CPU with that APIC ID as vector, until hpet_close: by a message if
 * it can, else by the last of the I/O APIC's pins that it can use. For a counter that runs. Returns
 * 0, or -ENOTSUP if it can neither. */
int hpet_open(uint8_t vector, uint32_t apic_id);
void hpet_close(void);

/* Interrupt once when the counter has counted delay from now. */
void hpet_one_shot(uint32_t delay);

#endif
