/* SPDX-License-Identifier: MIT */
/* `bareline collect --report`: runs as one archive to attach to an issue. */
#ifndef TOOLS_CMD_COLLECT_REPORT_H
#define TOOLS_CMD_COLLECT_REPORT_H

#define COLLECT_REPORT_ARCHIVE "bareline-report.tar.gz"

/* What a stick calls a run's logs. */
#define STICK_LOG "log.txt"
#define STICK_LINUX_LOG "linux.txt"

/* Put every run in or below a directory, or the one of a log, into an archive at that path, without
 * what tells one machine or user from all others. Returns an exit status, having said what was done
 * or what is wrong. */
int collect_report(const char *from, const char *archive);

#endif
