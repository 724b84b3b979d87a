/* SPDX-License-Identifier: MIT */
/* Writes and reads whole files. */
#ifndef TOOLS_BASE_FILE_H
#define TOOLS_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Whether a path, which may be NULL, means standard output. */
bool file_is_standard(const char *path);

/* Open a file for writing; "-" and NULL mean standard output. The data goes to a temporary file in
 * the same directory, which file_finish() renames, so a file is complete or absent. An existing
 * file is replaced only as file_replace.h permits, and the new file gets its owner and permissions.
 * Pipes, terminals and /dev/null are written directly, other devices never. A path such as
 * /dev/stdout means that open file. On failure, prints the cause and returns NULL. */
FILE *file_create(const char *path);

/* Like file_create(), for an input file that the command updates because the user asked for it. */
FILE *file_update(const char *path);

/* Whether file_create() or file_update() would succeed. For this, the directory must exist and be
 * writable. An existing file must be writable, and must be one that an output may replace if its
 * format names this program. Call it before a long command. If the call would fail, prints the
 * cause. */
bool file_may_create(const char *path);
bool file_may_update(const char *path);

/* Close a complete file and rename it to its path, or flush standard output. On failure, or if the
 * existing file may not be replaced, prints the cause and returns false. Returns false silently if
 * the file is NULL. */
bool file_finish(FILE *file, const char *path);

/* Write a whole file, as file_create() and file_finish() do. */
bool file_write(const char *path, const void *data, size_t size);

/* Whether no file_finish() failed so far. */
bool file_are_all_written(void);

/* Close an incomplete file and discard it. Does nothing for standard output and NULL. */
void file_abandon(FILE *file);

/* Whether this is the name of a temporary file, which a killed program may leave behind. */
bool file_is_part(const char *name);

/* Open an untrusted file for reading: a regular file of at most bytes_max, or a pipe that is named
 * by its descriptor, whose size the reader limits. Never waits. On failure, or if the file is
 * larger and so no valid `kind`, prints the cause and returns NULL. */
FILE *file_open(const char *path, uint64_t bytes_max, const char *kind);

/* Read the rest of a file, and append a 0, which *size excludes. The caller frees the result. If
 * the file is unreadable, or larger than bytes_max and so no valid `kind`, prints the cause and
 * returns NULL. */
char *file_read(FILE *file, const char *path, size_t bytes_max, const char *kind, size_t *size);

/* Like file_read(), for a whole file by path. */
char *file_load(const char *path, size_t bytes_max, const char *kind, size_t *size);

/* Like file_open() and file_load(), for a file of an untrusted directory, such as one on a stick.
 * No part of name, which may contain slashes, may be a symbolic link. */
FILE *file_open_below(const char *root, const char *name, uint64_t bytes_max, const char *kind);
char *file_load_below(const char *root, const char *name, size_t bytes_max, const char *kind,
		      size_t *size);

/* Open a file in memory, and close it. Its text, to be freed, is complete after the end. As with
 * xmalloc, a lack of memory ends the program. */
FILE *file_in_memory(char **text, size_t *size);
void file_end_memory(FILE *file, char *const *text);

/* Rewind a written file to read it. On failure, sets errno and returns false. */
bool file_rewind(FILE *file);

#endif
