/* SPDX-License-Identifier: MIT */
/* The head of a summary: name and start of the run and, if it is partial, what it contains and how
 * it was found. Handles text only. */
#ifndef BOOT_EFI_RESULTS_HEAD_H
#define BOOT_EFI_RESULTS_HEAD_H

#include <stddef.h>

#define HEAD_CHARS 1024

/* Lines that the loader appends to a log of an earlier start. */
#define HEAD_FOUND_COMPLETE "Complete run; a later start found its log in memory."
#define HEAD_FOUND_ABORTED "Aborted run; a later start found its log in memory."

#define HEAD_BENCH_CHARS 80

/* Copy the name of the benchmark that a log's run started last; "none" if there is none. */
void head_last_bench(char bench[HEAD_BENCH_CHARS], const char *log, size_t log_bytes);

/* Write the head, each line with \n. name is the run's directory. Returns its length. */
size_t head_write(char to[HEAD_CHARS], const char *log, size_t log_bytes, const char *name);

#endif
