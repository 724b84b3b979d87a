/* SPDX-License-Identifier: MIT */
/* The High Precision Event Timer. Its counter is a reference for the TSC, and one of its
 * comparators is a timer. */
#ifndef KERNEL_X86_DEV_HPET_H
#define KERNEL_X86_DEV_HPET_H

#include <stdint.h>

#include "lib/counter.h"

/* Find the timer in the ACPI tables, disable its comparators and start its counter. After
 * acpi_init. */
void hpet_init(void);

/* The low 32 bits of the main counter; NULL if absent or stopped. */
const struct counter *hpet_counter(void);

/* The mapped address of the main counter; NULL if absent or stopped. */
const volatile uint32_t *hpet_counter_register(void);

/* Open a comparator that raises vector at the CPU with that APIC ID, until hpet_close. The
 * comparator uses a message if possible, otherwise the last usable pin of the I/O APIC. Requires a
 * running counter. Returns 0, or -ENOTSUP if the comparator has neither a message nor a usable
 * pin. */
int hpet_open(uint8_t vector, uint32_t apic_id);
void hpet_close(void);

/* Interrupt once, after delay counts. */
void hpet_one_shot(uint32_t delay);

#endif
