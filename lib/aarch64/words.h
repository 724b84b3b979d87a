/* SPDX-License-Identifier: MIT */
/* See lib/cpu/words.h. */
#ifndef LIB_AARCH64_WORDS_H
#define LIB_AARCH64_WORDS_H

#define WORD_CLOCK "virtual counter"
#define WORD_CONTROLLER "GIC"
#define WORD_ITS_CONTROLLER "the GIC"
#define WORD_TIMER "virtual timer"
#define WORD_SLEEP "WFI"
#define WORD_SPINS "the image measures WFI in the kernel only: user mode spins"
#define WORD_PREFETCHERS "no register that disables prefetchers is architectural"
#define WORD_FLUSH ""
#define WORD_KEPT_REGISTERS "x19 to x29"
#define WORD_ASIDS ""

#endif
