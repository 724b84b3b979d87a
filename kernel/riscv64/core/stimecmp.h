/* SPDX-License-Identifier: MIT */
/* The timer's register by its number, which older assemblers need. RISC-V "Sstc" Extension. For C
 * and assembly. */
#ifndef KERNEL_RISCV64_CORE_STIMECMP_H
#define KERNEL_RISCV64_CORE_STIMECMP_H

#define STIMECMP 0x14d

#endif
