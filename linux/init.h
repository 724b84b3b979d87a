/* This program as the only one of a Linux machine: started by the kernel as /init, out of an initial
 * file system that holds nothing else. */
#ifndef LINUX_INIT_H
#define LINUX_INIT_H

#include <stdbool.h>

/* Whether it was started so; program is argv[0]. A container's first process is not: it has another
 * name, or means it. */
bool init_is(const char *program);

/* Mount what describes the machine, /proc and /sys. Without them the records say less. */
void init_begin(void);

/* Let the console take all that was written, and power the machine off. Returns if that fails. */
void init_end(void);

#endif
