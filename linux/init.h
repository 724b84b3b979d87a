/* SPDX-License-Identifier: MIT */
/* bareline-linux as the only program of a machine. The kernel starts it as /init from an initial
 * file system. */
#ifndef LINUX_INIT_H
#define LINUX_INIT_H

#include <stdbool.h>

#define INIT_RECORDS "/records"         /* in memory: no disk is written during the run */

/* Whether the program was started as /init. program is argv[0]. The first process of a container
 * has another name. */
bool init_is(const char *program);

/* The boot arguments, which come from the kernel. If they are too long for the kernel's command
 * line, they are the program's name and the words of a file in the initial file system. */
char **init_arguments(int *argc, char **argv);

/* Mount /proc and /sys, load the modules of the initial file system, wait at most two seconds for
 * disk unless it is NULL, wait at most 30 seconds until Linux is idle, and return in a child
 * process. After the child's end the machine powers off. If stick is not NULL, the child must write
 * INIT_RECORDS. Before the machine powers off, the file is copied to that directory of the stick. A
 * child is used because the kernel treats its first process specially: for example, it reports each
 * fault on the console, which takes ten times as long. */
void init_begin(const char *disk, const char *stick);

/* Whether this process is the child of init_begin(), which must set up the machine itself. */
bool init_is_alone(void);

#endif
