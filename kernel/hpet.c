/* The HPET's main counter. Register names and offsets: IA-PC HPET Specification 1.0a, "Register
 * Overview" and the sections after it. */
#include "kernel/hpet.h"

#include <stddef.h>

#include "bench/warning.h"
#include "kernel/acpi.h"
#include "kernel/paging.h"

#define HPET_CAPABILITIES 0x000
#define HPET_PERIOD_FS 0x004            /* upper half of the capabilities */
#define HPET_CONFIGURATION 0x010
#define HPET_MAIN_COUNTER 0x0f0
#define HPET_TIMER_CONFIGURATION(n) (0x100 + 0x20 * (n))

#define CAPABILITIES_LAST_TIMER(value) ((value) >> 8 & 0x1f)
#define CONFIGURATION_ENABLE (1u << 0)
#define CONFIGURATION_LEGACY_ROUTE (1u << 1)
#define TIMER_INTERRUPT_ENABLE (1u << 2)

#define PERIOD_FS_MAX 100000000u        /* 100 ns, the longest that is allowed */
#define FS_PER_SECOND 1000000000000000ull

static struct {
	volatile uint32_t *registers;
	struct counter counter;
	bool is_running;
} hpet;

/* Only 32-bit accesses: all implementations take them, and none can tear. */
static uint32_t hpet_read(unsigned offset)
{
	return hpet.registers[offset / 4];
}

static void hpet_write(unsigned offset, uint32_t value)
{
	hpet.registers[offset / 4] = value;
}

static uint64_t read_main_counter(void)
{
	return hpet_read(HPET_MAIN_COUNTER);
}

static void silence_comparators(void)
{
	unsigned last = CAPABILITIES_LAST_TIMER(hpet_read(HPET_CAPABILITIES));

	for (unsigned timer = 0; timer <= last; timer++) {
		unsigned offset = HPET_TIMER_CONFIGURATION(timer);

		hpet_write(offset, hpet_read(offset) & ~TIMER_INTERRUPT_ENABLE);
	}
}

static void start(void)
{
	uint32_t configuration = hpet_read(HPET_CONFIGURATION);

	silence_comparators();
	hpet_write(HPET_CONFIGURATION,
		   (configuration & ~CONFIGURATION_LEGACY_ROUTE) | CONFIGURATION_ENABLE);
}

void hpet_init(void)
{
	const struct acpi_hpet *table = acpi_hpet();
	uint32_t period_fs;

	if (table == NULL)
		return;
	hpet.registers = paging_map_device(table->phys, ACPI_HPET_BYTES);
	period_fs = hpet_read(HPET_PERIOD_FS);
	if (period_fs == 0 || period_fs > PERIOD_FS_MAX) {
		warning("hpet", "period of %u fs is impossible: not used", period_fs);
		return;
	}
	start();
	hpet.counter = (struct counter){
		.rate_hz = FS_PER_SECOND / period_fs,
		.mask = UINT32_MAX,
		.read = read_main_counter,
	};
	hpet.is_running = counter_is_running(&hpet.counter);
	if (!hpet.is_running)
		warning("hpet", "the counter stands still: not used");
}

const struct counter *hpet_counter(void)
{
	return hpet.is_running ? &hpet.counter : NULL;
}

const volatile uint32_t *hpet_counter_register(void)
{
	return hpet.is_running ? &hpet.registers[HPET_MAIN_COUNTER / 4] : NULL;
}
