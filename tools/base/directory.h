/* SPDX-License-Identifier: MIT */
/* Output directories, which never mix files of different runs. */
#ifndef TOOLS_BASE_DIRECTORY_H
#define TOOLS_BASE_DIRECTORY_H

#include <stdbool.h>

/* Make a new directory and its parents. On failure, or if it exists, sets errno and returns
 * false. */
bool directory_make_new(const char *path);

/* Make a directory unless it exists. On failure, prints the cause and returns false. */
bool directory_ensure(const char *path);

/* Lock a directory. Returns a descriptor that holds the lock until it is closed or this process
 * ends. If another process holds it, prints a message and returns -1. On a file system without
 * locks, prints a warning and returns a descriptor without a lock. */
int directory_lock(const char *path);

/* Make a directory and its parents, and lock it. An existing directory is emptied if it contains
 * only files of an earlier `kind`, as recognised by is_own. Returns as directory_lock does, and -1
 * with a message if the directory cannot be made or contains other files. */
int directory_make(const char *path, bool (*is_own)(const char *name), const char *kind);

#endif
