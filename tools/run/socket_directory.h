/* SPDX-License-Identifier: MIT */
/* A directory for sockets between machines. It is in /tmp, since a socket's path is limited to 107
 * characters. Its owner and the owner's child processes hold a lock on it. A directory without a
 * lock is left over from killed processes; it is removed when the next one is made. */
#ifndef TOOLS_RUN_SOCKET_DIRECTORY_H
#define TOOLS_RUN_SOCKET_DIRECTORY_H

#include <stdbool.h>

#define SOCKET_DIRECTORY_CHARS 32

struct socket_directory {
	char path[SOCKET_DIRECTORY_CHARS];
	int lock;                       /* descriptor of the directory */
};

/* On failure, prints the cause and returns false. */
bool socket_directory_make(struct socket_directory *directory);

/* Remove the directory with its content. */
void socket_directory_remove(struct socket_directory *directory);

#endif
