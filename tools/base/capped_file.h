/* SPDX-License-Identifier: MIT */
/* A file that another program writes to for as long as it runs, and that stays short all the
 * same. */
#ifndef TOOLS_BASE_CAPPED_FILE_H
#define TOOLS_BASE_CAPPED_FILE_H

#include <stdbool.h>
#include <stdint.h>

struct capped_file {
	int file;                       /* for the program to write to; it appends */
	uint64_t bytes_max;
	uint64_t dropped_bytes;         /* at least so many */
};

/* Make the file, or empty it. False, having said why, if that fails. */
bool capped_file_open(struct capped_file *capped, const char *path, uint64_t bytes_max);

/* Cut what is too much. To be called often while the program runs: between two calls the file
 * grows. */
void capped_file_cut(struct capped_file *capped);

/* Once more, add a line that says so if anything was ever cut, and close it. */
void capped_file_close(struct capped_file *capped);

#endif
