/* SPDX-License-Identifier: MIT */
/* What QEMU is told: its arguments, and the files that they name. */
#ifndef TOOLS_RUN_QEMU_H
#define TOOLS_RUN_QEMU_H

#include <stdbool.h>
#include <stddef.h>

/* What QEMU's exit status is when the target reports success through the isa-debug-exit device. */
#define QEMU_EXIT_SUCCESS 33
/* Failure, by the same device. */
#define QEMU_EXIT_FAILURE 35
/* And when a guest powers the machine off, or resets it. */
#define QEMU_EXIT_POWER_OFF 0

/* The CPU model of deterministic runs. Every feature is named, so that CPUID and the figures are
 * the same whatever QEMU's version; `max` changes with each version. Tried with QEMU 7.2, 10.0 and
 * 11.1. A changed list of features is a new model with a new number. */
#define QEMU_CPU_PINNED "bareline-v1"

enum qemu_firmware {FIRMWARE_KERNEL, FIRMWARE_BIOS, FIRMWARE_UEFI};
enum qemu_media {MEDIA_DISK, MEDIA_CD, MEDIA_USB};

/* A disk to read, besides what is booted from. */
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
	const char *firmware_code, *firmware_variables; /* for the flash, or NULL: by firmware */
	const char *more_files;         /* for Linux: an archive to go before its own, or NULL */
	const char *init;               /* for Linux: the one program in its initial file system */
	const char *init_line;          /* what a file tells it, or NULL: command_line does */
	char *const *modules;           /* for Linux: what its kernel has to load, or NULL */
	const char *uefi_variables;     /* scratch file, made by qemu_prepare for FIRMWARE_UEFI */
	const char *initramfs;          /* another one, made if there is an init */
	const char *input_steps;        /* file with a script for the target to follow, or NULL */
	bool has_monitor;               /* its protocol is on the socket that qemu_start gets */
	struct {
		enum qemu_disk_kind kind;
		enum qemu_disk_model model;
		unsigned long size_bytes;       /* of DISK_NULL and DISK_SEALED */
		const char *file;       /* of the others; of DISK_SEALED made by qemu_prepare */
	} disk;
	char *const *extra;             /* more arguments, ended by NULL */
};

/* A list that can be given to execvp: ended by NULL. */
struct arguments {
	char **items;
	size_t count;
};

/* Add an argument; "-name value" as two; "-drive properties=path", whatever the path has in it. */
void qemu_add(struct arguments *arguments, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void qemu_add_pair(struct arguments *arguments, const char *name, const char *value);
void qemu_add_drive(struct arguments *arguments, const char *properties, const char *path);

void qemu_arguments(const struct qemu_options *options, struct arguments *arguments);
void arguments_free(struct arguments *arguments);

/* A size of memory, as run_options has checked it, in MiB; a number alone is of these. */
unsigned long qemu_memory_mib(const char *text);

/* Make the scratch files the options name. On failure says why and returns false. */
bool qemu_prepare(const struct qemu_options *options);

#endif
