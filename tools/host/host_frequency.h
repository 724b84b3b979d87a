/* SPDX-License-Identifier: MIT */
/* The current frequency of the host's CPUs. */
#ifndef TOOLS_HOST_HOST_FREQUENCY_H
#define TOOLS_HOST_HOST_FREQUENCY_H

#include <stdbool.h>

/* Linux's files; tests use others. */
#define HOST_FREQUENCY_CPUS "/sys/devices/system/cpu"
#define HOST_FREQUENCY_INFO "/proc/cpuinfo"

/* Frequency of the fastest CPU in MHz. The caller's CPU is busy; idle CPUs report no useful
 * frequency. Reads cpuN/cpufreq/scaling_cur_freq in the directory cpus, else "cpu MHz" in the file
 * info. Returns 0 if neither exists. (Linux, Documentation/admin-guide/pm/cpufreq.rst, "Policy
 * Interface in sysfs".) */
double host_frequency_read(const char *cpus, const char *info);

/* Whether two frequencies differ by more than 5 % of the higher, which is more than a metric's
 * interval allows for. False if either is unknown. */
bool host_frequency_differs(double before, double after);

#endif
