/* SPDX-License-Identifier: MIT */
/* Serial presence detect (SPD): the timings that a memory module states in its EEPROM. JEDEC
 * JESD21-C 4.1.2.10 (DDR2), 4.1.2.11 (DDR3) and 4.1.2.L (DDR4), "Serial Presence Detect". */
#ifndef LIB_SPD_H
#define LIB_SPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPD_BYTES 146u                  /* number of bytes that are used, all in the first page */
#define SPD_FIRST_BYTES 3u              /* number of bytes up to the type */
#define SPD_PART_MAX 21                 /* including '\0' */

struct spd {
	const char *type;               /* "DDR4"; NULL: the bytes are not a module's */
	const char *status;             /* "read", or why the next fields are 0 */
	uint64_t size_bytes;            /* 0: unknown */
	uint32_t tck_ps;                /* shortest clock period */
	uint32_t cas_clocks;            /* CAS latency at that period */
	uint32_t taa_ps, trcd_ps, trp_ps, tras_ps;      /* shortest times */
	char part[SPD_PART_MAX];        /* part number; "": unknown */
};

/* Whether a module of that type has timings that spd_parse decodes. */
bool spd_has_timings(const uint8_t first[SPD_FIRST_BYTES]);

/* Decode the first page, whose checksum must be right. bytes may have any content. */
void spd_parse(const uint8_t bytes[SPD_BYTES], struct spd *spd);

#endif
