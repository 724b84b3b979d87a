/* SPDX-License-Identifier: MIT */
/* Runs programs in a booted Linux, whose instructions the plugin counts. */
#ifndef TOOLS_RUN_COUNT_COUNT_BOOT_H
#define TOOLS_RUN_COUNT_COUNT_BOOT_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/run/count/program_files.h"

/* Names of files in the directory of a boot. */
#define COUNT_LOG "serial.log"
#define COUNT_COUNTS "counts"
#define COUNT_TABLES "count.json"
#define COUNT_SYMBOLS "symbols"

struct count_program {
	char *const *arguments;         /* as in the guest, followed by NULL */
	char *const *environment;       /* followed by NULL */
	char *const *wanted;            /* files to bring from the guest, followed by NULL */
	char *const *keys;              /* to type into a terminal (linux/count/session.h); no
					 * keys: the program has no terminal */
	bool has_input;                 /* standard input is COUNT_INPUT; else empty */
	unsigned long warmups, repeats; /* runs before the measured ones, measured runs */
	/* Set by the boot: */
	char *output;                   /* first lines that it wrote, or "" */
	char *status;                   /* "exit status 0", "ended by signal 11 (…)" */
	char *refused;                  /* why it could not be executed, or NULL */
	size_t runs;                    /* that ended */
	bool is_good;                   /* exit status 0 in all runs */
};

struct count_request {
	const char *arch;               /* the processor of --arch, or NULL */
	const char *qemu, *kernel, *memory, *append;
	unsigned long cpus, seconds;    /* seconds: time limit of a boot */
};

/* Where a file that was brought is in the directory of a boot. */
#define COUNT_BROUGHT "files"

/* Run the programs in a booted machine, with all files in the directory. files get their checksums,
 * and boot_id the identity of the boot, KEPT_BOOT_ID_CHARS + 1 bytes (kept_boot.h). On failure,
 * prints the cause and returns false. A program that fails is not a failure. */
bool count_boot(const struct count_request *request, struct program_files *files,
		struct count_program *programs, size_t count, const char *directory,
		char *boot_id);

/* Write to hex, SHA256_HEX_CHARS + 1 bytes, a checksum of the input of count_look(). With equal
 * checksums, count_look() finds the same files missing. On failure, prints the cause and returns
 * false. */
bool count_archive_sum(const struct count_request *request, struct program_files *files,
		       const struct count_program *programs, size_t count, const char *directory,
		       char *hex);

/* Run each program once without counting, and call `missing` for each path of the guest
 * that it did not find. Fails as count_boot() does. */
bool count_look(const struct count_request *request, struct program_files *files,
		const struct count_program *programs, size_t count, const char *directory,
		void (*missing)(void *context, const char *path), void *context);
void count_program_free(struct count_program *program);

/* Exit with EXIT_USAGE and a message if a file that every boot needs is missing. */
void count_require(const struct count_request *request);

/* Read what linux/count/init.c printed: status and output of each program. Returns false if the log
 * has no end. */
bool count_log_read(char *log, struct count_program *programs, size_t count);

#endif
