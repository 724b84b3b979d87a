/* SPDX-License-Identifier: MIT */
/* Whether a process shares pages of its memory with others. */
#ifndef LINUX_TASK_OWN_PAGES_H
#define LINUX_TASK_OWN_PAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Whether most of a process's pages at these addresses are mapped by no other process. Pages that
 * are not in memory count as its own. True if the kernel does not say. */
bool own_pages_are_most(pid_t process, uint64_t address, uint64_t size_bytes);

#endif
