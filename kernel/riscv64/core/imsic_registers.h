/* SPDX-License-Identifier: MIT */
/* Numbers of the registers of the CPU's incoming message controller, because older assemblers lack
 * the names. RISC-V Advanced Interrupt Architecture, "Control and Status Registers (CSRs) Added to
 * Harts". For C and assembly. */
#ifndef KERNEL_RISCV64_CORE_IMSIC_REGISTERS_H
#define KERNEL_RISCV64_CORE_IMSIC_REGISTERS_H

#define SISELECT 0x150
#define SIREG 0x151
#define STOPEI 0x15c

#endif
