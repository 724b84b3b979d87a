/* SPDX-License-Identifier: MIT */
/* Records of the place of each CPU. */
#ifndef KERNEL_PLACES_H
#define KERNEL_PLACES_H

#include "lib/wire/wire.h"

/* Let each online CPU read its topology, and write the records. Boot CPU, after smp_init. */
void places_describe(struct wire_writer *writer);

#endif
