/* SPDX-License-Identifier: MIT */
/* State of timers: see state.h. Running counts are not saved, because they change. The firmware's
 * own timer service restarts the timer that the firmware uses. */
#include "boot/efi/state.h"

#include <stdbool.h>

#include "boot/efi/devices.h"
#include "boot/efi/firmware.h"
#include "lib/x86/io.h"

/* ---- The firmware's timer: PI Specification 1.8, volume 2, "Timer Architectural Protocol" ---- */

struct timer_protocol {
	EFI_STATUS (EFIAPI *register_handler)(struct timer_protocol *, void *);
	EFI_STATUS (EFIAPI *set_period)(struct timer_protocol *, UINT64 period_100ns);
	EFI_STATUS (EFIAPI *get_period)(struct timer_protocol *, UINT64 *period_100ns);
	void *generate_interrupt;
};

static struct timer_protocol *timer;

bool devices_find_timer(void)
{
	EFI_GUID guid = {0x26baccb3, 0x6f42, 0x11d4,
			 {0xbc, 0xe7, 0x00, 0x80, 0xc7, 0x3c, 0x88, 0x81}};

	return firmware_services->LocateProtocol(&guid, NULL, (void **)&timer) == EFI_SUCCESS;
}

unsigned state_save_timer(uint64_t *to)
{
	UINT64 period_100ns;

	if (timer == NULL || timer->get_period(timer, &period_100ns) != EFI_SUCCESS)
		return 0;
	to[0] = period_100ns;
	return 1;
}

/* The service may ignore a period that equals the current one, so set another period first. */
void state_restore_timer(const uint64_t *from, unsigned count)
{
	(void)count;
	timer->set_period(timer, 0);
	timer->set_period(timer, from[0]);
}

/* ---- PIT: Intel 8254 data sheet (231164), "Read-Back Command" ---- */

#define PIT_CHANNEL(n) (uint16_t)(0x40 + (n))
#define PIT_COMMAND 0x43
#define PIT_READ_STATUS(n) (uint8_t)(0xe0 | 2u << (n))
#define PIT_STATUS_MODE 0x0f            /* and BCD */
#define PIT_BOTH_BYTES 0x30             /* access mode, because the original one is lost with the
					 * count */
#define PIT_SELECT(n) (uint8_t)((n) << 6)
#define PORT_SPEAKER 0x61
#define SPEAKER_BITS 0x03

static const unsigned pit_channels[] = {0, 2};

unsigned state_save_pit(uint64_t *to)
{
	for (unsigned i = 0; i < 2; i++) {
		outb(PIT_COMMAND, PIT_READ_STATUS(pit_channels[i]));
		to[i] = inb(PIT_CHANNEL(pit_channels[i])) & PIT_STATUS_MODE;
	}
	to[2] = inb(PORT_SPEAKER) & SPEAKER_BITS;
	return 3;
}

/* The count is unknown; 65536 is a PC's initial value. */
void state_restore_pit(const uint64_t *from, unsigned count)
{
	(void)count;
	for (unsigned i = 0; i < 2; i++) {
		unsigned channel = pit_channels[i];

		outb(PIT_COMMAND, (uint8_t)(PIT_SELECT(channel) | PIT_BOTH_BYTES | from[i]));
		outb(PIT_CHANNEL(channel), 0);
		outb(PIT_CHANNEL(channel), 0);
	}
	outb(PORT_SPEAKER, (uint8_t)((inb(PORT_SPEAKER) & ~SPEAKER_BITS) | from[2]));
}

/* ---- HPET: IA-PC HPET Specification 1.0a, "Register Overview" ---- */

#define HPET_CAPABILITIES 0x000
#define HPET_CONFIGURATION 0x010
#define HPET_COUNTER 0x0f0
#define HPET_TIMER(n) (0x100 + 0x20 * (n))
#define HPET_TIMER_COMPARATOR(n) (0x108 + 0x20 * (n))
#define HPET_TIMER_MESSAGE(n) (0x110 + 0x20 * (n))
#define HPET_LAST_TIMER(capabilities) ((capabilities) >> 8 & 0x1f)
#define HPET_TIMER_KNOWS_MESSAGES (1u << 15)
#define HPET_ENABLE (1u << 0)
#define HPET_TIMER_VALUES 5

static volatile uint32_t *hpet_register(unsigned offset)
{
	return (volatile uint32_t *)(uintptr_t)(devices_acpi.hpet_phys + offset);
}

static unsigned hpet_timers(void)
{
	return HPET_LAST_TIMER(*hpet_register(HPET_CAPABILITIES)) + 1;
}

/* Values that stand still. Counter and comparators are constant only while the firmware does not
 * use them. */
static uint32_t hpet_standing(uint64_t configuration, unsigned offset)
{
	return (configuration & HPET_ENABLE) == 0 ? *hpet_register(offset) : 0;
}

unsigned state_save_hpet(uint64_t *to)
{
	unsigned count = 0;

	if (devices_acpi.hpet_phys == 0)
		return 0;
	to[count++] = *hpet_register(HPET_CONFIGURATION);
	to[count++] = hpet_standing(to[0], HPET_COUNTER);
	to[count++] = hpet_standing(to[0], HPET_COUNTER + 4);
	for (unsigned i = 0; i < hpet_timers(); i++) {
		to[count++] = *hpet_register(HPET_TIMER(i));
		to[count++] = *hpet_register(HPET_TIMER_MESSAGE(i));
		to[count++] = *hpet_register(HPET_TIMER_MESSAGE(i) + 4);
		to[count++] = hpet_standing(to[0], HPET_TIMER_COMPARATOR(i));
		to[count++] = hpet_standing(to[0], HPET_TIMER_COMPARATOR(i) + 4);
	}
	return count;
}

static void restore_hpet_timer(unsigned number, const uint64_t *values, bool stands)
{
	if ((values[0] & HPET_TIMER_KNOWS_MESSAGES) != 0) {
		*hpet_register(HPET_TIMER_MESSAGE(number)) = (uint32_t)values[1];
		*hpet_register(HPET_TIMER_MESSAGE(number) + 4) = (uint32_t)values[2];
	}
	*hpet_register(HPET_TIMER(number)) = (uint32_t)values[0];
	if (stands) {
		*hpet_register(HPET_TIMER_COMPARATOR(number)) = (uint32_t)values[3];
		*hpet_register(HPET_TIMER_COMPARATOR(number) + 4) = (uint32_t)values[4];
	}
}

void state_restore_hpet(const uint64_t *from, unsigned count)
{
	bool stands = (from[0] & HPET_ENABLE) == 0;

	(void)count;
	*hpet_register(HPET_CONFIGURATION) &= ~HPET_ENABLE;
	for (unsigned i = 0; i < hpet_timers(); i++)
		restore_hpet_timer(i, from + 3 + HPET_TIMER_VALUES * i, stands);
	if (stands) {
		*hpet_register(HPET_COUNTER) = (uint32_t)from[1];
		*hpet_register(HPET_COUNTER + 4) = (uint32_t)from[2];
	}
	*hpet_register(HPET_CONFIGURATION) = (uint32_t)from[0];
}

/* ---- RTC: Motorola MC146818A data sheet, "Address Map" ---- */

#define RTC_INDEX 0x70
#define RTC_DATA 0x71
#define RTC_A 0x0a
#define RTC_A_UPDATING 0x80
#define RTC_B 0x0b
#define RTC_C 0x0c

/* Register B is last, because it turns interrupts on. */
static unsigned rtc_list(uint8_t *numbers)
{
	unsigned count = 0;

	numbers[count++] = 0x01;        /* alarm seconds, minutes and hours */
	numbers[count++] = 0x03;
	numbers[count++] = 0x05;
	if (devices_acpi.rtc_day_alarm != 0)
		numbers[count++] = devices_acpi.rtc_day_alarm;
	if (devices_acpi.rtc_month_alarm != 0)
		numbers[count++] = devices_acpi.rtc_month_alarm;
	numbers[count++] = RTC_A;
	numbers[count++] = RTC_B;
	return count;
}

static uint8_t rtc_read(uint8_t number)
{
	outb(RTC_INDEX, number);
	return inb(RTC_DATA);
}

unsigned state_save_rtc(uint64_t *to)
{
	uint8_t numbers[8];
	unsigned count = rtc_list(numbers);

	for (unsigned i = 0; i < count; i++)
		to[i] = rtc_read(numbers[i]) & (numbers[i] == RTC_A ? ~RTC_A_UPDATING : 0xff);
	return count;
}

void state_restore_rtc(const uint64_t *from, unsigned count)
{
	uint8_t numbers[8];

	rtc_list(numbers);
	for (unsigned i = 0; i < count; i++) {
		outb(RTC_INDEX, numbers[i]);
		outb(RTC_DATA, (uint8_t)from[i]);
	}
	rtc_read(RTC_C);                /* clears pending interrupts */
}
