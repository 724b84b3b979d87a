/* SPDX-License-Identifier: MIT */
/* What summaries and remarks call a processor's parts: lib/NAME/words.h.
 *
 *	WORD_CLOCK              the counter that clock_read() reads
 *	WORD_CONTROLLER         the interrupt controller of a CPU
 *	WORD_ITS_CONTROLLER     the same, with its article after a CPU
 *	WORD_TIMER              the timer of a CPU
 *	WORD_SLEEP              the instruction that sleeps until an interrupt
 *	WORD_SPINS              why user mode waits in a loop only
 *	WORD_PREFETCHERS        why prefetchers cannot be disabled
 *	WORD_FLUSH              why the kernel cannot empty the caches; empty if it can
 *	WORD_KEPT_REGISTERS     the callee-saved registers, in the order of bench/os/registers.h
 *	WORD_ASIDS              why there are no address space identifiers */
#ifndef LIB_CPU_WORDS_H
#define LIB_CPU_WORDS_H

#include "lib/cpu/arch.h"

#endif
