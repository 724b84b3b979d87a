/* SPDX-License-Identifier: MIT */
/* Access to the fw_cfg device, which boot/x86/fw_cfg_access.c or boot/fw_cfg_memory.c
 * implements. */
#ifndef BOOT_FW_CFG_ACCESS_H
#define BOOT_FW_CFG_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the machine is likely QEMU, so that its registers may be tried. */
bool fw_cfg_is_likely(void);

/* Select an item, and read its next byte. Call only if fw_cfg_is_likely(). */
void fw_cfg_select(uint16_t item);
uint8_t fw_cfg_byte(void);

#endif
