/* SPDX-License-Identifier: MIT */
/* The pair of 8259 interrupt controllers, put out of the way of the APICs. */
#ifndef KERNEL_DEV_PIC_H
#define KERNEL_DEV_PIC_H

/* Move their vectors off the exceptions and mask every line. Boot CPU, interrupts off. */
void pic_disable(void);

/* Mask every line, and leave the rest as it is: it can't be read, and so not be put back. Its
 * spurious interrupts then come where firmware has put its vectors, which in long mode is beyond
 * the exceptions. */
void pic_mask(void);

#endif
