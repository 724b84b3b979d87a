/* SPDX-License-Identifier: MIT */
/* How fast the host's CPUs go, at one moment. */
#ifndef TOOLS_HOST_HOST_FREQUENCY_H
#define TOOLS_HOST_HOST_FREQUENCY_H

#include <stdbool.h>

/* Linux's own files of it; a test has others. */
#define HOST_FREQUENCY_CPUS "/sys/devices/system/cpu"
#define HOST_FREQUENCY_INFO "/proc/cpuinfo"

/* The frequency of the fastest CPU in MHz: that of one which works, since who asks does. Idle ones
 * say nothing of it. Read from cpuN/cpufreq/scaling_cur_freq below the directory cpus, and where
 * there is none from "cpu MHz" in the file info. 0 where neither tells. (Linux,
 * Documentation/admin-guide/pm/cpufreq.rst, "Policy Interface in sysfs".) */
double host_frequency_read(const char *cpus, const char *info);

/* Whether two frequencies differ by more than a figure's interval allows for: 5 per cent of the
 * higher. False if either is not known. */
bool host_frequency_differs(double before, double after);

#endif
