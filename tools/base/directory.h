/* SPDX-License-Identifier: MIT */
/* Directories to write files into that belong together: never beside those of another time. */
#ifndef TOOLS_BASE_DIRECTORY_H
#define TOOLS_BASE_DIRECTORY_H

#include <stdbool.h>

/* Make a directory, with its parents. False, with errno set, if that fails or it is there. */
bool directory_make_new(const char *path);

/* Make a directory if it is not there. False, having said why, if that fails. */
bool directory_need(const char *path);

/* Have a directory alone. Returns a descriptor that keeps out who asks for the same, in whatever
 * process, until it is closed or this process ends; or -1, having said why: somebody has it. Where
 * the file system knows no locks that is said, and the descriptor keeps nobody out. */
int directory_lock(const char *path);

/* Make a directory, with its parents, and have it alone. One that is there is emptied if all that
 * it holds is a former `what`, of which is_own knows the files' names. Returns what directory_lock
 * does;
 * -1, having said why, too if it can't be made or holds something else. */
int directory_make(const char *path, bool (*is_own)(const char *name), const char *what);

#endif
