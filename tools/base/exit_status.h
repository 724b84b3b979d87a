/* SPDX-License-Identifier: MIT */
/* What the host tool's exit status says. */
#ifndef TOOLS_BASE_EXIT_STATUS_H
#define TOOLS_BASE_EXIT_STATUS_H

enum exit_status {
	EXIT_GOOD = 0,
	EXIT_FAILED = 1,        /* the run failed, its results are invalid, or something is worse */
	EXIT_USAGE = 2,         /* wrong arguments, or an input that can't be used */
	EXIT_MACHINE = 3,       /* the machine could not: no memory, no room for the output */
};

#endif
