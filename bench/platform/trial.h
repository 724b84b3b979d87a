/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that brings about single interrupts and page faults, and takes the
 * time at each point of their way. */
#ifndef BENCH_PLATFORM_TRIAL_H
#define BENCH_PLATFORM_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform/irq_sources.h"

enum wait_kind {WAIT_SPIN, WAIT_HLT, WAIT_MWAIT};

struct interrupt_trial {
	enum interrupt_source source;
	enum wait_kind wait;
	unsigned ring;          /* that is interrupted: 0, or 3, user mode, which can only spin */
	bool flushed;           /* caches and translations are emptied before */
};

/* TSC at each point of one interrupt's way. */
struct interrupt_stamps {
	uint64_t raised;        /* before the write that raises it, or the deadline itself */
	uint64_t entered;       /* first instruction of the handler */
	uint64_t handled;       /* after the read that the device wants; 0: it wants none */
	uint64_t acknowledged;  /* after the write to EOI; 0: an NMI has none */
	uint64_t returning;     /* last read before IRET */
	uint64_t resumed;       /* first instruction after IRET */
};

/* Get a source ready for trials, until platform_interrupt_close. One that was never seen to
 * interrupt is tried. Returns 0, -ENOTSUP if the machine lacks it, or -ENODEV if it is there and
 * its interrupt does not come. */
int platform_interrupt_open(enum interrupt_source source);

/* Undo it; may be called at any time. */
void platform_interrupt_close(void);

/* Raise one interrupt of the open source and take its stamps. Interrupts are off before and after.
 * INTERRUPT_IPI's raised is by the clock of CPU 1. Returns 0, -ENOTSUP if the source can't be had
 * in this wait and ring, -ETIMEDOUT if it never came, or -EIO if something else came in its
 * place. */
int platform_interrupt_trial(const struct interrupt_trial *trial, struct interrupt_stamps *stamps);

/* TSC ticks of two passes of a loop of fixed work, in each of which the interrupt is raised. */
struct interrupt_passes {
	uint64_t alone;         /* it is kept waiting until the pass is over */
	uint64_t interrupted;   /* it is handled in between, once, by a handler without stamps */
};

/* Make the two passes for the open source. Returns as platform_interrupt_trial. */
int platform_interrupt_passes(enum interrupt_source source, struct interrupt_passes *passes);

enum fault_kind {
	FAULT_NOT_PRESENT,      /* a read of a page that is not there */
	FAULT_WRITE_PROTECT,    /* a write to one that may be read */
	FAULT_NO_EXECUTE,       /* a jump to one that may be read and written */
};

enum fault_action {
	FAULT_TRAP,             /* the handler returns past the access */
	FAULT_MAP,              /* the handler allows the access, invalidates and retries */
};

struct fault_trial {
	enum fault_kind kind;
	enum fault_action action;
	unsigned ring;          /* privilege level of the access: 0, or 3 for user mode */
	uint64_t page_bytes;
};

/* entered and returning are 0 where the handler is not ours to stamp in. */
struct fault_stamps {
	uint64_t touched;       /* before the access */
	uint64_t entered;       /* first instruction of the handler */
	uint64_t returning;     /* last read before IRET */
	uint64_t resumed;       /* first instruction after the access */
};

/* Make one page fault and take its stamps. Returns 0, -ENOMEM without such a page of memory,
 * -ENOTSUP if the machine can't make this fault, or -EIO if the access did not fault. */
int platform_fault_trial(const struct fault_trial *trial, struct fault_stamps *stamps);

/* Write to a page that has no memory yet, from privilege level 0 or 3, and take its memory again.
 * The kernel finds that the page may be had, takes memory for it from its allocator, clears it,
 * maps it and counts it as used. Stores TSC ticks of the write and returns 0, -ENOMEM without such
 * a page of memory, or -EIO if the page was not cleared, or not given. */
int platform_demand_zero_trial(unsigned ring, uint64_t page_bytes, uint64_t *ticks);

/* The first access to a page of a disk's contents that is mapped and not there. */
struct major_fault_trial {
	unsigned ring;          /* privilege level of the access */
	uint64_t page;          /* of the disk, by 4 KiB */
	bool is_cold;           /* an operating system's own cache shall not have the page, else it
				 * shall */

	/* Called by the handler, interrupts off, to have the page in one of platform_disk_buffer;
	 * NULL: it can't be had. An operating system has a pager of its own. */
	const uint8_t *(*page_in)(void *context, uint64_t page);
	void *context;
};

/* All but the first and the last are 0 where the handler is not ours to stamp in. */
struct major_fault_stamps {
	uint64_t touched;       /* before the access */
	uint64_t entered;       /* the handler, in C */
	uint64_t paged;         /* it has the page */
	uint64_t returning;     /* and has mapped it */
	uint64_t resumed;       /* first instruction after the access */
};

/* Map the page to be read only, make one such access, and unmap it. The disk has to be open. Stores
 * the stamps and where the page can be read until the next trial, and returns 0; -ENOMEM; -ENOTSUP
 * if an operating system's cache is not as it shall be; -ENODEV if the page can't be had; or -EIO
 * if the access did not fault. */
int platform_major_fault_trial(const struct major_fault_trial *trial,
			       struct major_fault_stamps *stamps, const uint8_t **data);

/* ---- Trials between CPUs ---- */

/* TSC at each point of an interrupt's way to another CPU. */
struct ipi_stamps {
	uint64_t sent;          /* before the write that sends it */
	uint64_t entered;       /* first instructions of the handler, by the other CPU's clock */
	uint64_t seen;          /* this CPU has seen that the handler ran */
};

/* Interrupt another CPU, which waits in the given way with interrupts on, and take the stamps.
 * Returns 0, -EINVAL or -EBUSY as platform_run_on, -ENOTSUP or -ETIMEDOUT. */
int platform_ipi_trial(uint32_t cpu, enum wait_kind wait, struct ipi_stamps *stamps);

/* invalidated and sent are 0 where the kernel that does it is not ours to stamp in. */
struct shootdown_stamps {
	uint64_t begun;
	uint64_t invalidated;   /* the page is unmapped and this CPU's translation gone */
	uint64_t sent;          /* all others have been sent an interrupt */
	uint64_t acknowledged;  /* all have invalidated theirs and said so */
};

/* Unmap a page that cpus CPUs have used, this one and the first others, which wait in the given
 * way. Returns as platform_ipi_trial, or -ENOMEM. */
int platform_shootdown_trial(uint32_t cpus, enum wait_kind wait, struct shootdown_stamps *stamps);

#endif
