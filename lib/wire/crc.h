/* SPDX-License-Identifier: MIT */
/* CRC-32C (Castagnoli), the checksum at the end of every record line. */
#ifndef LIB_WIRE_CRC_H
#define LIB_WIRE_CRC_H

#include <stddef.h>
#include <stdint.h>

/* Extend crc, the result for the preceding bytes (0 for none), by size bytes of data. RFC 3720,
 * "CRC32C": polynomial 1EDC6F41h, reflected, inverted before and after. */
uint32_t crc32c(uint32_t crc, const void *data, size_t size);

#endif
