/* SPDX-License-Identifier: MIT */
/* Interrupts and exceptions: descriptor table, one handler per vector, and counts. */
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
#define ISR_STUB_BYTES 16               /* size of a stub in isr.S */

/* Vectors of devices. The high nibble is the APIC's priority class. */
#define VECTOR_WAKE 0x41                /* wakes a parked CPU from HLT */
#define VECTOR_SELF_TEST 0x42
#define VECTOR_LAPIC_TIMER 0x50
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

#ifndef __ASSEMBLER__
typedef void interrupt_handler(struct trap_frame *frame);

/* Load the shared descriptor table. The boot CPU's first call builds it. */
void interrupt_init_this_cpu(void);

/* Set the handler of a vector; NULL removes it. Handlers run with interrupts off and acknowledge
 * the interrupt themselves. */
void interrupt_handle(uint8_t vector, interrupt_handler *handler);

/* Set the function that acknowledges interrupts without a handler. */
void interrupt_acknowledge_by(void (*acknowledge)(void));

/* Let a vector enter stub directly, without saving anything; NULL restores the normal stub. For
 * trials that time the first instruction. */
void interrupt_enter_at(uint8_t vector, void (*stub)(void));

/* The same for a vector that user mode may raise by INT; NULL also forbids that. */
void interrupt_enter_from_user_at(uint8_t vector, void (*stub)(void));

/* Number of interrupts of a vector that the normal stub handled since boot, on all CPUs; and of all
 * interrupts without a handler. */
uint64_t interrupt_count(uint8_t vector);
uint64_t interrupt_unexpected_count(void);

/* Warn about each vector that was received without a handler, including spurious interrupts. */
void interrupt_report_unexpected(void);

/* Entry point in C of every vector, called by isr.S. */
void interrupt_dispatch(struct trap_frame *frame);
#endif

#endif
