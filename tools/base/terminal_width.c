/* SPDX-License-Identifier: MIT */
/* POSIX, "Environment Variables", COLUMNS; Linux, ioctl_tty(2), TIOCGWINSZ. */
#include "tools/base/terminal_width.h"

#include <stdlib.h>
#include <sys/ioctl.h>

static size_t width_within(unsigned long width)
{
	return width < TERMINAL_COLUMNS_MIN ? TERMINAL_COLUMNS_MIN
		: width > TERMINAL_COLUMNS_MAX ? TERMINAL_COLUMNS_MAX : width;
}

/* The number in COLUMNS; 0 if it is unset or not a number. */
static unsigned long width_of_environment(void)
{
	const char *text = getenv("COLUMNS");
	char *end;
	unsigned long width;

	if (text == NULL || text[0] < '0' || text[0] > '9')
		return 0;
	width = strtoul(text, &end, 10);
	return *end == '\0' ? width : 0;
}

size_t terminal_width(int file)
{
	unsigned long width = width_of_environment();
	struct winsize size;

	if (width == 0 && ioctl(file, TIOCGWINSZ, &size) == 0)
		width = size.ws_col;
	return width > 0 ? width_within(width) : TERMINAL_COLUMNS;
}
