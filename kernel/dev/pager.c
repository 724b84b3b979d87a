/* SPDX-License-Identifier: MIT */
/* Keys, by polling: the run is over, so nothing else needs the CPU, and nothing can go wrong in an
 * interrupt handler after a panic. */
#include "kernel/dev/pager.h"

#include "kernel/dev/i8042.h"
#include "kernel/dev/screen/screen.h"
#include "kernel/dev/tsc.h"

#define POLL_US 10000

/* IBM PS/2 Technical Reference, "Scan Code Set 1": what the key sends when it is pressed, on the
 * keypad or, after a prefix, beside it. */
enum {
	KEY_HOME = 0x47,
	KEY_UP = 0x48,
	KEY_PAGE_UP = 0x49,
	KEY_END = 0x4f,
	KEY_DOWN = 0x50,
	KEY_PAGE_DOWN = 0x51,
};

static int lines_to_move(int key)
{
	int page = (int)screen_rows() - 1;

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

void pager_run(void)
{
	static const char notice[] = "\nPage Up, Page Down, Home, End and the arrows show more; "
				     "or switch off.";

	if (screen_rows() == 0 || !i8042_exists())
		return;
	screen_write(notice, sizeof(notice) - 1);
	i8042_enable_keyboard();
	for (;;) {
		int lines = lines_to_move(i8042_read_keyboard());

		if (lines != 0)
			screen_move(lines);
		else
			tsc_wait_us(POLL_US);
	}
}
