/* SPDX-License-Identifier: MIT */
/* The kernel's entries from user mode, for a process. */
#ifndef LINUX_ENTRY_H
#define LINUX_ENTRY_H

/* Test if INT 80h exists; a kernel may be built or started without it. After guard_init. */
void entry_init(void);

#endif
