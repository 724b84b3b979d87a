/* SPDX-License-Identifier: MIT */
/* Activity of the host during a run. */
#ifndef TOOLS_TOPIC_HOST_H
#define TOOLS_TOPIC_HOST_H

#include "tools/host/host_noise.h"

/* Read it from the manifest in a run's directory. is_known is false if there is none. */
struct host_noise topic_host_noise(const char *path);

#endif
