/* SPDX-License-Identifier: MIT */
/* The interrupt vectors, for C and assembly. */
#ifndef KERNEL_X86_CPU_VECTOR_H
#define KERNEL_X86_CPU_VECTOR_H

/* Exceptions by name: Intel SDM vol. 3A, "Exception and Interrupt Vectors". */
#define EXCEPTION_VECTORS 32
#define VECTOR_NMI 2
#define VECTOR_DOUBLE_FAULT 8
#define VECTOR_PAGE_FAULT 14
#define VECTOR_MACHINE_CHECK 18
#define VECTOR_COUNT 256
#define ISR_STUB_BYTES 16               /* size of a stub in isr.S */

/* Vectors of devices. The high nibble is the APIC's priority class. */
#define VECTOR_WAKE 0x41                /* wakes a parked CPU from HLT */
#define VECTOR_SELF_TEST 0x42
#define VECTOR_TIMER 0x50
#define VECTOR_SCRIPT 0x51              /* timer: next input of a script */
#define VECTOR_DEVICE 0x52              /* timer: a simulated device has finished */
#define VECTOR_KEYBOARD 0x53            /* above the script's, so that sent input is handled
					 * first */
#define VECTOR_MOUSE 0x54
#define VECTOR_ACTION 0x55              /* a user's action in a workload */
#define VECTOR_DISK_LIMIT 0x56          /* timer: time limit of a disk request */
#define VECTOR_DISK 0x57                /* from a disk */
#define VECTOR_APP_TIMER 0x58           /* timer: one of an application's */
#define VECTOR_PACKET 0x59              /* packet from another node */
#define VECTOR_LINE 0x5a                /* frame from another machine */
#define VECTOR_LOOP_LINE 0x5b           /* loopback serial line */
#define VECTOR_TRIAL 0x60               /* raised by a benchmark */
#define VECTOR_STRAY 0x70               /* raised by test=stray */
#define VECTOR_USER_EXIT 0x81           /* returns from a user function */
#define VECTOR_SPURIOUS 0xff

#endif
