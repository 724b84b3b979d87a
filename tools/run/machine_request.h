/* SPDX-License-Identifier: MIT */
/* The machine that the user asked for. */
#ifndef TOOLS_RUN_MACHINE_REQUEST_H
#define TOOLS_RUN_MACHINE_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/option/option.h"

/* The CPU model of deterministic runs. Every feature is listed, so that CPUID and the metrics do
 * not depend on QEMU's version; `max` changes with each version. Tested with QEMU 7.2, 10.0 and
 * 11.1. A changed list of features needs a new number. */
#define QEMU_CPU_PINNED "bareline-v1"

#define QEMU_DEFAULT "qemu-system-x86_64"
/* QEMU's machine of riscv64 and aarch64. */
#define MACHINE_VIRT "virt"

enum machine_firmware {FIRMWARE_KERNEL, FIRMWARE_BIOS, FIRMWARE_UEFI};
enum machine_media {MEDIA_DISK, MEDIA_CD, MEDIA_USB, MEDIA_FW_CFG};

/* A disk to read, in addition to the boot medium. Only DISK_SCRATCH is written. DISK_RAM is no disk
 * of the machine: Linux makes it of its own memory. */
enum machine_disk_model {DISK_MODEL_VIRTIO, DISK_MODEL_NVME, DISK_MODEL_AHCI};
enum machine_disk_kind {DISK_NONE, DISK_FILE, DISK_NULL, DISK_PATTERN, DISK_SCRATCH, DISK_RAM};

struct machine_request {
	const char *qemu;               /* the program */
	const char *image;              /* the kernel for FIRMWARE_KERNEL, else the hybrid image */
	enum machine_firmware firmware;
	enum machine_media media;
	const char *type;               /* QEMU's -machine */
	const char *cpu;                /* QEMU's name and properties, or QEMU_CPU_PINNED; NULL: by
					 * accelerator, or for MACHINE_VIRT by QEMU */
	const char *memory;             /* in QEMU's notation */
	unsigned long cpus;
	const char *arch;               /* the processor of --arch, or NULL: by the image */
	bool is_aarch64, is_riscv64;    /* MACHINE_VIRT with such a CPU */
	bool is_deterministic;          /* count instructions */
	bool runs_guests;               /* of aarch64: it has EL2 and a GICv3 */
	bool has_no_firmware;           /* the kernel is where firmware would be */
	const char *firmware_code, *firmware_variables; /* flash images, or NULL: by firmware */
	bool firmware_is_program;       /* firmware_code is loaded like a kernel */
	struct {
		enum machine_disk_kind kind;
		enum machine_disk_model model;
		unsigned long size_bytes;       /* of DISK_NULL, DISK_PATTERN, DISK_SCRATCH */
		const char *file;       /* of DISK_FILE */
		uint64_t token;         /* of DISK_SCRATCH: of its seal (lib/disk_seal.h) */
	} disk;
	char *const *extra;             /* more arguments of QEMU, followed by NULL; or NULL */
};

/* Parse FILE, null:SIZE, pattern:SIZE, scratch:SIZE or ram into struct machine_request *to. */
bool machine_request_parse_disk(void *to, const char *value, struct option_problem *problem);

/* This build's files for each processor. */
enum processor_file {
	PROCESSOR_IMAGE,
	PROCESSOR_LOADER,               /* the EFI program */
	PROCESSOR_STICK,                /* the image that firmware boots */
	PROCESSOR_LINUX,                /* the distribution's kernel */
	PROCESSOR_PROGRAM,              /* the only program of a Linux run */
	PROCESSOR_SERVER,               /* the task server with its symbols */
	PROCESSOR_HYPERVISOR_INIT,
	PROCESSOR_MONITOR,              /* in place of QEMU in the hypervisor's machine */
	PROCESSOR_SYMBOLS,              /* the program that reads a kernel's symbols */
	PROCESSOR_COUNT_INIT,           /* the first process of `bareline count` */
	PROCESSOR_FILES,
};

/* Whether the processor of --arch (NULL: x86-64) is aarch64. */
bool arch_is_aarch64(const char *arch);

/* The file's name for own_file(). arch is the processor of --arch, or NULL. */
const char *processor_file(const char *arch, enum processor_file file);

/* Whether --arch names another processor than x86-64. */
bool machine_request_is_foreign(const struct machine_request *machine);

/* Whether the machine is MACHINE_VIRT, not a PC. */
bool machine_request_is_virt(const struct machine_request *machine);

/* Whether the machine has a disk. QEMU's record mode never completes disk requests. */
bool machine_request_has_disk(const struct machine_request *machine);

/* Whether the machine has no disk, or its reads always take the same number of instructions. */
bool machine_request_has_exact_disk(const struct machine_request *machine);

/* A memory size in QEMU's notation, as MiB. A number without suffix is in MiB. */
unsigned long machine_request_mib(const char *memory);

#endif
