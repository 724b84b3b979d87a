/* SPDX-License-Identifier: MIT */
/* A server that root has started serves as the owner of its directory: results belong to the owner,
 * and a fault of the server gives away no more than the owner has. Without root, and if root is the
 * owner, nothing changes. On failure each function prints the cause and returns false. */
#ifndef TOOLS_SERVE_PRIVILEGES_H
#define TOOLS_SERVE_PRIVILEGES_H

#include <stdbool.h>

/* Make the directory unless it exists, for the user who called sudo, and act as its owner. */
bool privileges_lower(const char *directory);

/* Act as root again, for what only root can do. */
bool privileges_raise(void);

/* Act as the owner for good. This process can then end no program of root. */
bool privileges_drop(void);

#endif
