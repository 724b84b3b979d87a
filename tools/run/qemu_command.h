/* SPDX-License-Identifier: MIT */
/* QEMU's command line. */
#ifndef TOOLS_RUN_QEMU_COMMAND_H
#define TOOLS_RUN_QEMU_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/run/machine_request.h"

/* A machine, and the files and texts of one boot. */
struct qemu_command {
	struct machine_request machine; /* complete: cpu and memory are chosen, files are named */
	bool is_kvm;
	const char *command_line;       /* for the target */
	const char *serial_log;         /* file that takes what the target sends */
	const char *initramfs;          /* of Linux; NULL for the image */
	const char *uefi_variables;     /* copy of machine.firmware_variables, which QEMU writes */
	const char *made_disk;          /* file of DISK_PATTERN or DISK_SCRATCH */
	const char *input_steps;        /* script that the target plays, or NULL */
	const char *code;               /* list of sequences that the target runs, or NULL */
	bool has_monitor;               /* QMP on the socket given to qemu_start */
	bool is_saved;                  /* QEMU saves the machine's state: no record mode */
};

/* Arguments for execvp, followed by NULL. */
struct arguments {
	char **items;
	size_t count;
};

/* Add an argument, or "-name" and "value". */
void qemu_add(struct arguments *arguments, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void qemu_add_pair(struct arguments *arguments, const char *name, const char *value);

/* Add "-name" and "properties=value". All untrusted text is passed to QEMU this way, or as an
 * argument of its own. */
void qemu_add_value(struct arguments *arguments, const char *name, const char *properties,
		    const char *value);

/* Write the program and its arguments. They depend on the command alone; no file is read. */
void qemu_command_arguments(const struct qemu_command *command, struct arguments *arguments);
void arguments_free(struct arguments *arguments);

#endif
