/* SPDX-License-Identifier: MIT */
/* A program of the host's that is to run where nothing else is: with all that it loads. */
#ifndef TOOLS_RUN_GUEST_FILES_H
#define TOOLS_RUN_GUEST_FILES_H

#include "tools/run/boot/archive.h"
#include "tools/run/qemu.h"

/* The directory, in the archive, of the firmware that a guest's QEMU needs. */
#define GUEST_FIRMWARE "guest/firmware"

/* The program's path, looked for as a shell would, in a buffer that the caller frees; NULL, having
 * said why, if there is none. */
char *guest_program_find(const char *name);

/* Add the files' names to what is there: the program's, and those of the libraries that ldd names.
 * On failure says why and returns false. */
bool guest_program_files(const char *program, const char *scratch, struct arguments *files);

/* Add the program, under its own path, and the libraries that ldd names; and the firmware that it
 * finds by itself (`-L help`). On failure says why and returns false. */
bool guest_program_add(struct archive *archive, const char *program, const char *scratch);

#endif
