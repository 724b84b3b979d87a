/* SPDX-License-Identifier: MIT */
/* No other machines either. */
#include "kernel/flow/run/machines.h"

void flow_machines_reset(void)
{
}
