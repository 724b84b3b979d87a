/* SPDX-License-Identifier: MIT */
/* No machine has a VGA text mode. */
#include <stddef.h>

#include "kernel/dev/screen/surface.h"

const struct surface *surface_vga_text(void)
{
	return NULL;
}
