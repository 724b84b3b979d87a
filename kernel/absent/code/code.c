/* SPDX-License-Identifier: MIT */
/* Sequences of the user's instructions are not run yet: their list is not looked for. */
#include "kernel/code/code.h"

void code_init(const struct boot_info *info)
{
	(void)info;
}
