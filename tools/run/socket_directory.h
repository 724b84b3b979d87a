/* SPDX-License-Identifier: MIT */
/* A directory for sockets between machines, under /tmp, since a socket's path has 107 characters at
 * most. Who has one holds a lock on it, and so do the processes that it forks: what is left of
 * those that were killed shows by its lock, and is taken away when the next one is made. */
#ifndef TOOLS_RUN_SOCKET_DIRECTORY_H
#define TOOLS_RUN_SOCKET_DIRECTORY_H

#include <stdbool.h>

#define SOCKET_DIRECTORY_CHARS 32

struct socket_directory {
	char path[SOCKET_DIRECTORY_CHARS];
	int lock;                       /* the directory, open */
};

/* Returns false, having said why, if there can't be one. */
bool socket_directory_make(struct socket_directory *directory);

/* With all that is in it. */
void socket_directory_remove(struct socket_directory *directory);

#endif
