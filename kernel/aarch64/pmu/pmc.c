/* SPDX-License-Identifier: MIT */
/* No records: there are no counters, and nothing of the state that firmware left is read yet. */
#include "kernel/machine/pmc.h"

void pmc_describe(struct wire_writer *writer)
{
	(void)writer;
}

void state_describe(struct wire_writer *writer)
{
	(void)writer;
}
