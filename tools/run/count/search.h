/* SPDX-License-Identifier: MIT */
/* Finds the files that programs open: runs the programs without counting until they find all files
 * that the host has. The cache keeps what a search found, for later commands with equal files and
 * programs. */
#ifndef TOOLS_RUN_COUNT_SEARCH_H
#define TOOLS_RUN_COUNT_SEARCH_H

#include "tools/run/count/count_boot.h"

enum search_result {
	SEARCH_DONE,
	SEARCH_FAILED,                  /* the cause is printed */
	SEARCH_STALE,                   /* a file of the last search has changed, and the cache is
					 * empty now: begin again with the first files */
};

/* Add the files that the programs open to `files`. directory: for files of the boots. */
enum search_result search_files(const struct count_request *request, struct program_files *files,
				const struct count_program *programs, size_t count,
				const char *directory);

#endif
