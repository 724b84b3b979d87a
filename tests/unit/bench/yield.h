/* SPDX-License-Identifier: MIT */
/* Included before the files of bench/ that poll for another CPU. The fake's CPUs are threads, which
 * may have one core, so a thread that polls gives its core to the others. */
#include <sched.h>

#include "lib/cpu/pause.h"

#define cpu_pause() sched_yield()
