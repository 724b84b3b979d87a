/* SPDX-License-Identifier: MIT */
/* Classes of exceptions, and their names. Arm ARM, "ESR_EL1, Exception Syndrome Register (EL1)",
 * field EC. */
#ifndef LIB_AARCH64_EXCEPTION_NAME_H
#define LIB_AARCH64_EXCEPTION_NAME_H

#define CLASS_UNKNOWN 0x00
#define CLASS_SVC 0x15
#define CLASS_INSTRUCTION_ABORT_LOWER 0x20
#define CLASS_INSTRUCTION_ABORT 0x21
#define CLASS_DATA_ABORT_LOWER 0x24
#define CLASS_DATA_ABORT 0x25
#define CLASS_SERROR 0x2f

#define SYNDROME_CLASS_SHIFT 26
#define SYNDROME_CLASS_BITS 6

#endif
