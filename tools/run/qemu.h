/* SPDX-License-Identifier: MIT */
/* QEMU's command line and the files that it names. */
#ifndef TOOLS_RUN_QEMU_H
#define TOOLS_RUN_QEMU_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/option/option.h"

/* QEMU's exit status when the target reports success through the isa-debug-exit device. */
#define QEMU_EXIT_SUCCESS 33
/* The same for failure. */
#define QEMU_EXIT_FAILURE 35
/* The same when the guest powers off or resets the machine. */
#define QEMU_EXIT_POWER_OFF 0

/* The CPU model of deterministic runs. Every feature is listed, so that CPUID and the metrics do
 * not depend on QEMU's version; `max` changes with each version. Tested with QEMU 7.2, 10.0 and
 * 11.1. A changed list of features needs a new number. */
#define QEMU_CPU_PINNED "bareline-v1"

enum qemu_firmware {FIRMWARE_KERNEL, FIRMWARE_BIOS, FIRMWARE_UEFI};
enum qemu_media {MEDIA_DISK, MEDIA_CD, MEDIA_USB};

/* A disk to read, in addition to the boot medium. */
enum qemu_disk_model {DISK_MODEL_VIRTIO, DISK_MODEL_NVME, DISK_MODEL_AHCI};
enum qemu_disk_kind {DISK_NONE, DISK_FILE, DISK_NULL, DISK_SEALED};

struct qemu_options {
	const char *program;
	const char *image;              /* the kernel for FIRMWARE_KERNEL, else the hybrid image */
	enum qemu_firmware firmware;
	enum qemu_media media;
	const char *machine;
	const char *cpu;                /* QEMU's name and properties, or QEMU_CPU_PINNED */
	const char *memory;
	const char *cpus;
	bool is_kvm;
	bool deterministic;
	const char *command_line;       /* for the target */
	const char *serial_log;         /* file that takes what the target sends */
	const char *firmware_code, *firmware_variables; /* flash images, or NULL: by firmware */
	const char *more_files;         /* for Linux: archive before the own initramfs, or NULL */
	const char *init;               /* for Linux: the only program in the initramfs */
	const char *init_line;          /* its parameters, in a file; NULL: in command_line */
	char *const *modules;           /* for Linux: modules to load, or NULL */
	const char *uefi_variables;     /* scratch file, made by qemu_prepare for FIRMWARE_UEFI */
	const char *initramfs;          /* scratch file, made if there is an init */
	const char *input_steps;        /* script for the target, or NULL */
	bool has_monitor;               /* QMP on the socket given to qemu_start */
	struct {
		enum qemu_disk_kind kind;
		enum qemu_disk_model model;
		unsigned long size_bytes;       /* of DISK_NULL and DISK_SEALED */
		const char *file;       /* of the others; for DISK_SEALED made by qemu_prepare */
	} disk;
	char *const *extra;             /* more arguments, followed by NULL */
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

/* Parse FILE, null:SIZE or pattern:SIZE into struct qemu_options *to. */
bool qemu_disk_parse(void *to, const char *value, struct option_problem *problem);

/* Whether there is a disk. QEMU's record mode never completes disk requests. */
bool qemu_disk_is_selected(const struct qemu_options *options);

/* Whether there is no disk, or its reads always take the same number of instructions. */
bool qemu_disk_is_exact(const struct qemu_options *options);

void qemu_arguments(const struct qemu_options *options, struct arguments *arguments);
void arguments_free(struct arguments *arguments);

/* A memory size in QEMU's notation, as MiB. A number without suffix is in MiB. */
unsigned long qemu_memory_mib(const char *text);

/* Make the scratch files of the options. On failure, prints the cause and returns false. */
bool qemu_prepare(const struct qemu_options *options);

#endif
