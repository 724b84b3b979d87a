/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h for calls of firmware. */
#ifndef BENCH_PLATFORM_FIRMWARE_H
#define BENCH_PLATFORM_FIRMWARE_H

#include <stdint.h>

/* Who answers a call of firmware. An emulator may answer it outside the machine: then the call
 * costs the caller's instructions only. */
enum firmware_answerer {ANSWERED_BY_FIRMWARE, ANSWERED_BY_HYPERVISOR, ANSWERED_BY_EMULATOR};

/* Needs CAN_PRIVILEGED, as do the other functions. */
enum firmware_answerer platform_firmware_answerer(void);

/* On aarch64 and riscv64: the number by which firmware knows a CPU. */
uint64_t platform_firmware_cpu(uint32_t cpu);

/* On riscv64: the time that this CPU's timer compares. Firmware may set it again. */
uint64_t platform_firmware_timer_due(void);

/* On x86-64: why platform_raise_smi() is not safe, or does not raise a counted SMI on this CPU;
 * NULL if it does. Raises one where that is safe. */
const char *platform_firmware_smi_problem(void);

#endif
