/* SPDX-License-Identifier: MIT */
/* Interrupts and exceptions: the descriptor table, one handler a vector, and counts. */
#ifndef KERNEL_CPU_INTERRUPT_H
#define KERNEL_CPU_INTERRUPT_H

#ifndef __ASSEMBLER__
#include <stdint.h>

#include "kernel/core/trap_frame.h"
#include "lib/x86/exception_name.h"
#endif

/* Exceptions by name: Intel SDM vol. 3A, "Exception and Interrupt Vectors". */
#define VECTOR_NMI 2
#define VECTOR_DOUBLE_FAULT 8
#define VECTOR_PAGE_FAULT 14
#define VECTOR_MACHINE_CHECK 18
#define VECTORS 256
#define ISR_STUB_BYTES 16               /* from one vector's stub in isr.S to the next */

/* Where devices' interrupts are sent. The high nibble is the APIC's priority class. */
#define VECTOR_WAKE 0x41                /* gets a parked CPU out of its halt */
#define VECTOR_SELF_TEST 0x42
#define VECTOR_LAPIC_TIMER 0x50
#define VECTOR_SCRIPT 0x51              /* the timer: the machine's own input is due */
#define VECTOR_DEVICE 0x52              /* the timer, as a device that has done its work */
#define VECTOR_KEYBOARD 0x53            /* above the script's: what was sent is taken first */
#define VECTOR_MOUSE 0x54
#define VECTOR_ACTION 0x55              /* a user's, of a workload */
#define VECTOR_DISK_LIMIT 0x56          /* the timer: a disk has had its time */
#define VECTOR_DISK 0x57                /* what a disk sends */
#define VECTOR_APP_TIMER 0x58           /* the timer, as one of an application's */
#define VECTOR_PACKET 0x59              /* another node has sent one, to its workload */
#define VECTOR_LINE 0x5a                /* something has come from another machine */
#define VECTOR_LOOP_LINE 0x5b           /* a serial line has received what it sent */
#define VECTOR_TRIAL 0x60               /* what a benchmark raises */
#define VECTOR_STRAY 0x70               /* what test=stray raises */
#define VECTOR_USER_EXIT 0x81           /* what a user function returns by */
#define VECTOR_SPURIOUS 0xff

#ifndef __ASSEMBLER__
typedef void interrupt_handler(struct trap_frame *frame);

/* Load the shared descriptor table into this CPU. The boot CPU's first call builds it. */
void interrupt_init_this_cpu(void);

/* Handle a vector from now on; NULL makes it unexpected again. The handler runs with interrupts off
 * and acknowledges its interrupt itself. */
void interrupt_handle(uint8_t vector, interrupt_handler *handler);

/* Acknowledge the interrupts that have no handler by this from now on. */
void interrupt_acknowledge_by(void (*acknowledge)(void));

/* Let a vector enter at stub directly, without saving anything; NULL puts the normal stub back. For
 * trials, which time the first instruction. */
void interrupt_enter_at(uint8_t vector, void (*stub)(void));

/* The same, and let user mode raise the vector by INT; NULL puts the normal stub back and forbids
 * it. */
void interrupt_enter_from_user_at(uint8_t vector, void (*stub)(void));

/* How often a vector was taken by the normal stub since boot, all CPUs together; and how many of
 * those had no handler. */
uint64_t interrupt_count(uint8_t vector);
uint64_t interrupt_unexpected_count(void);

/* Warn of each vector that came without a handler, the spurious interrupt's included. */
void interrupt_report_unexpected(void);

/* Where isr.S hands over every vector. */
void interrupt_dispatch(struct trap_frame *frame);
#endif

#endif
