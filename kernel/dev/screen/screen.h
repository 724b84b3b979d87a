/* SPDX-License-Identifier: MIT */
/* Text on the machine's own screen: a grid of characters on the framebuffer or in VGA text
 * memory. */
#ifndef KERNEL_DEV_SCREEN_SCREEN_H
#define KERNEL_DEV_SCREEN_SCREEN_H

#include <stddef.h>

#include "boot/boot_info.h"

#define SCREEN_LINES_KEPT 1024

/* Use the framebuffer, or the VGA text buffer, if the machine was booted with one. Boot CPU, after
 * paging_init. A screen is part of the console then; before, and without one, screen_write does
 * nothing. */
void screen_init(const struct boot_info *info);

/* Write text at the cursor; when the last line is full the upper part of the screen scrolls
 * away. */
void screen_write(const char *text, size_t length);

/* Lines that the screen shows; 0 without a screen. */
unsigned screen_rows(void);

/* Show what was written so many lines further down, or up if lines is negative; not beyond the last
 * line nor the oldest of the SCREEN_LINES_KEPT. There must be a screen. */
void screen_move(int lines);

#endif
