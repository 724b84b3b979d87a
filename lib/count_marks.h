/* SPDX-License-Identifier: MIT */
/* The instructions at which the counting of a program begins and ends: NOPs of seven bytes whose
 * displacement occurs in no other code. Intel SDM vol. 2B, "NOP - No Operation". */
#ifndef LIB_COUNT_MARKS_H
#define LIB_COUNT_MARKS_H

#define COUNT_MARK_BYTES 7
#define COUNT_MARK_BEGIN "\x0f\x1f\x80" "bARe"
#define COUNT_MARK_END "\x0f\x1f\x80" "lINe"

/* The same for an assembler: the displacement as a number. */
#define COUNT_MARK_BEGIN_TEXT "nopl 0x65524162(%%rax)"
#define COUNT_MARK_END_TEXT "nopl 0x654e496c(%%rax)"

#endif
