/* SPDX-License-Identifier: MIT */
/* Makes a request that can be booted from the options that the user gave. */
#ifndef TOOLS_RUN_REQUEST_COMPLETE_H
#define TOOLS_RUN_REQUEST_COMPLETE_H

#include "tools/run/request.h"

/* Choose QEMU, machine type and CPU model for the processor of --arch, unless the user has chosen
 * them. */
void machine_request_complete_arch(struct machine_request *machine);

/* After parsing: check the combination of options, choose defaults and read the input script.
 * Leaves machine.image and machine.cpu NULL if the user did not name them. Exits with EXIT_USAGE
 * and a message after an error. */
void run_request_complete(struct run_request *run);

#endif
