/* SPDX-License-Identifier: MIT */
/* Sequences of the user's instructions are not run on this processor yet, so nothing looks for
 * their list. */
#include "kernel/code/code.h"

void code_init(const struct boot_info *info)
{
	(void)info;
}
