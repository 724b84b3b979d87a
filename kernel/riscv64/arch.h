/* SPDX-License-Identifier: MIT */
/* What kernel/machine/ takes from a processor, for riscv64. */
#ifndef KERNEL_RISCV64_ARCH_H
#define KERNEL_RISCV64_ARCH_H

#include "kernel/one_entry/cpu/exception.h"
#include "kernel/riscv64/core/trap_frame.h"
#include "kernel/riscv64/cpu/cpu.h"
#include "kernel/riscv64/cpu/guard_state.h"
#include "kernel/riscv64/cpu/user_access.h"
#include "kernel/riscv64/cpu/vector.h"
#include "kernel/riscv64/dev/timer_access.h"
#include "kernel/riscv64/mm/layout.h"
#include "kernel/riscv64/mm/page_entry.h"
#include "kernel/riscv64/mm/translation.h"
#include "kernel/riscv64/trial/fault_access.h"

#endif
