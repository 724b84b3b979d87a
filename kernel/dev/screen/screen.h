/* SPDX-License-Identifier: MIT */
/* Text on the machine's screen: a grid of characters on a framebuffer or in VGA text mode. Upper
 * rows can be reserved; written text scrolls below them. */
#ifndef KERNEL_DEV_SCREEN_SCREEN_H
#define KERNEL_DEV_SCREEN_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "boot/boot_info.h"
#include "kernel/dev/screen/surface.h"

#define SCREEN_LINES_KEPT 1024
#define SCREEN_COLUMNS_MAX 160
#define SCREEN_ROWS_MAX 64

/* Use the framebuffer or VGA text buffer that the machine was booted with, and add the screen to
 * the console. Without a screen the functions below write nothing. Boot CPU, after firmware_init.
 * Call before paging_init, so that an early panic is visible, and once more after paging_init.
 * Returns NULL, or the reason why the machine's framebuffer is not used. */
const char *screen_init(const struct boot_info *info);

/* Size in characters; 0 by 0 without a screen. */
void screen_size(unsigned *columns, unsigned *rows);

/* Write text at the cursor. If the last line is full, the text scrolls. */
void screen_write(const char *text, size_t length);

/* Reserve upper rows for screen_put, fewer than the screen has. Text continues below. */
void screen_reserve(unsigned rows);

/* Draw a reserved row from its left end. count must not exceed the number of columns. */
void screen_put(unsigned row, const struct screen_cell *cells, unsigned count);

/* Number of visible text lines; 0 without a screen. */
unsigned screen_lines(void);

/* Scroll by lines, up if negative, within the last SCREEN_LINES_KEPT lines. Requires a screen. */
void screen_move(int lines);

/* Whether the last line is visible. */
bool screen_shows_end(void);

#endif
