/* SPDX-License-Identifier: MIT */
/* The CPU's registers that the user's code may change: in ring 0, or in ring 3 by loading a segment
 * register. Only the boot CPU runs such code. */
#ifndef KERNEL_X86_CODE_CPU_STATE_H
#define KERNEL_X86_CODE_CPU_STATE_H

/* Save the registers of this CPU. */
void cpu_state_save(void);

/* Restore the registers that the kernel's exception handlers and its data need. The code's stack,
 * flags and descriptor tables may still be in use. */
void cpu_state_restore_base(void);

/* Restore all saved registers, the kernel's descriptor tables and the state of the x87 and SSE
 * units. Interrupts off. */
void cpu_state_restore(void);

#endif
