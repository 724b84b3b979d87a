/* SPDX-License-Identifier: MIT */
/* A server that root has started serves as another user, so that no data of the network is parsed
 * as root: results belong to that user, and a fault of the server gives away no more than that user
 * has. Without root nothing changes. On failure each function prints the cause and returns
 * false. */
#ifndef TOOLS_SERVE_PRIVILEGES_H
#define TOOLS_SERVE_PRIVILEGES_H

#include <stdbool.h>

/* The user who gets a new directory if root called no sudo. */
#define PRIVILEGES_USER "nobody"

/* Make the directory unless it exists. Then act as the user with this name, or, if user is NULL, as
 * the owner of the directory. A new directory belongs to the user, or else to the user who called
 * sudo, or else to PRIVILEGES_USER. Refuses to act as root. */
bool privileges_lower(const char *directory, const char *user);

/* Act as root again, for what only root can do. */
bool privileges_raise(void);

/* Act as the other user until the end. This process then cannot end a program of root. */
bool privileges_drop(void);

/* Make a directory that only root can change, in parents that only root can change. The caller acts
 * as root. */
bool privileges_make_root_directory(const char *path);

#endif
