/* SPDX-License-Identifier: MIT */
/* The real-time clock, which counts seconds since 1970. Arm, "PrimeCell Real Time Clock (PL031)
 * Technical Reference Manual" (DDI 0224), "Data Register", which is the first register. */
#include "kernel/machine/rtc.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/aarch64/dev/rtc_register.h"
#include "kernel/aarch64/dev/tree.h"

static volatile uint32_t *find(void)
{
	struct device_node node;

	if (!device_tree_find(machine_tree(), "arm,pl031", &node))
		return NULL;
	return tree_map(&node, 0, "rtc");
}

const volatile uint32_t *rtc_register(void)
{
	static volatile uint32_t *found;
	static bool has_looked;

	if (!has_looked)
		found = find();
	has_looked = true;
	return found;
}

bool rtc_exists(void)
{
	return rtc_register() != NULL;
}

bool rtc_read_date(struct utc_time *time)
{
	*time = utc_time_from_seconds(*rtc_register());
	return true;
}
