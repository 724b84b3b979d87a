/* SPDX-License-Identifier: MIT */
/* See lib/cpu/words.h. */
#ifndef LIB_X86_WORDS_H
#define LIB_X86_WORDS_H

#define WORD_CLOCK "TSC"
#define WORD_CONTROLLER "local APIC"
#define WORD_ITS_CONTROLLER "its local APIC"
#define WORD_TIMER "local APIC timer"
#define WORD_SLEEP "HLT"
#define WORD_SPINS "HLT and MWAIT are privileged: user mode can only spin"
#define WORD_PREFETCHERS "no MSR disables prefetchers: neither Intel's 1A4h nor AMD's C0000108h"
#define WORD_FLUSH ""
#define WORD_KEPT_REGISTERS "rbx, rbp, r12 to r15"
#define WORD_ASIDS "CPUID does not show pcid"

#endif
