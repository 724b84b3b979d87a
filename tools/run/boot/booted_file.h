/* SPDX-License-Identifier: MIT */
/* A file of the user's that a machine boots: read whole, and told of so that it is known again. */
#ifndef TOOLS_RUN_BOOT_BOOTED_FILE_H
#define TOOLS_RUN_BOOT_BOOTED_FILE_H

#include <jansson.h>
#include <stddef.h>

/* All of it, to be freed. NULL, having said why, if it can't be read or is longer than 1 GiB. */
char *booted_file_load(const char *path, size_t *size);

/* Its path, bytes and SHA-256. */
json_t *booted_file_json(const char *path, const char *data, size_t size);

#endif
