/* SPDX-License-Identifier: MIT */
/* Application CPUs. Shared by smp.c and kernel/NAME/smp/, which starts the CPUs. */
#ifndef KERNEL_SMP_AP_H
#define KERNEL_SMP_AP_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/cpu.h"

#define AP_START_WORDS 8
#define AP_STACK_BYTES 0x4000
#define AP_ARRIVAL_LIMIT_US 2000000     /* longer than a virtual CPU waits for a host CPU */

enum mailbox_state {MAILBOX_EMPTY, MAILBOX_FULL};

/* An application CPU. Each is in its own page, so that CPUs share no cache line. */
struct ap {
	struct cpu cpu;
	bool is_online;                 /* stored with release ordering by the CPU when it is
					 * parked */

	/* The boot CPU writes function and argument, then MAILBOX_FULL with release ordering. The
	 * CPU calls the function, stores its result, then MAILBOX_EMPTY with release ordering. */
	enum mailbox_state mailbox;
	void (*function)(void *argument);
	void *argument;
	bool has_faulted;
	uint64_t paging_seen;           /* the CPU's state for paging_catch_up */
	uint64_t start[AP_START_WORDS]; /* what the CPU needs until it runs C; kernel/NAME/ defines
					 * it */
};

/* All application CPUs. */
extern struct application_cpus {
	unsigned count;                 /* enabled CPUs in the firmware's tables */
	unsigned online;                /* started ones, with the boot CPU */
	struct ap *aps[CPUS_MAX];       /* by index; NULL for the CPU that measures */
} application_cpus;

/* The boot CPU, which is parked while another CPU measures. */
extern struct ap boot_ap;

/* ---- Boot CPU ---- */

/* The number of enabled CPUs in the firmware's tables. */
void ap_set_count(unsigned count);

/* Allocate a CPU with the next index, and its stack. Returns NULL if memory is short. */
struct ap *ap_create(uint32_t hardware_id, void **stack_top);

/* Wait until the started CPU is parked. Returns false on timeout. */
bool ap_comes_online(const struct ap *ap);

/* Add a parked CPU to the CPUs in use. */
void ap_add(struct ap *ap);

/* Whether the CPU with that number runs: an application CPU that was added, or this one. */
bool ap_runs(uint32_t hardware_id);

/* Handle the interrupts that wake parked CPUs. Call before the first CPU is started. */
void ap_handle_wake(void);

/* ---- The started CPU ---- */

/* Park this CPU, which then runs what smp_run() tells it. Interrupts off. Does not return. */
void ap_park(struct ap *ap) __attribute__((noreturn));

#endif
