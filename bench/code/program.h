/* SPDX-License-Identifier: MIT */
/* The machine code around a user's sequence. A program is called as a C function without
 * arguments:
 *
 *	save the caller's registers and flags in the control page
 *	set all registers, run the initial code once
 *	read the clock
 *	repeat: the copies of the sequence; decrement the counter; until it is 0
 *	read the clock
 *	restore registers and flags from the control page
 *
 * The program needs no register of its own, because it addresses the control page relative to RIP.
 * The sequence may change every register, RSP included. The flags, except CF, are lost between two
 * iterations. The method is nanoBench's: Abel & Reineke, "nanoBench: A Low-Overhead Tool for
 * Running Microbenchmarks on x86 Systems", ISPASS 2020. */
#ifndef BENCH_CODE_PROGRAM_H
#define BENCH_CODE_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "bench/platform/code.h"
#include "lib/code_list.h"

#define PROGRAM_REGISTERS 16
#define PROGRAM_DONE 0x656e6f64u        /* "done" */

/* The control page. */
struct program_control {
	uint64_t saved[PROGRAM_REGISTERS];      /* of the caller, by register number */
	uint64_t saved_flags;
	uint64_t registers[PROGRAM_REGISTERS];  /* values for the initial code */
	uint64_t kept_rax, kept_rdx;            /* across the first clock read */
	uint64_t loops;                         /* iterations left */
	uint32_t begin_tsc[2], end_tsc[2];      /* low and high half */
	uint32_t done;                          /* PROGRAM_DONE: the end was reached */
	uint32_t saved_mxcsr, mxcsr;
	uint16_t saved_x87_control;
};

/* Upper limit of a program's size. */
uint64_t program_bytes(const struct code_sequence *sequence, uint64_t copies);

/* Write a program with a number of copies at an offset of the text, which must have room for
 * program_bytes(). The program's entry is at the offset. Returns the offset of the first copy. */
uint64_t program_write(const struct platform_code *code, uint64_t offset,
		       const struct code_sequence *sequence, uint64_t copies);

/* Set the control page for the next call. */
void program_prepare(const struct platform_code *code, uint64_t loops);

/* Store the duration of the last call. Returns 0, or -EIO if the call did not reach its end. */
int program_result(const struct platform_code *code, uint64_t *elapsed_ticks);

#endif
