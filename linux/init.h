/* SPDX-License-Identifier: MIT */
/* This program as the only one of a Linux machine: started by the kernel as /init, out of an
 * initial file system that holds nothing else. */
#ifndef LINUX_INIT_H
#define LINUX_INIT_H

#include <stdbool.h>

#define INIT_RECORDS "/records"         /* in memory: nothing is written to a disk meanwhile */

/* Whether it was started so; program is argv[0]. A container's first process is not: it has another
 * name, or means it. */
bool init_is(const char *program);

/* The arguments that the machine was booted with: those that the kernel gave, or, where there
 * are too many for its command line, the program's name and the words of a file that came with
 * it. */
char **init_arguments(int *argc, char **argv);

/* Mount what describes the machine, /proc and /sys, load the kernel's modules that came with the
 * program, wait for the disk of that path, if not NULL, for at most two seconds, and return in a
 * child, after whose end the machine is powered off; if stick is not NULL, INIT_RECORDS, which
 * the child has to write, is put into the directory of that name on the stick before. In a child
 * because the kernel treats its first process apart: every fault that it takes is reported on
 * the console, for one, which makes it ten times as long. */
void init_begin(const char *disk, const char *stick);

/* Whether this is that child: nobody else sets up what the machine has. */
bool init_is_alone(void);

#endif
