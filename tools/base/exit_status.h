/* SPDX-License-Identifier: MIT */
/* Exit status of the host tool. */
#ifndef TOOLS_BASE_EXIT_STATUS_H
#define TOOLS_BASE_EXIT_STATUS_H

enum exit_status {
	EXIT_GOOD = 0,
	EXIT_FAILED = 1,        /* failed or invalid run, or a regression */
	EXIT_USAGE = 2,         /* wrong arguments or unusable input */
	EXIT_MACHINE = 3,       /* out of memory, or no room for the output */
};

#endif
