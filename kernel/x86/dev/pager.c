/* SPDX-License-Identifier: MIT */
/* Polls the keyboard, because the run is over, and after a panic interrupt handlers cannot be
 * trusted. */
#include "kernel/x86/dev/pager.h"

#include <stdbool.h>

#include "kernel/dev/screen/screen.h"
#include "kernel/x86/dev/i8042.h"
#include "kernel/x86/dev/tsc.h"
#include "lib/text/string.h"

#define POLL_US 10000
#define PAGE_US 10000000                /* time per page */
#define LAST_PAGE_US 30000000           /* for the last page, with the most important results */

/* IBM PS/2 Technical Reference, "Scan Code Set 1": make codes of the keypad's keys; the separate
 * keys send them after a prefix. */
enum {
	KEY_HOME = 0x47,
	KEY_UP = 0x48,
	KEY_PAGE_UP = 0x49,
	KEY_END = 0x4f,
	KEY_DOWN = 0x50,
	KEY_PAGE_DOWN = 0x51,
	KEY_CODES_MAX = 0x7f,           /* above: releases, prefixes and replies of the keyboard */
};

static bool turns_by_itself, keeps_power;

static int lines_to_move(int key)
{
	int page = (int)screen_lines() - 1;

	switch (key) {
	case KEY_HOME:
		return -SCREEN_LINES_KEPT;
	case KEY_UP:
		return -1;
	case KEY_PAGE_UP:
		return -page;
	case KEY_END:
		return SCREEN_LINES_KEPT;
	case KEY_DOWN:
		return 1;
	case KEY_PAGE_DOWN:
		return page;
	default:
		return 0;
	}
}

void pager_auto_advance(void)
{
	turns_by_itself = true;
}

void pager_keep_power(void)
{
	keeps_power = true;
}

/* Turn to the next page. The first page follows the last one. Returns the time of the next turn. */
static uint64_t turn_page(void)
{
	screen_move(screen_shows_end() ? -SCREEN_LINES_KEPT : (int)screen_lines() - 1);
	return clock_after_us(screen_shows_end() ? LAST_PAGE_US : PAGE_US);
}

static void print_keys(bool has_keyboard)
{
	const char *keys = has_keyboard
				   ? "\nPage Up, Page Down, Home, End, arrows: scroll"
				   : "\nPages advance automatically";
	const char *end = keeps_power ? ".\nSwitching off discards the results."
				      : ". Switch off when done.";

	screen_write(keys, strlen(keys));
	screen_write(end, strlen(end));
}

void pager_run(void)
{
	bool has_keyboard = i8042_exists();
	uint64_t due_tsc = clock_after_us(LAST_PAGE_US);

	if (screen_lines() == 0 || (!has_keyboard && !turns_by_itself))
		return;
	print_keys(has_keyboard);
	if (has_keyboard)
		i8042_enable_keyboard();
	for (;;) {
		int key = has_keyboard ? i8042_read_keyboard() : 0;

		if (key > 0 && key <= KEY_CODES_MAX)
			turns_by_itself = false;
		if (lines_to_move(key) != 0) {
			screen_move(lines_to_move(key));
			continue;
		}
		clock_wait_us(POLL_US);
		if (turns_by_itself && clock_is_past(due_tsc))
			due_tsc = turn_page();
	}
}
