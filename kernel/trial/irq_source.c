/* How each source is made to interrupt the boot CPU once. A timer is armed for a deadline a little
 * ahead, anything else is a single write away from interrupting. */
#include "kernel/cpu/interrupt.h"
#include "kernel/dev/hpet.h"
#include "kernel/dev/i8042.h"
#include "kernel/dev/ioapic.h"
#include "kernel/dev/lapic.h"
#include "kernel/dev/pit.h"
#include "kernel/dev/rtc.h"
#include "kernel/dev/serial.h"
#include "kernel/dev/tsc.h"
#include "kernel/dev/watchdog.h"
#include "kernel/smp/smp.h"
#include "kernel/trial/interrupt.h"
#include "lib/text/errno.h"

#define TIMER_DELAY_US 100
#define PERIODIC_HZ 8192
#define SENDER 1                        /* the CPU that an INTERRUPT_IPI is from */
#define SENDER_LIMIT_MS 4000            /* a busy emulator may stop a CPU for as long as a second */
#define BACKSTOP_US 1000000             /* for a wait that the watchdog can't end */
#define BACKSTOP_EARLY_US 10000         /* by how much two clocks may differ in that time */
#define TEST_BYTE 0x5a
#define RELEASED_SHIFT 0xaa             /* scan code set 1: a byte that means nothing by itself */

static uint64_t sent_tsc;               /* written by SENDER, read once it has finished */

static uint64_t ticks_for(uint64_t counts, uint64_t rate_hz)
{
	return counts * tsc_hz() / rate_hz;
}

static int route_isa(unsigned irq)
{
	return ioapic_route_isa(irq, VECTOR_TRIAL, lapic_id(), IOAPIC_FIXED) == 0 ? 0 : -ENOTSUP;
}

/* ---- The local APIC's own ---- */

static uint64_t register_address(unsigned offset)
{
	return (uintptr_t)&lapic_access.registers[offset / 4];
}

static struct raise by_lapic(unsigned offset, uint32_t value)
{
	return (struct raise){
		.way = lapic_access.is_x2apic ? RAISE_MSR : RAISE_REGISTER,
		.target = lapic_access.is_x2apic ? LAPIC_MSR(offset) : register_address(offset),
		.value = value,
	};
}

static int prepare_self_ipi(struct raise *raise)
{
	*raise = lapic_access.is_x2apic
		 ? by_lapic(LAPIC_SELF_IPI, VECTOR_TRIAL)
		 : by_lapic(LAPIC_ICR, LAPIC_ICR_TO_SELF(VECTOR_TRIAL));
	return 0;
}

/* By its own APIC ID: the shorthand for oneself sends fixed interrupts only. */
static int prepare_nmi(struct raise *raise)
{
	*raise = by_lapic(LAPIC_ICR, LAPIC_ICR_NMI);
	if (lapic_access.is_x2apic)
		raise->value |= (uint64_t)lapic_id() << 32;
	else
		lapic_write(LAPIC_ICR_HIGH, lapic_id() << 24);
	return 0;
}

static int prepare_lapic_timer(struct raise *raise)
{
	uint32_t ticks = (uint32_t)(lapic_timer_hz() * TIMER_DELAY_US / 1000000);

	if (ticks == 0)
		return -ENOTSUP;
	lapic_timer_select(LAPIC_ONE_SHOT, VECTOR_TRIAL);
	*raise = by_lapic(LAPIC_TIMER_INITIAL_COUNT, ticks);
	raise->is_timer = true;
	raise->due_after_tsc = ticks_for(ticks, lapic_timer_hz());
	return 0;
}

/* The deadline is absolute, so lateness is counted from it and not from the write. */
static int prepare_tsc_deadline(struct raise *raise)
{
	lapic_timer_select(LAPIC_TSC_DEADLINE, VECTOR_TRIAL);
	*raise = (struct raise){
		.way = RAISE_MSR,
		.target = MSR_TSC_DEADLINE,
		.value = tsc_after_us(TIMER_DELAY_US),
		.is_timer = true,
	};
	raise->due_tsc = raise->value;
	return 0;
}

/* ---- Another CPU ---- */

void raise_send(uint32_t apic_id, uint8_t vector)
{
	if (lapic_access.is_x2apic) {
		wrmsr(LAPIC_MSR(LAPIC_ICR), (uint64_t)apic_id << 32 | vector);
	} else {
		lapic_write(LAPIC_ICR_HIGH, apic_id << 24);
		lapic_write(LAPIC_ICR, vector);
	}
}

/* Later than at once, so that the boot CPU has begun to wait. */
static void send_later(void *apic_id)
{
	tsc_wait_us(TIMER_DELAY_US);
	sent_tsc = tsc_read_fenced();
	raise_send((uint32_t)(uintptr_t)apic_id, VECTOR_TRIAL);
}

static int prepare_ipi(struct raise *raise)
{
	*raise = (struct raise){.way = RAISE_PEER};
	return smp_run(SENDER, send_later, (void *)(uintptr_t)lapic_id());
}

uint64_t raise_sent_tsc(void)
{
	return sent_tsc;
}

/* ---- Timers of the board ---- */

/* A count begins with the clock that follows the write: the interrupt is due at the earliest time
 * that it may come. */
static int prepare_pit(struct raise *raise)
{
	uint32_t count = (uint32_t)((uint64_t)PIT_HZ * TIMER_DELAY_US / 1000000);

	*raise = (struct raise){
		.way = RAISE_PORT,
		.target = PIT_PORT_CHANNEL_0,
		.value = pit_one_shot_prepare((uint16_t)count),
		.is_timer = true,
		.due_after_tsc = ticks_for(count, PIT_HZ),
	};
	return 0;
}

/* The counter may have reached what was read of it anywhen since its tick before. */
static int irq_source_prepare_hpet(struct raise *raise)
{
	uint64_t hz = hpet_counter()->rate_hz;
	uint32_t delay = (uint32_t)(hz * TIMER_DELAY_US / 1000000);
	uint64_t before_tsc = tsc_read_fenced();

	hpet_one_shot(delay);
	*raise = (struct raise){
		.way = RAISE_NOTHING,
		.is_timer = true,
		.due_tsc = before_tsc + ticks_for(delay - 1, hz),
	};
	return 0;
}

/* A period after the tick that is waited for first, counted from the last look that did not see it.
 * The clock is the watchdog's: it is taken from it meanwhile, and a wait that only the watchdog
 * could end is ended by the local APIC's timer. */
static int prepare_rtc(struct raise *raise)
{
	uint64_t unseen_tsc = tsc_read_fenced();

	if (lapic_timer_hz() == 0)
		return -ENOTSUP;
	ioapic_mask_isa(RTC_IRQ);
	rtc_periodic_on(RTC_8192_HZ);
	if (!rtc_periodic_wait(&unseen_tsc))
		return -ETIMEDOUT;
	if (route_isa(RTC_IRQ) != 0)
		return -ENOTSUP;
	lapic_timer_arm((uint32_t)(lapic_timer_hz() / 1000000 * BACKSTOP_US), VECTOR_TRIAL);
	*raise = (struct raise){
		.way = RAISE_NOTHING,
		.is_timer = true,
		.due_tsc = unseen_tsc + tsc_hz() / PERIODIC_HZ,
		.limit_tsc = tsc_after_us(BACKSTOP_US - BACKSTOP_EARLY_US),
		.device_port = rtc_causes_port(),
		.device_bits = RTC_CAUSE_PERIODIC,
		.device_byte = RTC_CAUSE_PERIODIC,
	};
	return 0;
}

/* ---- Ports ---- */

static int prepare_serial(struct raise *raise)
{
	serial_loopback_begin();
	*raise = (struct raise){
		.way = RAISE_PORT,
		.target = serial_data_port(),
		.value = TEST_BYTE,
		.device_port = serial_data_port(),
		.device_bits = UINT8_MAX,
		.device_byte = TEST_BYTE,
	};
	return 0;
}

static int irq_source_prepare_input(enum i8042_device device, struct raise *raise)
{
	i8042_flush();
	*raise = (struct raise){
		.way = RAISE_PORT,
		.target = I8042_DATA,
		.value = RELEASED_SHIFT,
		.device_port = I8042_DATA,
		.device_bits = UINT8_MAX,
		.device_byte = RELEASED_SHIFT,
	};
	return i8042_prepare_injection(device);
}

/* ---- All of them ---- */

static int open_input(enum i8042_device device)
{
	int error = i8042_open();

	return error != 0 ? error : i8042_route(device, VECTOR_TRIAL);
}

int raise_open(enum interrupt_source source)
{
	switch (source) {
	case INTERRUPT_SELF_IPI:
	case INTERRUPT_NMI:
		return lapic_self_ipi_works() ? 0 : -ENOTSUP;
	case INTERRUPT_IPI:
		return smp_online() > SENDER && lapic_reaches(lapic_id()) ? 0 : -ENOTSUP;
	case INTERRUPT_LAPIC_TIMER:
		return lapic_timer_hz() != 0 ? 0 : -ENOTSUP;
	case INTERRUPT_TSC_DEADLINE:
		return lapic_tsc_deadline_works() ? 0 : -ENOTSUP;
	case INTERRUPT_PIT:
		return pit_counter() != NULL ? route_isa(PIT_IRQ) : -ENOTSUP;
	case INTERRUPT_HPET:
		return hpet_counter() != NULL ? hpet_open(VECTOR_TRIAL, lapic_id()) : -ENOTSUP;
	case INTERRUPT_RTC:
		return rtc_exists() && ioapic_exists() ? 0 : -ENOTSUP;
	case INTERRUPT_SERIAL:
		return serial_irq() >= 0 ? route_isa((unsigned)serial_irq()) : -ENOTSUP;
	case INTERRUPT_KEYBOARD:
		return open_input(I8042_KEYBOARD);
	case INTERRUPT_MOUSE:
		return open_input(I8042_MOUSE);
	}
	return -ENOTSUP;
}

bool raise_was_seen(enum interrupt_source source)
{
	return source == INTERRUPT_SELF_IPI || source == INTERRUPT_LAPIC_TIMER ||
	       source == INTERRUPT_TSC_DEADLINE || source == INTERRUPT_KEYBOARD ||
	       source == INTERRUPT_MOUSE;
}

int raise_prepare(enum interrupt_source source, struct raise *raise)
{
	switch (source) {
	case INTERRUPT_SELF_IPI:
		return prepare_self_ipi(raise);
	case INTERRUPT_IPI:
		return prepare_ipi(raise);
	case INTERRUPT_NMI:
		return prepare_nmi(raise);
	case INTERRUPT_LAPIC_TIMER:
		return prepare_lapic_timer(raise);
	case INTERRUPT_TSC_DEADLINE:
		return prepare_tsc_deadline(raise);
	case INTERRUPT_PIT:
		return prepare_pit(raise);
	case INTERRUPT_HPET:
		return irq_source_prepare_hpet(raise);
	case INTERRUPT_RTC:
		return prepare_rtc(raise);
	case INTERRUPT_SERIAL:
		return prepare_serial(raise);
	case INTERRUPT_KEYBOARD:
		return irq_source_prepare_input(I8042_KEYBOARD, raise);
	case INTERRUPT_MOUSE:
		return irq_source_prepare_input(I8042_MOUSE, raise);
	}
	return -ENOTSUP;
}

static void done_with_rtc(void)
{
	ioapic_mask_isa(RTC_IRQ);
	lapic_timer_stop();
	rtc_periodic_off();
	watchdog_take_clock_back();
}

int raise_done(enum interrupt_source source)
{
	if (source == INTERRUPT_IPI)
		return smp_wait(SENDER, SENDER_LIMIT_MS);
	if (source == INTERRUPT_RTC)
		done_with_rtc();
	else if (source == INTERRUPT_SERIAL)
		serial_loopback_end();
	return 0;
}

void raise_close(enum interrupt_source source)
{
	switch (source) {
	case INTERRUPT_PIT:
		ioapic_mask_isa(PIT_IRQ);
		break;
	case INTERRUPT_HPET:
		hpet_close();
		break;
	case INTERRUPT_SERIAL:
		ioapic_mask_isa((unsigned)serial_irq());
		break;
	case INTERRUPT_KEYBOARD:
	case INTERRUPT_MOUSE:
		i8042_unroute();
		i8042_close();
		break;
	default:
		break;
	}
}
