/* SPDX-License-Identifier: MIT */
/* Formats metrics for users: real time in ns and GB/s, instruction counts, or ticks of unknown
 * length. The unit is set once. Before that, nothing is in ns. */
#ifndef LIB_TEXT_QUANTITY_H
#define LIB_TEXT_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QUANTITY_CHARS 48

/* Set the length of a tick: ticks per second, or 0. name is the name of a tick, in the singular,
 * for when the length is 0. */
void quantity_begin(uint64_t tsc_hz, const char *tick);

/* Thousandths of a tick, or of a count, per operation. */
uint64_t quantity_of_one(uint64_t ticks, uint64_t operations);

/* Format a time in thousandths of a tick, as "4.27 ns" or "58.05 instructions". */
void quantity_time(uint64_t thousandths, char text[QUANTITY_CHARS]);

/* Like quantity_time(), without the unit. */
void quantity_time_number(uint64_t thousandths, char text[QUANTITY_CHARS]);

/* Format a rate, as "12.61 GB/s" or "8.00 bytes per instruction". */
void quantity_rate(uint64_t bytes, uint64_t thousandths, char text[QUANTITY_CHARS]);

/* Format thousandths with the host's rounding. Integers stay as they are. Other numbers have two
 * decimals below 100, one below 10000 and none above: "30", "1.01", "120.5" or "7240.7". */
void quantity_number(uint64_t thousandths, char text[QUANTITY_CHARS]);

/* Format a size in bytes, as "64 KiB". */
void quantity_size(uint64_t bytes, char text[QUANTITY_CHARS]);

#endif
