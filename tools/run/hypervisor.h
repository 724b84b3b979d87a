/* SPDX-License-Identifier: MIT */
/* A machine within a machine: what would be booted becomes the guest of KVM, under a Linux that is
 * booted in its place with nothing to do but to run QEMU. */
#ifndef TOOLS_RUN_HYPERVISOR_H
#define TOOLS_RUN_HYPERVISOR_H

#include <jansson.h>

#include "tools/run/options.h"

/* End the program with EXIT_USAGE, having said why, if these options can't be had in a guest, or if
 * a file that they need can't be read. */
void hypervisor_check(const struct run_options *run);

/* run->qemu is complete and its files are there: write the archive for the machine around it, and
 * have run->qemu be that machine. What is used is named in the manifest. On failure says why and
 * returns false. Other output goes through the scratch file. */
bool hypervisor_wrap(struct run_options *run, const char *archive, const char *scratch,
		     json_t *manifest);

/* A file with the functions of the kernel around a guest, and of KVM's modules, as
 * kernel_symbols_file has it. */
char *hypervisor_symbols_file(const struct run_options *run);

/* Write to a file, a line each, the names of the program that runs a guest and of the libraries it
 * loads: none if an initial file system of the user's brings its own. On failure says why and
 * returns false. */
bool hypervisor_programs_write(const struct run_options *run, const char *path);

/* The memory of the machine around a guest with so much,
 * as an option's value that the caller frees. */
char *hypervisor_machine_memory(const char *guest);

/* Of a guest that sent nothing: say if beside the kernel around it there is no module of KVM's, and
 * that one may have hung. */
void hypervisor_say_lacking(const struct run_options *run);

/* The command line of its kernel, to be freed; whether KVM is emulated too is decided. */
char *hypervisor_line(const struct run_options *run);

#endif
