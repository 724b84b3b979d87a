/* SPDX-License-Identifier: MIT */
/* What kernel/machine/ takes from a processor, for aarch64. */
#ifndef KERNEL_AARCH64_ARCH_H
#define KERNEL_AARCH64_ARCH_H

#include "kernel/aarch64/core/trap_frame.h"
#include "kernel/aarch64/cpu/cpu.h"
#include "kernel/aarch64/cpu/guard_state.h"
#include "kernel/aarch64/cpu/user_access.h"
#include "kernel/aarch64/cpu/vector.h"
#include "kernel/aarch64/dev/gic_access.h"
#include "kernel/aarch64/mm/page_entry.h"
#include "kernel/aarch64/mm/translation.h"
#include "kernel/aarch64/trial/fault_access.h"
#include "kernel/machine/layout_48.h"
#include "kernel/one_entry/cpu/exception.h"

#endif
