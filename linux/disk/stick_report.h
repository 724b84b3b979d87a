/* SPDX-License-Identifier: MIT */
/* The overhead report of this machine, which the machine itself generates. If the initial file
 * system has the host tool, the host tool compares both logs. */
#ifndef LINUX_DISK_STICK_REPORT_H
#define LINUX_DISK_STICK_REPORT_H

#include <stdbool.h>

struct stick_report {
	const char *text, *page;        /* paths of files in memory */
};

/* Generate text and page from the logs of bare metal and Linux in the current directory. If the
 * logs are not comparable, the text says why, and the page covers bare metal only. Returns false on
 * failure, after a message unless the program is missing. */
bool stick_report_make(struct stick_report *report, const char *metal, const char *linux);

#endif
