/* SPDX-License-Identifier: MIT */
/* Devices that serve interactions. There is none: no line can be looped here, and the drivers of
 * disks do not serve interactions yet. */
#include "kernel/flow/real_device.h"
#include "kernel/machine/loop_line.h"
#include "lib/text/errno.h"

static int refuse(struct flow_real_device *device, const struct flow_real *wanted,
		  uint32_t hardware_id)
{
	(void)wanted;
	(void)hardware_id;
	return flow_real_fail(device, -ENOTSUP,
			      "the kernel has no driver of such a device for this processor yet");
}

struct flow_real_device flow_real_disk = {.kind = FLOW_DISK, .open = refuse};
struct flow_real_device flow_real_line = {.kind = FLOW_SERIAL, .open = refuse};

const char *loop_line_find(const char **missing)
{
	*missing = "the kernel loops no serial line for this processor yet";
	return NULL;
}
