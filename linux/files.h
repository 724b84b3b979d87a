/* SPDX-License-Identifier: MIT */
/* Reads Linux's small information files. */
#ifndef LINUX_FILES_H
#define LINUX_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Read the first line of a file, without newline, truncated to size. Returns false and stores "" on
 * failure. */
bool files_line(const char *path, char *text, size_t size);

/* Read a file that contains one number. Returns false if it is unreadable or contains anything
 * else, such as "max". */
bool files_number(const char *path, uint64_t *value);

/* Read the number after "key:" at the start of a line, as in /proc/meminfo. Returns false if there
 * is no such line. */
bool files_field(const char *path, const char *key, uint64_t *value);

#endif
