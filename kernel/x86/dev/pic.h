/* SPDX-License-Identifier: MIT */
/* Disables the pair of 8259 interrupt controllers, because the APICs are used. */
#ifndef KERNEL_X86_DEV_PIC_H
#define KERNEL_X86_DEV_PIC_H

/* Move the controllers' vectors away from the exceptions and mask all lines. Boot CPU, interrupts
 * off. */
void pic_disable(void);

/* Mask all lines. The other settings are left alone, because they cannot be read, so the loader
 * could not restore them. Spurious interrupts keep firmware's vectors, which in long mode are above
 * the exceptions. */
void pic_mask(void);

#endif
