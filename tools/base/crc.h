/* SPDX-License-Identifier: MIT */
/* The implementation in tools/base/crc.c without the CPU's instruction, for the test that compares
 * the two. */
#ifndef TOOLS_BASE_CRC_H
#define TOOLS_BASE_CRC_H

#include <stddef.h>
#include <stdint.h>

uint32_t crc32c_by_table(uint32_t crc, const void *data, size_t size);

#endif
