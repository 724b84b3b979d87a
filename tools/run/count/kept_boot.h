/* SPDX-License-Identifier: MIT */
/* A booted Linux in the cache: the state of QEMU at the point where linux/count/init.c waits for
 * files. Every run begins there. The kernel's instructions of two runs can be compared only if both
 * began with the same state. */
#ifndef TOOLS_RUN_COUNT_KEPT_BOOT_H
#define TOOLS_RUN_COUNT_KEPT_BOOT_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/run/qemu_command.h"

#define KEPT_BOOT_ID_CHARS 16

/* What the state depends on, besides this build's linux/count/init.c. */
struct kept_boot_request {
	const char *arch;               /* the processor of --arch, or NULL */
	const char *qemu, *kernel, *memory, *append;    /* append may be NULL */
	unsigned long cpus;
	double deadline;                /* of a boot, by clock_seconds() */
	const char *log, *messages;     /* files for the output of a boot */
};

struct kept_boot {
	char *path;
	char id[KEPT_BOOT_ID_CHARS + 1];        /* a checksum of the state and the symbols */
	uint64_t bytes, symbols_bytes;
};

/* Get the state from the cache, or boot. Replaces a state that is damaged, that belongs to another
 * user or to other conditions, or that other users can write. Removes the oldest states if all
 * together are too large. On failure, prints the cause and returns false. */
bool kept_boot_get(struct kept_boot *boot, const struct kept_boot_request *request);
void kept_boot_free(struct kept_boot *boot);

/* Write the kernel's functions, lines of /proc/kallsyms, to a file. On failure, prints the cause
 * and returns false. */
bool kept_boot_write_symbols(const struct kept_boot *boot, const char *path);

/* Continue from the state to the end of the machine, with the file `archive` for the guest, and the
 * plugin (NULL: none). If QEMU fails, prints the cause and returns false. */
bool kept_boot_run(const struct kept_boot *boot, const struct kept_boot_request *request,
		   const char *archive, const char *plugin);

/* Exit with EXIT_USAGE and a message if the first process of a boot is missing. */
void kept_boot_require(const char *arch);

/* The machine of a boot, with QEMU's program and CPU. qemu is the program; NULL or QEMU_DEFAULT
 * stands for the program of the processor. */
struct machine_request kept_boot_machine(const char *arch, const char *qemu);

/* Remove a state that QEMU refuses. */
void kept_boot_remove(const struct kept_boot *boot);

#endif
