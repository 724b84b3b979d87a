/* SPDX-License-Identifier: MIT */
/* The head of a summary: name and start of the run. For a partial run, also what the summary
 * contains and how the run was found. Handles text only. */
#ifndef BOOT_EFI_RESULTS_HEAD_H
#define BOOT_EFI_RESULTS_HEAD_H

#include <stddef.h>

#define HEAD_CHARS 1024

/* Lines that the loader appends to a log of an earlier start. */
#define HEAD_FOUND_COMPLETE "Complete run; a later start found its log in memory."
#define HEAD_FOUND_ABORTED "Aborted run; a later start found its log in memory."

#define HEAD_BENCH_CHARS 80

/* Copy the name of the benchmark that started last in a log's run; "none" if no benchmark
 * started. */
void head_last_bench(char bench[HEAD_BENCH_CHARS], const char *log, size_t log_bytes);

/* Write the head, whose lines end with \n. name is the run's directory. Returns the head's
 * length. */
size_t head_write(char to[HEAD_CHARS], const char *log, size_t log_bytes, const char *name);

#endif
