/* SPDX-License-Identifier: MIT */
/* Figures as a person reads them: of real time in ns and GB/s, of counted instructions in these.
 * Whoever finds out what a tick is worth says so once; nothing is in ns before. */
#ifndef LIB_TEXT_QUANTITY_H
#define LIB_TEXT_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QUANTITY_CHARS 48

/* What a tick is worth: ticks a second, or 0 where a tick is an instruction. */
void quantity_begin(uint64_t tsc_hz);

/* Thousandths of a tick, or of what is counted, that one of so many operations took. */
uint64_t quantity_of_one(uint64_t ticks, uint64_t operations);

/* A time in thousandths of a tick, as "4.27 ns" or "58.05 instructions". */
void quantity_time(uint64_t thousandths, char text[QUANTITY_CHARS]);

/* The same without its unit. */
void quantity_time_number(uint64_t thousandths, char text[QUANTITY_CHARS]);

/* How fast so many bytes were moved in that time, as "12.61 GB/s" or "8.00 bytes an
 * instruction". */
void quantity_rate(uint64_t bytes, uint64_t thousandths, char text[QUANTITY_CHARS]);

/* A number of thousandths, rounded as the host's tables are: whole ones as they are, others with
 * two decimals below 100, one below 10000 and none above: "30", "1.01", "120.5" or "7240.7". */
void quantity_number(uint64_t thousandths, char text[QUANTITY_CHARS]);

/* A size in bytes, as "64 KiB". */
void quantity_size(uint64_t bytes, char text[QUANTITY_CHARS]);

#endif
