/* SPDX-License-Identifier: MIT */
/* What distorts a process's times without a trace in its samples: a CPU quota, an emulator of
 * processes, a replaced clock. */
#ifndef LINUX_SURROUNDINGS_H
#define LINUX_SURROUNDINGS_H

/* Open closed standard files, so that no file of the program takes their numbers. Writing to these
 * files fails. */
void surroundings_open_standard_files(void);

/* Called before and after all benchmarks. Each finding is a failed check, or if it is small, a
 * warning. */
void surroundings_begin(void);
void surroundings_conclude(void);

#endif
