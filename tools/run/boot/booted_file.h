/* SPDX-License-Identifier: MIT */
/* A file of the user that a machine boots, and its entry in the manifest. */
#ifndef TOOLS_RUN_BOOT_BOOTED_FILE_H
#define TOOLS_RUN_BOOT_BOOTED_FILE_H

#include <jansson.h>
#include <stddef.h>

/* Returns the content, to be freed. If the file is unreadable or larger than 1 GiB, prints the
 * cause and returns NULL. */
char *booted_file_load(const char *path, size_t *size);

/* Path, size and SHA-256. */
json_t *booted_file_json(const char *path, const char *data, size_t size);

#endif
