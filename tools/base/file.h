/* SPDX-License-Identifier: MIT */
/* Files as a whole: written from begin to end, or read into memory. */
#ifndef TOOLS_BASE_FILE_H
#define TOOLS_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether a path stands for standard output; it may be NULL. */
bool file_is_standard(const char *path);

/* Open a file to be written; "-" and NULL are standard output. NULL, having said why, on failure.
 * It is written beside the path, which has it when file_finish() has put it there: whole, or not at
 * all. A device or a pipe is written to as it is. */
FILE *file_create(const char *path);

/* Whether file_create() can be expected to work: the directory is there and may be written to, and
 * so may a file that is there. For what is written at a long command's end. If not, says why. */
bool file_may_create(const char *path);

/* All that was to be written to it has been: close it and give it its name, or flush standard
 * output. Returns false, having said why, if anything could not be written; nothing is said of a
 * file that is NULL. */
bool file_finish(FILE *file, const char *path);

/* Not all could be made that was to be written: close it, and leave what was at its path. Of
 * standard output and of NULL there is nothing to leave. */
void file_abandon(FILE *file);

/* Whether a name is one that a file has while it is written: of a program that was killed, one may
 * be left. */
bool file_is_part(const char *name);

/* What is left of a file, with a 0 behind it, to be freed; *size is without that. NULL, having said
 * why, if it can't be read, or if it is longer than so many bytes and so can't be what it
 * should. */
char *file_read(FILE *file, const char *path, size_t bytes_max, const char *what, size_t *size);

/* The same of all of a file by its name. */
char *file_load(const char *path, size_t bytes_max, const char *what, size_t *size);

/* A file in memory, and its end: its text, to be freed, is whole then. As with xmalloc, a lack of
 * memory ends the program. */
FILE *file_in_memory(char **text, size_t *size);
void file_end_memory(FILE *file, char *const *text);

/* Go from the end of what was written to its start, to read it. False, with errno set, if not all
 * was written or there is no way back. */
bool file_rewind(FILE *file);

#endif
