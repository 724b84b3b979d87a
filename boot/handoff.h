/* SPDX-License-Identifier: MIT */
/* What loader and kernel tell one another of a machine that is borrowed from the firmware: the
 * firmware stays in memory, and gets the machine back. The loader makes it, at an address below
 * 4 GiB that boot_info has. */
#ifndef BOOT_HANDOFF_H
#define BOOT_HANDOFF_H

#include <stdint.h>

#include "boot/world.h"

#define HANDOFF_CPUS_MAX 256
#define HANDOFF_NOTE_CHARS 384

/* Written by the one and waited for by the other, with release and acquire. */
enum handoff_cpu_state {
	HANDOFF_CPU_ABSENT,
	HANDOFF_CPU_WAITING,                 /* in the loader, for the kernel */
	HANDOFF_CPU_IN_KERNEL,                 /* by the kernel: goes to entry_phys */
	HANDOFF_CPU_RETURNING,                /* the kernel, for the firmware */
	HANDOFF_CPU_RELEASED,             /* nobody wants it: goes back to the firmware */
	HANDOFF_CPU_IN_FIRMWARE,                  /* is back in the firmware */
};

/* Another CPU than the boot CPU, which the firmware's MP services have brought. */
struct handoff_cpu {
	struct world world;
	uint32_t apic_id;
	uint32_t state;
	uint64_t entry_phys, argument_phys;     /* a target of world_switch */
	uint32_t differences;                   /* of its state, before and after */
	uint32_t unused;
} __attribute__((aligned(64)));

/* Text that outlives a warm reset, so that the next start can save what this one could not.
 * used_bytes counts whole lines; check is its complement, by which a header is told from what
 * memory happens to hold. Text begins PERSISTENT_LOG_TEXT bytes from the header. */
#define PERSISTENT_LOG_MAGIC 0x474f4c454e494c42ull            /* "BLINELOG" */
#define PERSISTENT_LOG_TEXT 4096
#define PERSISTENT_LOG_NAME_CHARS 64

/* Under such a line, to the end of the text, is what a person wants to know first. */
#define PERSISTENT_LOG_SUMMARY "Summary"

struct persistent_log {
	uint64_t magic;
	uint64_t capacity_bytes;        /* of text */
	uint64_t used_bytes;
	uint64_t check;
	uint64_t dropped_lines;         /* that found no room */
	char name[PERSISTENT_LOG_NAME_CHARS]; /* of the directory that it is to go to */
};

struct handoff {
	struct world boot;              /* the boot CPU's, as the firmware left it */
	uint64_t resume_phys;           /* the loader's world_resume */
	uint64_t log_phys;              /* struct persistent_log */
	uint64_t kernel_resume_phys;    /* how the kernel goes on when the loader is done, and in */
	uint64_t kernel_world_phys;     /* what: set by the kernel as it gives the machine back */
	uint32_t has_failed;            /* of the run, when the machine is given back */
	uint32_t cpus_missing;          /* that did not come back */
	char note[HANDOFF_NOTE_CHARS];     /* what the loader has to say then, and the kernel shows */
	uint32_t is_wanted_back;        /* with that shown the kernel gives the machine back */
	uint32_t is_unsaved;            /* the log: switching the machine off loses it */
	uint32_t boot_apic_id;
	uint32_t cpu_count;             /* others than the boot CPU */
	struct handoff_cpu cpus[HANDOFF_CPUS_MAX];
};

#endif
