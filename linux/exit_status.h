/* SPDX-License-Identifier: MIT */
/* What the program's exit status says. */
#ifndef LINUX_EXIT_STATUS_H
#define LINUX_EXIT_STATUS_H

enum exit_status {
	EXIT_GOOD = 0,
	EXIT_FAILED = 1,        /* a benchmark was cut short, a figure is not what it is said to
				 * be, or the program itself broke */
	EXIT_USAGE = 2,         /* wrong arguments */
	EXIT_MACHINE = 3,       /* the machine could not: no memory, no room for the output */
};

#endif
