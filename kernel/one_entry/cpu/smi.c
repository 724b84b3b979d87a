/* SPDX-License-Identifier: MIT */
/* No register counts the interrupts of firmware in M-mode or at EL3, which runs unnoticed. */
#include "kernel/machine/smi.h"

#include "bench/platform.h"

uint32_t smi_count(void)
{
	return 0;
}

uint32_t platform_smi_msr(void)
{
	return 0;
}
