/* SPDX-License-Identifier: MIT */
/* The program's exit status. */
#ifndef LINUX_EXIT_STATUS_H
#define LINUX_EXIT_STATUS_H

enum exit_status {
	EXIT_GOOD = 0,
	EXIT_FAILED = 1,        /* a benchmark was aborted, a check failed, or the program failed */
	EXIT_USAGE = 2,         /* wrong arguments */
	EXIT_MACHINE = 3,       /* out of memory, no room for the output, or no usable clock */
};

#endif
