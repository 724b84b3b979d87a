/* SPDX-License-Identifier: MIT */
/* The local APIC's timer on a model of its registers, those of x2APIC mode. A deadline counts only
 * if the mode is set and a fence was between, as the manual states. Time passes with each
 * access. */
#include "tests/unit/unit.h"

#include <stdbool.h>

#include "lib/x86/control.h"
#include "lib/x86/msr.h"

#define LIB_X86_TSC_H

static uint64_t clock_read(void);
static uint64_t model_rdmsr(uint32_t msr);
static void model_wrmsr(uint32_t msr, uint64_t value);
static void model_interrupts(bool on);
static void model_fence(void);

#define rdmsr model_rdmsr
#define wrmsr model_wrmsr
#define memory_fence model_fence
#define interrupts_on() model_interrupts(true)
#define interrupts_off() model_interrupts(false)
#include "kernel/x86/dev/lapic.c"

#define TSC_HZ 2000000000ull
#define TICKS_PER_COUNT 20
#define TIMER_HZ (TSC_HZ / TICKS_PER_COUNT)
#define WINDOW_US 1000
#define ERROR_HZ (2 * 1000000 / WINDOW_US)      /* of a measurement that is two counts off */
#define TICKS_PER_ACCESS 100
#define NEVER UINT64_MAX

static struct {
	uint64_t tsc, base;
	uint32_t lvt, initial;
	uint64_t start_tsc, fires_tsc;
	bool is_fenced, is_on, is_ipi_pending;
	bool timer_is_dead, deadline_is_dead, ipi_is_dead;
	unsigned acknowledged, fired, early;
	uint64_t armed_tsc;             /* not to fire before */
	interrupt_handler *handler;
	unsigned warnings;
} machine;

/* ---- The machine ---- */

static void deliver(uint8_t vector)
{
	struct trap_frame frame = {.vector = vector};

	assert_int_equal(vector, VECTOR_SELF_TEST);
	assert_non_null(machine.handler);
	machine.is_on = false;
	machine.handler(&frame);
	machine.is_on = true;
}

static void pass(uint64_t ticks)
{
	machine.tsc += ticks;
	if (machine.is_on && machine.is_ipi_pending) {
		machine.is_ipi_pending = false;
		deliver(VECTOR_SELF_TEST);
	}
	if (machine.is_on && machine.tsc >= machine.fires_tsc && (machine.lvt & LVT_MASKED) == 0) {
		machine.fires_tsc = NEVER;
		machine.fired++;
		machine.early += machine.tsc < machine.armed_tsc;
		deliver((uint8_t)machine.lvt);
	}
}

static uint64_t clock_read(void)
{
	pass(TICKS_PER_ACCESS);
	return machine.tsc;
}

static void model_interrupts(bool on)
{
	machine.is_on = on;
	pass(TICKS_PER_ACCESS);
}

static void model_fence(void)
{
	machine.is_fenced = true;
}

static uint32_t current_count(void)
{
	uint64_t passed = (machine.tsc - machine.start_tsc) / TICKS_PER_COUNT;

	return passed < machine.initial ? (uint32_t)(machine.initial - passed) : 0;
}

static void start(uint32_t count)
{
	machine.initial = count;
	machine.start_tsc = machine.tsc;
	machine.fires_tsc = NEVER;
	if (count == 0 || (machine.lvt & LVT_TSC_DEADLINE) != 0 || machine.timer_is_dead)
		return;
	machine.fires_tsc = machine.tsc + (uint64_t)count * TICKS_PER_COUNT;
}

static void set_deadline(uint64_t deadline_tsc)
{
	assert_true(machine.is_fenced);
	if ((machine.lvt & LVT_TSC_DEADLINE) == 0 || machine.deadline_is_dead)
		return;
	machine.fires_tsc = deadline_tsc;
}

static uint64_t model_rdmsr(uint32_t msr)
{
	pass(TICKS_PER_ACCESS);
	if (msr == MSR_APIC_BASE)
		return machine.base;
	if (msr == LAPIC_MSR(LAPIC_TIMER_CURRENT_COUNT))
		return current_count();
	return 0;
}

static void model_wrmsr(uint32_t msr, uint64_t value)
{
	pass(TICKS_PER_ACCESS);
	switch (msr) {
	case LAPIC_MSR(LAPIC_LVT_TIMER):
		machine.lvt = (uint32_t)value;
		machine.is_fenced = false;
		break;
	case LAPIC_MSR(LAPIC_TIMER_INITIAL_COUNT):
		start((uint32_t)value);
		break;
	case LAPIC_MSR(LAPIC_SELF_IPI):
		machine.is_ipi_pending = !machine.ipi_is_dead;
		break;
	case LAPIC_MSR(LAPIC_EOI):
		machine.acknowledged++;
		break;
	case MSR_TSC_DEADLINE:
		set_deadline(value);
		break;
	}
}

/* ---- What the driver needs ---- */

uint64_t clock_hz(void)
{
	return TSC_HZ;
}

uint64_t clock_after_us(uint64_t us)
{
	return machine.armed_tsc = clock_read() + us * TSC_HZ / 1000000;
}

void clock_wait_us(uint64_t us)
{
	uint64_t end_tsc = machine.tsc + us * TSC_HZ / 1000000;

	while (clock_read() < end_tsc)
		;
}

struct spin spin_for_us(uint64_t us)
{
	return spin_for(us * TSC_HZ / 1000000 / 1000);
}

struct clock_bracket clock_bracket(const struct counter *counter)
{
	uint64_t before = clock_read(), count = counter->read();

	return (struct clock_bracket){.tsc = before + TICKS_PER_ACCESS, .count = count};
}

uint64_t time_base_round_hz(uint64_t measured_hz)
{
	return measured_hz;
}

uint64_t time_base_window_us(void)
{
	return WINDOW_US;
}

enum time_base time_base_unit(void)
{
	return TIME_REAL;
}

const char *time_base_hypervisor(void)
{
	return "";
}

bool qemu_made_devices(void)
{
	return false;
}

const struct acpi_madt *acpi_madt(void)
{
	return NULL;
}

bool cpu_has(enum cpuid_feature feature)
{
	(void)feature;
	return true;
}

volatile void *paging_map_device(uint64_t phys, uint64_t size_bytes)
{
	fail_msg("xAPIC at %#lx of %lu bytes", (unsigned long)phys, (unsigned long)size_bytes);
	return NULL;
}

void interrupt_handle(uint8_t vector, interrupt_handler *handler)
{
	assert_int_equal(vector, VECTOR_SELF_TEST);
	machine.handler = handler;
}

void interrupt_acknowledge_by(void (*acknowledge)(void))
{
	(void)acknowledge;
}

void interrupt_discard_pending(void)
{
}

void warning(const char *source, const char *format, ...)
{
	(void)source;
	(void)format;
	machine.warnings++;
}

/* ---- Tests ---- */

static int power_on(void **state)
{
	(void)state;
	memset(&machine, 0, sizeof(machine));
	memset(&lapic, 0, sizeof(lapic));
	lapic_access = (struct lapic_access){0};
	machine.base = BASE_ENABLE | BASE_X2APIC;
	machine.fires_tsc = NEVER;
	return 0;
}

static int check_silent(void **state)
{
	(void)state;
	assert_true((machine.lvt & LVT_MASKED) != 0);
	assert_int_equal(machine.initial, 0);
	assert_null(machine.handler);
	assert_int_equal(machine.early, 0);
	return 0;
}

TEST_WITH(timer_is_measured_and_fires_in_both_modes, power_on, check_silent)
{
	lapic_init();
	assert_true(self_interrupt_works());
	assert_uint_in_range(timer_hz(), TIMER_HZ - ERROR_HZ, TIMER_HZ + ERROR_HZ);
	assert_true(timer_deadline_works());
	assert_int_equal(machine.fired, 2);
	assert_int_equal(machine.acknowledged, 3);
	assert_int_equal(machine.warnings, 0);
}

TEST_WITH(timer_that_never_fires_has_no_rate, power_on, check_silent)
{
	machine.timer_is_dead = true;
	lapic_init();
	assert_int_equal(timer_hz(), 0);
	assert_true(timer_deadline_works());
	assert_int_equal(machine.warnings, 1);
}

TEST_WITH(deadline_that_never_fires_is_not_used, power_on, check_silent)
{
	machine.deadline_is_dead = true;
	lapic_init();
	assert_true(timer_hz() != 0);
	assert_false(timer_deadline_works());
	assert_int_equal(machine.warnings, 1);
}

TEST_WITH(timer_is_not_tried_without_interrupts, power_on, NULL)
{
	machine.ipi_is_dead = true;
	lapic_init();
	assert_false(self_interrupt_works());
	assert_int_equal(timer_hz(), 0);
	assert_int_equal(machine.fired, 0);
}

/* At the earliest after the ticks that it was armed for, and less than one tick later. */
TEST_WITH(one_shot_fires_after_its_ticks, power_on, NULL)
{
	static const uint32_t counts[] = {1, 2, 1000, 100000};

	lapic_access.is_x2apic = true;
	machine.handler = count_arrival;
	for (size_t i = 0; i < COUNT(counts); i++) {
		uint64_t begin_tsc = machine.tsc, armed_tsc;

		timer_arm(counts[i], VECTOR_SELF_TEST);
		armed_tsc = machine.start_tsc;
		assert_true(armed_tsc >= begin_tsc);
		assert_int_equal(machine.fires_tsc - armed_tsc, counts[i] * TICKS_PER_COUNT);
		assert_int_equal(machine.lvt, VECTOR_SELF_TEST);
	}
	timer_stop();
}
