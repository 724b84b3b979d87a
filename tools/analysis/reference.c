/* SPDX-License-Identifier: MIT */
/* Each value has its source, which states it as measured. Cycles are converted to time only if the
 * source states a fixed clock. */
#include "tools/analysis/reference.h"

#include <string.h>

#define KIB 1024.0
#define UARCH_BENCH "uarch-bench, README, turbo off"
#define I5_5300U_NS(cycles) ((cycles) / 2.3)
#define CORE_TO_CORE "core-to-core-latency, README, median"
#define KERNEL_ENTRY "kernel_entry_benchmark, x86.lol, round trip with empty handlers"
#define SEL4 "seL4 site, performance, without Meltdown mitigation"

static const struct reference metrics[] = {
	{"i5-5300U", "mem.latency", "a load in 16 KiB", 16 * KIB, 4.0, "cycles", I5_5300U_NS(4.0),
	 UARCH_BENCH},
	{"i5-5300U", "mem.latency", "a load in 128 KiB", 128 * KIB, 12.0, "cycles",
	 I5_5300U_NS(12.0), UARCH_BENCH},
	{"i5-5300U", "mem.latency", "a load in 2 MiB", 2048 * KIB, 47.2, "cycles",
	 I5_5300U_NS(47.2), UARCH_BENCH},
	{"i9-9900K", "mem.c2c", "core to core", 0, 21, "ns", 21, CORE_TO_CORE},
	{"5950X", "mem.c2c", "core to core, same chiplet", 0, 17, "ns", 17, CORE_TO_CORE},
	{"5950X", "mem.c2c", "core to core, other chiplet", 0, 85, "ns", 85, CORE_TO_CORE},
	{"E3-1270 v5", "entry.round_trip", "interrupt gate", 0, 614, "cycles", 0, KERNEL_ENTRY},
	{"E3-1270 v5", "entry.round_trip", "call gate", 0, 456, "cycles", 0, KERNEL_ENTRY},
	{"E3-1270 v5", "entry.round_trip", "SYSCALL", 0, 76, "cycles", 0, KERNEL_ENTRY},
	{"E3-1270 v5", "entry.round_trip", "SYSENTER", 0, 73, "cycles", 0, KERNEL_ENTRY},
	{"i7-6700", "irq.stages", "interrupt to a user-level handler of seL4", 0, 1638, "ticks", 0,
	 SEL4},
};

#define METRICS (sizeof(metrics) / sizeof(metrics[0]))

const struct reference *reference_next(const struct reference *previous, const char *brand,
				       const char *bench)
{
	for (size_t i = previous == NULL ? 0 : (size_t)(previous - metrics) + 1; i < METRICS; i++) {
		if (strstr(brand, metrics[i].processor) != NULL &&
		    strcmp(metrics[i].bench, bench) == 0)
			return &metrics[i];
	}
	return NULL;
}
