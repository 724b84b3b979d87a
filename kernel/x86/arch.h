/* SPDX-License-Identifier: MIT */
/* What kernel/machine/ takes from a processor, for x86-64. */
#ifndef KERNEL_X86_ARCH_H
#define KERNEL_X86_ARCH_H

#include "kernel/machine/layout_48.h"
#include "kernel/x86/core/trap_frame.h"
#include "kernel/x86/cpu/cpu.h"
#include "kernel/x86/cpu/exception.h"
#include "kernel/x86/cpu/guard_state.h"
#include "kernel/x86/cpu/user_access.h"
#include "kernel/x86/cpu/vector.h"
#include "kernel/x86/dev/lapic_access.h"
#include "kernel/x86/mm/page_entry.h"
#include "kernel/x86/mm/translation.h"
#include "kernel/x86/trial/fault_access.h"

#endif
