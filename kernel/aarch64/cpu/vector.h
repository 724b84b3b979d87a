/* SPDX-License-Identifier: MIT */
/* The vectors. An exception's vector is its class, an interrupt's vector a number of ours. For C
 * and assembly. */
#ifndef KERNEL_AARCH64_CPU_VECTOR_H
#define KERNEL_AARCH64_CPU_VECTOR_H

#include "lib/aarch64/exception_name.h"

/* Immediate value of SVC: a system call, and the end of a user function. */
#define SVC_CALL 0
#define SVC_USER_EXIT 1

#define EXCEPTION_VECTORS 64            /* number of the classes */
#define VECTOR_COUNT 256

/* The four classes of aborts, if their cause is a translation, an access flag or a permission. */
#define VECTOR_PAGE_FAULT CLASS_DATA_ABORT

/* The watchdog's fast interrupt (FIQ), which the kernel masks only in handlers: its NMI. */
#define VECTOR_NMI 0x40

/* Interrupts between CPUs. Each is a software-generated interrupt (SGI), because firmware leaves
 * SGIs 0 to 7 to the kernel. Arm GIC Architecture Specification, "Software Generated
 * Interrupts". */
#define VECTOR_SGI_FIRST 0x48
#define VECTOR_WAKE 0x48                /* wakes a parked CPU */
#define VECTOR_SELF_TEST 0x49
#define VECTOR_ACTION 0x4a              /* a user's action in a workload */
#define VECTOR_PACKET 0x4b              /* packet from another node */
#define VECTOR_TRIAL 0x4c               /* raised by a benchmark */
#define VECTOR_STRAY 0x4d               /* raised by test=stray */
#define VECTOR_SGI_LAST 0x4d

/* Vectors of the timer, which has one interrupt. timer_select() chooses the vector. */
#define VECTOR_TIMER 0x50
#define VECTOR_SCRIPT 0x51              /* next input of a script */
#define VECTOR_DEVICE 0x52              /* a simulated device has finished */
#define VECTOR_APP_TIMER 0x53           /* one of an application's timers */
#define VECTOR_DISK_LIMIT 0x54          /* time limit of a disk request */

/* Vectors of devices, which gic_route() sets. */
#define VECTOR_DISK 0x58
#define VECTOR_LINE 0x59                /* frame from another machine */
#define VECTOR_LOOP_LINE 0x5a           /* loopback serial line */
#define VECTOR_KEYBOARD 0x5b
#define VECTOR_MOUSE 0x5c
#define VECTOR_UNROUTED 0x5f            /* any interrupt that no driver has routed */

#endif
