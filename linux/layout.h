/* SPDX-License-Identifier: MIT */
/* Deliberate changes of the memory layout, to find metrics that depend on it. */
#ifndef LINUX_LAYOUT_H
#define LINUX_LAYOUT_H

#define LAYOUTS_MAX 64

/* Change the layout of the memory of this process and of the kernel's allocators, differently for
 * each number; 0 changes nothing. Called before any measurement. The allocations are never
 * freed. */
void layout_disturb(unsigned number);

#endif
