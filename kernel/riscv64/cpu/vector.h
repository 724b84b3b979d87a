/* SPDX-License-Identifier: MIT */
/* The vectors. An exception's vector is its cause, an interrupt's vector a number of ours. For C
 * and assembly. */
#ifndef KERNEL_RISCV64_CPU_VECTOR_H
#define KERNEL_RISCV64_CPU_VECTOR_H

#include "lib/riscv64/exception_name.h"

#define EXCEPTION_VECTORS 64
#define VECTOR_COUNT 128

/* The three causes of page faults. */
#define VECTOR_PAGE_FAULT CAUSE_LOAD_PAGE

/* The watchdog's use of the timer, which the kernel masks only for moments: its NMI. */
#define VECTOR_NMI 0x40

/* Vectors of software interrupts. The processor has one software interrupt, so a bit for each
 * vector in the CPU's data says which were raised. */
#define VECTOR_SOFTWARE_FIRST 0x41
#define VECTOR_WAKE 0x41                /* wakes a parked CPU */
#define VECTOR_SELF_TEST 0x42
#define VECTOR_ACTION 0x43              /* a user's action in a workload */
#define VECTOR_PACKET 0x44              /* packet from another node */
#define VECTOR_TRIAL 0x45               /* raised by a benchmark */
#define VECTOR_STRAY 0x46               /* raised by test=stray */

/* Vectors of the timer, which has one interrupt. timer_select() chooses the vector. */
#define VECTOR_TIMER 0x50
#define VECTOR_SCRIPT 0x51              /* next input of a script */
#define VECTOR_DEVICE 0x52              /* a simulated device has finished */
#define VECTOR_APP_TIMER 0x53           /* one of an application's timers */
#define VECTOR_DISK_LIMIT 0x54          /* time limit of a disk request */

/* Vectors of devices, whose messages imsic.c delivers as software interrupts. */
#define VECTOR_DISK 0x58
#define VECTOR_LINE 0x59
#define VECTOR_LOOP_LINE 0x5a
#define VECTOR_KEYBOARD 0x5b
#define VECTOR_MOUSE 0x5c

#define VECTOR_SOFTWARE_LAST 0x7f

#endif
