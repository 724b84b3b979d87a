/* SPDX-License-Identifier: MIT */
/* The real-time clock, which counts nanoseconds since 1970. Android's goldfish, docs/
 * GOLDFISH-VIRTUAL-HARDWARE.TXT, "Goldfish Real Time Clock". */
#include "kernel/machine/rtc.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/riscv64/dev/rtc_register.h"
#include "kernel/riscv64/dev/tree.h"
#include "lib/text/ticks.h"

enum {TIME_LOW, TIME_HIGH};             /* reading TIME_LOW latches TIME_HIGH */

const volatile uint32_t *rtc_register(void)
{
	static volatile uint32_t *found;
	static bool has_looked;
	struct device_node node;

	if (!has_looked && device_tree_find(machine_tree(), "google,goldfish-rtc", &node))
		found = (volatile uint32_t *)tree_map(&node, "rtc");
	has_looked = true;
	return found;
}

bool rtc_exists(void)
{
	return rtc_register() != NULL;
}

bool rtc_read_date(struct utc_time *time)
{
	uint64_t low = rtc_register()[TIME_LOW];
	uint64_t high = rtc_register()[TIME_HIGH];

	*time = utc_time_from_seconds((high << 32 | low) / NS_PER_SECOND);
	return true;
}
