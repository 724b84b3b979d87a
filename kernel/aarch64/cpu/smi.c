/* SPDX-License-Identifier: MIT */
/* Firmware at EL3 and a hypervisor run unnoticed: no register counts their interrupts. */
#include "kernel/machine/smi.h"

uint32_t smi_count(void)
{
	return 0;
}
