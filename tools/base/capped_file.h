/* SPDX-License-Identifier: MIT */
/* A file of limited size to which another program appends. */
#ifndef TOOLS_BASE_CAPPED_FILE_H
#define TOOLS_BASE_CAPPED_FILE_H

#include <stdbool.h>
#include <stdint.h>

struct capped_file {
	int file;                       /* for the program, which appends */
	uint64_t bytes_max;
	uint64_t dropped_bytes;         /* at least */
};

/* Create or empty the file. On failure, prints the cause and returns false. */
bool capped_file_open(struct capped_file *capped, const char *path, uint64_t bytes_max);

/* Truncate the file to its limit. Call it often while the program runs, since the file grows
 * between calls. */
void capped_file_cut(struct capped_file *capped);

/* Truncate the file, append a line if anything was dropped, and close it. */
void capped_file_close(struct capped_file *capped);

#endif
