/* SPDX-License-Identifier: MIT */
/* What stands first in a summary: which run it is and when it began; of one that did not come to
 * its end, that it is a part, of what, and how it was found. Pure text. */
#ifndef BOOT_EFI_RESULTS_HEAD_H
#define BOOT_EFI_RESULTS_HEAD_H

#include <stddef.h>

#define HEAD_CHARS 1024

/* Lines that the loader adds to a log that an earlier start left in memory. */
#define HEAD_FOUND_COMPLETE "Complete run; a later start found its log in memory."
#define HEAD_FOUND_ABORTED "Aborted run; a later start found its log in memory."

/* Write the lines, each with \n. name is that of the run's directory. Returns their length. */
size_t head_write(char to[HEAD_CHARS], const char *log, size_t log_bytes, const char *name);

#endif
