/* SPDX-License-Identifier: MIT */
/* `bareline collect --report`: writes runs to one archive to attach to an issue. */
#ifndef TOOLS_CMD_COLLECT_REPORT_H
#define TOOLS_CMD_COLLECT_REPORT_H

#define COLLECT_REPORT_ARCHIVE "bareline-report.tar.gz"

/* Names of a run's logs on a stick. */
#define STICK_LOG "log.txt"
#define STICK_LINUX_LOG "linux.txt"

/* Write each run in or below a directory, or a log, to an archive at that path, without data that
 * identifies the machine or user. Prints what was done. Returns an exit status. */
int collect_report(const char *from, const char *archive);

#endif
