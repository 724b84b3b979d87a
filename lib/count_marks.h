/* SPDX-License-Identifier: MIT */
/* The instructions at which the counting of a program begins and ends. They have no effect, and
 * occur in no other code. On x86-64 they are NOPs of seven bytes: Intel SDM vol. 2B, "NOP - No
 * Operation". On aarch64 they are moves to the zero register: Arm ARM, "MOVK". On riscv64 they are
 * comparisons without a result: RISC-V Instruction Set Manual, volume I, "HINT Instructions", for
 * custom use. */
#ifndef LIB_COUNT_MARKS_H
#define LIB_COUNT_MARKS_H

#define COUNT_MARK_X86_BYTES 7
#define COUNT_MARK_X86_BEGIN "\x0f\x1f\x80" "bARe"
#define COUNT_MARK_X86_END "\x0f\x1f\x80" "lINe"
#define COUNT_MARK_AARCH64_BYTES 4
#define COUNT_MARK_AARCH64_BEGIN "\x3f\x48\xec\xf2"
#define COUNT_MARK_AARCH64_END "\x3f\x89\xed\xf2"

#define COUNT_MARK_RISCV64_BYTES 4
#define COUNT_MARK_RISCV64_BEGIN "\x13\xa0\x1b\x42"
#define COUNT_MARK_RISCV64_END "\x13\xa0\xeb\x4c"

/* The marks as text for an assembler. */
#define COUNT_MARK_X86_BEGIN_TEXT "nopl 0x65524162(%%rax)"
#define COUNT_MARK_X86_END_TEXT "nopl 0x654e496c(%%rax)"
#define COUNT_MARK_AARCH64_BEGIN_TEXT "movk xzr, #0x6241, lsl #48"
#define COUNT_MARK_AARCH64_END_TEXT "movk xzr, #0x6c49, lsl #48"
#define COUNT_MARK_RISCV64_BEGIN_TEXT "slti zero, s7, 0x421"
#define COUNT_MARK_RISCV64_END_TEXT "slti zero, s7, 0x4ce"

#endif
