/* SPDX-License-Identifier: MIT */
/* From the options that the user gave to those of a boot. */
#ifndef TOOLS_RUN_OPTIONS_COMPLETE_H
#define TOOLS_RUN_OPTIONS_COMPLETE_H

#include "tools/run/options.h"

/* After parsing: check the combination of options and write the target's command line. Leaves
 * qemu.image, qemu.cpu and qemu.init NULL if the user did not name them. Exits with EXIT_USAGE and
 * a message after an error. */
void run_options_complete(struct run_options *run);

#endif
