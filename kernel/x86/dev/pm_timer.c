/* SPDX-License-Identifier: MIT */
/* The PM timer: a port with a counter of fixed rate that needs no set-up, on nearly every PC. ACPI
 * Specification, "Power Management Timer". */
#include "kernel/x86/dev/pm_timer.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/dev/acpi/acpi.h"
#include "lib/x86/io.h"

#define PM_TIMER_HZ 3579545u
#define PM_TIMER_MASK_24 0xffffffu

static struct {
	uint16_t port;
	struct counter counter;
	bool is_running;
} pm_timer;

static uint64_t pm_timer_read_timer(void)
{
	return inl(pm_timer.port) & pm_timer.counter.mask;
}

void pm_timer_init(void)
{
	const struct acpi_fadt *fadt = acpi_fadt();

	if (fadt == NULL || fadt->pm_timer_port == 0)
		return;
	pm_timer.port = fadt->pm_timer_port;
	pm_timer.counter = (struct counter){
		.rate_hz = PM_TIMER_HZ,
		.mask = fadt->pm_timer_32_bits ? UINT32_MAX : PM_TIMER_MASK_24,
		.read = pm_timer_read_timer,
	};
	pm_timer.is_running = counter_is_running(&pm_timer.counter);
	if (!pm_timer.is_running)
		warning("pm_timer", "counter at port %#x does not advance; not used",
			     pm_timer.port);
}

const struct counter *pm_timer_counter(void)
{
	return pm_timer.is_running ? &pm_timer.counter : NULL;
}

uint16_t pm_timer_port(void)
{
	return pm_timer.is_running ? pm_timer.port : 0;
}
