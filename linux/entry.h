/* SPDX-License-Identifier: MIT */
/* The kernel's entries from user mode, as a process finds them. */
#ifndef LINUX_ENTRY_H
#define LINUX_ENTRY_H

/* Try whether INT 80h is there, which a kernel may be built or started without. After
 * guard_init. */
void entry_init(void);

#endif
