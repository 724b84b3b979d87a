/* SPDX-License-Identifier: MIT */
/* What Linux costs on this very machine, told on this very machine: the host tool, where the
 * initial file system has it, compares both logs. */
#ifndef LINUX_DISK_STICK_REPORT_H
#define LINUX_DISK_STICK_REPORT_H

#include <stdbool.h>

struct stick_report {
	const char *text, *page;        /* paths of files in memory */
};

/* Make both of the bare metal's log and Linux's, which are in the current directory. Where they
 * can't be compared the text says why, and the page is of the bare metal alone. Returns false,
 * having said why unless there is no such program, if there are none. */
bool stick_report_make(struct stick_report *report, const char *metal, const char *linux);

#endif
