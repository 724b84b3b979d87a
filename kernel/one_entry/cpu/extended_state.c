/* SPDX-License-Identifier: MIT */
/* The floating-point or vector registers, as Linux saves them. */
#include "kernel/machine/extended_state.h"

#include <stddef.h>

void extended_state_save(void *area);
void extended_state_restore(const void *area);

const struct extended_state_way *extended_state_best(void)
{
	static const struct extended_state_way way = {extended_state_save, extended_state_restore};

	return &way;
}
