/* SPDX-License-Identifier: MIT */
/* No devices of interactions either. */
#include "kernel/flow/real.h"

void flow_real_end(void)
{
}
