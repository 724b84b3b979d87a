/* SPDX-License-Identifier: MIT */
/* Connections to other machines cannot be opened, because there is no driver yet. */
#include <stddef.h>

#include "kernel/net/carrier.h"

static const char *refuse(unsigned self, unsigned nodes)
{
	(void)self;
	(void)nodes;
	return "the kernel has no driver of serial lines or network cards for this processor yet";
}

static void close_nothing(void)
{
}

const struct net_carrier net_serial = {.open = refuse, .close = close_nothing};
const struct net_carrier net_ethernet = {.open = refuse, .close = close_nothing};
