/* SPDX-License-Identifier: MIT */
/* What the kernel's portable code takes from the processor's headers. The other headers of
 * kernel/machine/ describe it. */
#ifndef KERNEL_MACHINE_ARCH_H
#define KERNEL_MACHINE_ARCH_H

#include "lib/cpu/arch.h"
#include ARCH_KERNEL_HEADER

#endif
