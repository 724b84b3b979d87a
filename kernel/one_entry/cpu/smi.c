/* SPDX-License-Identifier: MIT */
/* Firmware in M-mode or at EL3 runs unnoticed: no register counts its interrupts. */
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
