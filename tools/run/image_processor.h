/* SPDX-License-Identifier: MIT */
/* The machine for a kernel that is not for x86. */
#ifndef TOOLS_RUN_IMAGE_PROCESSOR_H
#define TOOLS_RUN_IMAGE_PROCESSOR_H

#include "tools/run/machine_request.h"

/* If the image is an ELF file for riscv64 or aarch64, choose QEMU, machine and CPU model, unless
 * the user has chosen them. */
void image_processor_choose(struct machine_request *machine);

#endif
