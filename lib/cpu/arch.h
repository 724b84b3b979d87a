/* SPDX-License-Identifier: MIT */
/* Selects the processor that the code is compiled for. No other file does. Portable code includes
 * the other headers of lib/cpu/, which say what they take from lib/NAME/arch.h. The kernel's
 * headers of this kind are in kernel/machine/, and take it from ARCH_KERNEL_HEADER. The Linux
 * process has linux/arch.h, and the loader has boot/layout.h and boot/handoff.h. */
#ifndef LIB_CPU_ARCH_H
#define LIB_CPU_ARCH_H

#if defined(__x86_64__)
#include "lib/x86/arch.h"
#define ARCH_KERNEL_HEADER "kernel/x86/arch.h"
#define ARCH_LINUX_HEADER "linux/x86/arch.h"
#define ARCH_KEY_HEADER "kernel/x86/dev/key.h"
#define ARCH_LAYOUT_HEADER "boot/x86/layout.h"
#define ARCH_WORLD_HEADER "boot/x86/world.h"
#elif defined(__aarch64__)
#include "lib/aarch64/arch.h"
#define ARCH_KERNEL_HEADER "kernel/aarch64/arch.h"
#define ARCH_LINUX_HEADER "linux/aarch64/arch.h"
#define ARCH_KEY_HEADER "kernel/one_entry/dev/key.h"
#define ARCH_LAYOUT_HEADER "boot/aarch64/layout.h"
#define ARCH_WORLD_HEADER "boot/aarch64/world.h"
#elif defined(__riscv) && __riscv_xlen == 64
#include "lib/riscv64/arch.h"
#define ARCH_KERNEL_HEADER "kernel/riscv64/arch.h"
#define ARCH_LINUX_HEADER "linux/riscv64/arch.h"
#define ARCH_KEY_HEADER "kernel/one_entry/dev/key.h"
#define ARCH_LAYOUT_HEADER "boot/riscv64/layout.h"
#define ARCH_WORLD_HEADER "boot/riscv64/world.h"
#else
#error "lib/ has no directory for this processor"
#endif

#endif
