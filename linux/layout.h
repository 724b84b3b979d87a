/* SPDX-License-Identifier: MIT */
/* Memory laid out otherwise on purpose, so that what depends on its layout shows. */
#ifndef LINUX_LAYOUT_H
#define LINUX_LAYOUT_H

#define LAYOUTS_MAX 64

/* Before anything is measured: leave this process and the kernel's allocators otherwise than they
 * would be, by number in another way; 0 leaves them. What it takes stays taken. */
void layout_disturb(unsigned number);

#endif
