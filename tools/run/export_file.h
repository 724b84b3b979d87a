/* SPDX-License-Identifier: MIT */
/* A run in a format of `bareline export`, chosen by the suffix of the file's name. */
#ifndef TOOLS_RUN_EXPORT_FILE_H
#define TOOLS_RUN_EXPORT_FILE_H

#include <stdbool.h>

/* The suffixes, for messages and help. */
#define EXPORT_FILE_SUFFIXES ".csv, .ndjson, .json"

bool export_file_is_known(const char *path);

/* Write the run in a directory, whose files are complete. On failure, prints the cause and returns
 * false. */
bool export_file_write(const char *directory, const char *path);

#endif
