/* SPDX-License-Identifier: MIT */
/* The small files by which Linux tells about itself. */
#ifndef LINUX_FILES_H
#define LINUX_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first line of a file, without its newline, cut to size. Returns false, and stores "", when it
 * can't be read. */
bool files_line(const char *path, char *text, size_t size);

/* A file that holds one number. Returns false when it can't be read or holds something else,
 * such as "max". */
bool files_number(const char *path, uint64_t *value);

/* The number behind "key:" at the start of a line, as in /proc/meminfo. Returns false when there
 * is no such line. */
bool files_field(const char *path, const char *key, uint64_t *value);

#endif
