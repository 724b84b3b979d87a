/* SPDX-License-Identifier: MIT */
/* Number of the timer's register, because older assemblers lack its name. RISC-V "Sstc" Extension.
 * For C and assembly. */
#ifndef KERNEL_RISCV64_CORE_STIMECMP_H
#define KERNEL_RISCV64_CORE_STIMECMP_H

#define STIMECMP 0x14d

#endif
