/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that raises single interrupts and page faults, and takes time stamps
 * along their way. */
#ifndef BENCH_PLATFORM_TRIAL_H
#define BENCH_PLATFORM_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform/irq_sources.h"

enum wait_kind {WAIT_SPIN, WAIT_HLT, WAIT_MWAIT};

struct interrupt_trial {
	enum interrupt_source source;
	enum wait_kind wait;
	unsigned ring;          /* interrupted privilege level: 0, or 3, which can only spin */
	bool flushed;           /* caches and TLBs are flushed before the interrupt */
};

/* Time at each point of one interrupt's way. */
struct interrupt_stamps {
	uint64_t raised;        /* before the write that raises the interrupt, or the deadline
				 * itself */
	uint64_t entered;       /* first instruction of the handler */
	uint64_t handled;       /* after the device was read; 0: not needed */
	uint64_t acknowledged;  /* after the write to EOI; 0: an NMI has none */
	uint64_t returning;     /* last read before IRET */
	uint64_t resumed;       /* first instruction after IRET */
};

/* Prepare a source for trials, until platform_interrupt_close. If no interrupt of the source has
 * arrived so far, the source is tested. Returns 0; -ENOTSUP if the machine lacks the source; or
 * -ENODEV if the machine has the source but its interrupt does not arrive. */
int platform_interrupt_open(enum interrupt_source source);

/* Undo platform_interrupt_open(). May be called at any time. */
void platform_interrupt_close(void);

/* Raise one interrupt of the open source and take its stamps. Interrupts are off before and after.
 * For INTERRUPT_IPI, raised is by the clock of CPU 1. Returns 0; -ENOTSUP if the machine cannot
 * raise it with this wait, ring and flush, or has no watchdog, which would end a lost wait;
 * -ETIMEDOUT if the interrupt did not arrive; or -EIO if another interrupt arrived. */
int platform_interrupt_trial(const struct interrupt_trial *trial, struct interrupt_stamps *stamps);

/* Run a trial while this CPU has a cached translation that no longer matches the page tables.
 * Stores whether the translation is still in use afterwards, which means that the trial flushed no
 * TLB. Returns like platform_interrupt_trial, or -ENOMEM. */
int platform_interrupt_keeps_translation(const struct interrupt_trial *trial, bool *is_kept);

/* Ticks of two passes of a loop of fixed work. The interrupt is raised in both. */
struct interrupt_passes {
	uint64_t alone;         /* the interrupt is delayed until the end of the pass */
	uint64_t interrupted;   /* a handler without stamps handles the interrupt during the pass */
};

/* Run the two passes for the open source. Returns like platform_interrupt_trial. */
int platform_interrupt_passes(enum interrupt_source source, struct interrupt_passes *passes);

enum fault_kind {
	FAULT_NOT_PRESENT,      /* a read from a page that is not present */
	FAULT_WRITE_PROTECT,    /* a write to a read-only page */
	FAULT_NO_EXECUTE,       /* a jump to a non-executable page */
};

enum fault_action {
	FAULT_TRAP,             /* the handler returns past the access */
	FAULT_MAP,              /* the handler permits the access, invalidates and retries */
};

struct fault_trial {
	enum fault_kind kind;
	enum fault_action action;
	unsigned ring;          /* privilege level of the access: 0, or 3 for user mode */
	uint64_t page_bytes;
};

/* If the handler is not ours, entered and returning are 0. */
struct fault_stamps {
	uint64_t touched;       /* before the access */
	uint64_t entered;       /* first instruction of the handler */
	uint64_t returning;     /* last read before IRET */
	uint64_t resumed;       /* first instruction after the access */
};

/* Raise one page fault and take its stamps. Returns 0, -ENOMEM, -ENOTSUP if the machine cannot
 * raise this fault, or -EIO if the access did not fault or another page, cause or page size was
 * found. */
int platform_fault_trial(const struct fault_trial *trial, struct fault_stamps *stamps);

/* Read an MSR. Returns 0, -EFAULT if the CPU raised an exception, which is handled, or -ENOTSUP
 * without CAN_PRIVILEGED. */
int platform_probe_msr(uint32_t msr);

/* Write to a page without memory, from privilege level 0 or 3. The kernel checks that the access is
 * allowed, allocates memory, clears, maps and counts it. Stores the ticks of the write. Afterwards
 * the memory is freed. Returns 0, -ENOMEM, or -EIO if the page was not cleared or not mapped. */
int platform_demand_zero_trial(unsigned ring, uint64_t page_bytes, uint64_t *ticks);

/* The first access to a mapped page of a disk's contents that is not in memory. */
struct major_fault_trial {
	unsigned ring;          /* privilege level of the access */
	uint64_t page;          /* of the disk, in units of 4 KiB */
	bool is_cold;           /* whether the page must be absent from the operating system's
				 * cache, or else present */

	/* Called by the handler, interrupts off, to get the page into a buffer of
	 * platform_disk_buffer; NULL: impossible. An operating system uses its own pager. */
	const uint8_t *(*page_in)(void *context, uint64_t page);
	void *context;
};

/* If the handler is not ours, all members but the first and the last are 0. */
struct major_fault_stamps {
	uint64_t touched;       /* before the access */
	uint64_t entered;       /* start of the handler, in C */
	uint64_t paged;         /* the page is available */
	uint64_t returning;     /* the page is mapped */
	uint64_t resumed;       /* first instruction after the access */
};

/* Map the page read-only, access it once, and unmap it. The disk must be open. Returns 0 and stores
 * the stamps and the address of the page's data, valid until the next trial. Errors: -ENOMEM;
 * -ENOTSUP if an operating system's cache is not in the required state; -ENODEV if the page is
 * unavailable; -EIO if the access did not fault. */
int platform_major_fault_trial(const struct major_fault_trial *trial,
			       struct major_fault_stamps *stamps, const uint8_t **data);

/* ---- Trials between CPUs ---- */

/* Time at each point of an interrupt's way to another CPU. */
struct ipi_stamps {
	uint64_t sent;          /* before the write that sends it */
	uint64_t entered;       /* first instructions of the handler, by the other CPU's clock */
	uint64_t seen;          /* this CPU has seen that the handler ran */
};

/* Interrupt another CPU, which waits in the given way with interrupts on, and take the stamps.
 * Returns 0, an error of platform_run_on or platform_wait_for, -ENOTSUP or -ETIMEDOUT. */
int platform_ipi_trial(uint32_t cpu, enum wait_kind wait, struct ipi_stamps *stamps);

/* If the kernel that invalidates is not ours, invalidated and sent are 0. */
struct shootdown_stamps {
	uint64_t begun;
	uint64_t invalidated;   /* page unmapped, this CPU's translation invalidated */
	uint64_t sent;          /* interrupts sent to all others */
	uint64_t acknowledged;  /* all CPUs have invalidated their translations and acknowledged */
};

/* Unmap a page that cpus CPUs have used: this one, and the first other CPUs, which wait in the
 * given way. Returns like platform_ipi_trial, or -ENOMEM, or -EIO if a CPU does not read the
 * page. */
int platform_shootdown_trial(uint32_t cpus, enum wait_kind wait, struct shootdown_stamps *stamps);

/* The first of cpus CPUs that can still read the page of the last trial. Returns cpus if no CPU
 * can. Under an operating system the shootdown is not ours, so the result is cpus. */
uint32_t platform_shootdown_survivor(uint32_t cpus);

#endif
