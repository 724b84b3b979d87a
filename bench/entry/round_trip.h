/* SPDX-License-Identifier: MIT */
/* Round trips from user mode to the kernel and back, timed by the user code. */
#ifndef BENCH_ENTRY_ROUND_TRIP_H
#define BENCH_ENTRY_ROUND_TRIP_H

#define ROUND_TRIPS_UNROLLED 50

/* Shared by user mode and kernel. The vector is that of Linux's system calls. The numbers are those
 * of Linux's getppid; newer processors have the last one. The selector of the gate is our own. */
#define ENTRY_VECTOR 0x80
#define ENTRY_NUMBER_SYSCALL 110
#define ENTRY_NUMBER_VECTOR 64
#define ENTRY_NUMBER_SYSCALL_GENERIC 173
#define ENTRY_GATE_SELECTOR 0x4b

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Each function makes trips round trips, a multiple of ROUND_TRIPS_UNROLLED, and returns the ticks
 * between its first and its last instruction. round_trips_none makes no trip. Run in user mode by
 * platform_call_user. */
uint64_t round_trips_none(uint64_t trips);
uint64_t round_trips_syscall(uint64_t trips);
uint64_t round_trips_sysenter(uint64_t trips);
uint64_t round_trips_vector(uint64_t trips);
uint64_t round_trips_call_gate(uint64_t trips);
#endif

#endif
