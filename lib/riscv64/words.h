/* SPDX-License-Identifier: MIT */
/* See lib/cpu/words.h. */
#ifndef LIB_RISCV64_WORDS_H
#define LIB_RISCV64_WORDS_H

#define WORD_CLOCK "cycle counter"
#define WORD_CONTROLLER "SBI"
#define WORD_ITS_CONTROLLER "a bit of its own"
#define WORD_TIMER "supervisor timer"
#define WORD_SLEEP "WFI"
#define WORD_SPINS "user mode spins, because WFI is measured in the kernel"
#define WORD_PREFETCHERS "no register that disables prefetchers is architectural"
#define WORD_FLUSH "no instruction of every processor empties the caches"
#define WORD_KEPT_REGISTERS "s0 to s11"
#define WORD_ASIDS "the kernel does not use address space identifiers on this processor yet"

#endif
