/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h for calls of firmware. */
#ifndef BENCH_PLATFORM_FIRMWARE_H
#define BENCH_PLATFORM_FIRMWARE_H

#include <stdint.h>

#include "lib/service_times.h"

/* Who answers a call of firmware. If an emulator answers the call outside of the machine, only the
 * caller's instructions count. */
enum firmware_answerer {ANSWERED_BY_FIRMWARE, ANSWERED_BY_HYPERVISOR, ANSWERED_BY_EMULATOR};

/* Needs CAN_PRIVILEGED, like the next three functions. */
enum firmware_answerer platform_firmware_answerer(void);

/* On aarch64 and riscv64: the number by which firmware knows a CPU. */
uint64_t platform_firmware_cpu(uint32_t cpu);

/* On riscv64: the time at which this CPU's timer is due. A benchmark lets firmware set the timer to
 * this time again. */
uint64_t platform_firmware_timer_due(void);

/* On x86-64: why platform_raise_smi() is unsafe or raises no counted SMI on this CPU; NULL if it
 * raises one. To find out, raises an SMI where that is safe. */
const char *platform_firmware_smi_problem(void);

/* What the loader measured of UEFI's services; NULL if no loader did. */
const struct service_times *platform_service_times(void);

/* Switch this CPU to an address space with the memory of UEFI's runtime services, and back. An
 * aborted benchmark switches back by itself. Returns NULL, or why the services cannot be called. */
const char *platform_runtime_enter(void);
void platform_runtime_leave(void);

/* Call a service, which changes nothing. Returns its status; 0: success. */
uint64_t platform_runtime_call(enum uefi_runtime_service service);

/* The measuring clock along the boot. It began at 0, when the machine started or later. */
struct boot_times {
	uint64_t loader_tsc;            /* at the start of our EFI loader; 0: none */
	uint64_t measuring_ticks;       /* part of loader_tsc to kernel_tsc in which the loader
					 * measured */
	uint64_t kernel_tsc;            /* at the start of the kernel's C code */
	uint64_t ready_tsc;             /* before the first benchmark */
};

/* Returns NULL if an operating system booted the machine. */
const struct boot_times *platform_boot_times(void);

#endif
