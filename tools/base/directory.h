/* SPDX-License-Identifier: MIT */
/* Output directories, which never mix files of different runs. */
#ifndef TOOLS_BASE_DIRECTORY_H
#define TOOLS_BASE_DIRECTORY_H

#include <dirent.h>
#include <stdbool.h>

/* Make a new directory and its parents. If the directory exists, or on failure, sets errno and
 * returns false. */
bool directory_make_new(const char *path);

/* For scandir: whether to read an entry of an untrusted directory. Skips hidden entries. Skips with
 * a message: pipes, sockets and devices, and entries whose names are unprintable or longer than 100
 * bytes. */
int directory_is_visible(const struct dirent *entry);

/* Whether a directory and its parent belong to this user or to root. Another owner could replace a
 * file between two uses of its name. If there is another owner, sets errno. */
bool directory_is_private(const char *path);

/* Make a directory unless it exists. On failure, prints the cause and returns false. */
bool directory_ensure(const char *path);

/* Lock a directory. Returns a descriptor. The lock lasts until the descriptor is closed or this
 * process ends. If another process holds the lock, prints a message and returns -1. On a file
 * system without locks, prints a warning and returns a descriptor without a lock. */
int directory_lock(const char *path);

/* What a command writes into a directory of its own. */
struct directory_kind {
	const char *name;                       /* "run" */
	bool (*is_own)(const char *name);       /* whether it writes files of this name */
	bool (*is_proved)(const char *path);    /* whether the contents show that it wrote them */
};

/* Make a directory and its parents, and lock it. An existing directory is emptied if all its files
 * are of the given kind, and if the kind's proof accepts them. Returns as directory_lock() does. If
 * the directory cannot be made or contains other files, prints a message and returns -1. */
int directory_make(const char *path, const struct directory_kind *kind);

#endif
