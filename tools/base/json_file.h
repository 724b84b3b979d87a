/* SPDX-License-Identifier: MIT */
/* Untrusted JSON of a limited size. All its strings are printable, so no caller has to replace
 * characters. */
#ifndef TOOLS_BASE_JSON_FILE_H
#define TOOLS_BASE_JSON_FILE_H

#include <jansson.h>

/* Read JSON text. Members with unprintable keys are dropped. Returns NULL if the text is invalid.
 * The caller releases the tree. */
json_t *json_file_parse(const char *text, size_t size);

/* Read a file of at most bytes_max, after an optional byte order mark. If the file is unreadable,
 * or larger and so no valid `kind`, prints the cause and returns NULL. If the file contains no
 * JSON, returns NULL silently. */
json_t *json_file_load(const char *path, size_t bytes_max, const char *kind);

#endif
