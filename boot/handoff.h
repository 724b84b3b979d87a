/* SPDX-License-Identifier: MIT */
/* Shared by loader and kernel while boot services stay resident. The loader allocates the structure
 * where the kernel may lie (boot/layout.h); boot_info.handoff_phys holds its address. */
#ifndef BOOT_HANDOFF_H
#define BOOT_HANDOFF_H

#include <stdint.h>

#include "lib/cpu/arch.h"
#include ARCH_WORLD_HEADER

#define HANDOFF_CPUS_MAX 256
#define HANDOFF_NOTE_CHARS 640

/* One side writes the state with release ordering, and the other polls it with acquire ordering. */
enum handoff_cpu_state {
	HANDOFF_CPU_ABSENT,
	HANDOFF_CPU_WAITING,    /* by the loader: polls for a task */
	HANDOFF_CPU_IN_KERNEL,  /* by the kernel: runs entry_phys */
	HANDOFF_CPU_RETURNING,  /* by the kernel: returns to the firmware */
	HANDOFF_CPU_RELEASED,   /* by the loader: not used; returns to the firmware */
	HANDOFF_CPU_IN_FIRMWARE, /* by the loader: has returned */
};

/* A CPU other than the boot CPU, started by the firmware's MP services. */
struct handoff_cpu {
	struct world world;
	uint32_t apic_id;
	uint32_t state;
	uint64_t entry_phys, argument_phys;     /* what world_switch calls, with its argument */
	uint32_t differences;                   /* state values that differ after the run */
	uint32_t unused;
} __attribute__((aligned(64)));

struct handoff {
	struct world boot;              /* the boot CPU in the firmware */
	uint64_t resume_phys;           /* world_resume of the loader */
	uint64_t log_phys;              /* struct persistent_log */
	uint64_t kernel_resume_phys;    /* world_resume of the kernel, whose argument is the next
					 * member */
	uint64_t kernel_world_phys;     /* set by the kernel when it returns */
	uint32_t has_failed;            /* the run failed */
	uint32_t cpus_missing;          /* CPUs that did not return */
	uint32_t kernel_values;         /* number of state values that the kernel has restored
					 * itself */
	uint32_t kernel_differences;    /* number of these that differ */
	char note[HANDOFF_NOTE_CHARS];  /* message of the loader, which the kernel prints */
	uint32_t must_return;           /* return to the loader after printing the note */
	uint32_t is_unsaved;            /* only memory holds the log, so that power-off discards
					 * it */
	uint32_t must_stay_on;          /* halt instead of ending the run as exit= says */
	uint32_t boot_apic_id;
	uint32_t cpu_count;             /* without the boot CPU */
	struct handoff_cpu cpus[HANDOFF_CPUS_MAX];
};

#endif
