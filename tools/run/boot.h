/* SPDX-License-Identifier: MIT */
/* One boot: the files and texts that a request needs, and QEMU's command made of them. */
#ifndef TOOLS_RUN_BOOT_H
#define TOOLS_RUN_BOOT_H

#include "tools/run/qemu_command.h"
#include "tools/run/request.h"
#include "tools/run/target_params.h"

struct boot {
	const struct run_request *request;
	struct qemu_command command;    /* is_kvm and machine.cpu are chosen later */
	struct target_params params;
	char *built_image;              /* what is booted if the user named nothing, or NULL */
	char *init, **modules;          /* of Linux: its program and modules, or NULL */
	char *hypervisor_kernel, *hypervisor_line, *hypervisor_memory;  /* or NULL */
	/* Paths in the run's directory. The last four files are removed after the run. */
	char *log;
	char *messages;                 /* of QEMU, and of other programs before */
	char *input_steps;
	char *code;
	char *variables, *initramfs, *hypervisor, *disk;
};

/* The name of the built image or Linux kernel, for own_file(). */
const char *boot_image_name(const struct run_request *request);

/* Choose the files of a complete request, which must outlive the boot. Writes nothing. */
void boot_init(struct boot *boot, const struct run_request *request);
void boot_free(struct boot *boot);

/* Name the files that QEMU reads and writes in the run's directory. */
void boot_name_files(struct boot *boot, const char *directory);

/* Write the named files that QEMU reads. On failure, prints the cause and returns false. */
bool boot_write_files(const struct boot *boot);

/* Remove the files that are not results. */
void boot_remove_files(const struct boot *boot);

#endif
