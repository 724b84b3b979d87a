/* SPDX-License-Identifier: MIT */
/* Copies a program of the host, with all files that it loads, into an initramfs. */
#ifndef TOOLS_RUN_GUEST_FILES_H
#define TOOLS_RUN_GUEST_FILES_H

#include "tools/run/boot/archive.h"
#include "tools/run/qemu_command.h"

/* Returns the program's path, searched as by a shell, to be freed. On failure, prints the cause and
 * returns NULL. */
char *guest_program_find(const char *name);

/* Append the paths of the program and of its libraries, as listed by ldd. On failure, prints the
 * cause and returns false. */
bool guest_program_files(const char *program, const char *scratch, struct arguments *files);

/* Add the program under its own path, its libraries, as listed by ldd, and its firmware, as found
 * by `-L help`. On failure, prints the cause and returns false. */
bool guest_program_add(struct archive *archive, const char *program, const char *scratch);

#endif
