/* SPDX-License-Identifier: MIT */
/* Instructions for tests of faults.
 *
 *	CPU_INVALID_OPCODE
 *		The text of an instruction that is undefined for good.
 *	cpu_code_unit, CPU_RETURN
 *		The code of a return from a function.
 *	CPU_FAULT_KINDS(X)
 *		Kinds of faults that only this processor has. X(name) has a function
 *		break_by_name(void *data), which raises it. */
#ifndef LIB_CPU_FAULTS_H
#define LIB_CPU_FAULTS_H

#include "lib/cpu/arch.h"

#endif
