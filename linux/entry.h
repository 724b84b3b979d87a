/* SPDX-License-Identifier: MIT */
/* The kernel's entries from user mode, for a process. */
#ifndef LINUX_ENTRY_H
#define LINUX_ENTRY_H

/* Test whether INT 80h exists, because a kernel may be built or started without it. Call after
 * guard_init. */
void entry_init(void);

#endif
