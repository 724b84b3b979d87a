/* SPDX-License-Identifier: MIT */
#include "kernel/riscv64/dev/imsic.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/mm/firmware.h"
#include "kernel/one_entry/cpu/interrupt.h"
#include "kernel/riscv64/core/imsic_registers.h"
#include "kernel/riscv64/core/probe.h"
#include "kernel/riscv64/cpu/vector.h"
#include "kernel/riscv64/dev/parts.h"
#include "kernel/riscv64/dev/plic.h"
#include "lib/cpu/interrupts.h"
#include "lib/riscv64/control.h"

#define PAGE_BYTES 4096

/* "Indirectly Accessed Interrupt-File Registers": delivery, threshold, and the enabled numbers
 * below 64. Pending numbers are not saved, because firmware that polls has none. */
enum {EIDELIVERY = 0x70, EITHRESHOLD = 0x72, EIE0 = 0xc0};
static const uint64_t saved_registers[] = {EIDELIVERY, EITHRESHOLD, EIE0};

#define SAVED (sizeof(saved_registers) / sizeof(saved_registers[0]))

/* Vectors of devices, whose numbers begin with 1. */
#define VECTOR_FIRST VECTOR_DISK
#define VECTORS (VECTOR_MOUSE - VECTOR_FIRST + 1)
#define STOPEI_NUMBER_SHIFT 16

static struct {
	bool exists, works;
	uint64_t firmwares[SAVED];
	volatile unsigned arrivals;
} imsic;

static uint64_t imsic_read(uint64_t which)
{
	uint64_t value;

	__asm__ volatile("csrw %1, %3\n\tcsrr %0, %2"
			 : "=r"(value) : "i"(SISELECT), "i"(SIREG), "r"(which) : "memory");
	return value;
}

static void imsic_write(uint64_t which, uint64_t value)
{
	__asm__ volatile("csrw %0, %2\n\tcsrw %1, %3"
			 : : "i"(SISELECT), "i"(SIREG), "r"(which), "r"(value) : "memory");
}

/* Claim the pending number with the highest priority, which clears its request. Returns 0 if none
 * is pending. */
static uint32_t claim(void)
{
	uint64_t top;

	__asm__ volatile("csrrw %0, %1, zero" : "=r"(top) : "i"(STOPEI) : "memory");
	return (uint32_t)(top >> STOPEI_NUMBER_SHIFT);
}

/* Called by trap.S for an interrupt of a device. Traps are off. */
void external_interrupt_dispatch(struct trap_frame *frame);

void external_interrupt_dispatch(struct trap_frame *frame)
{
	uint32_t number;

	if (!imsic.exists) {
		if (!plic_dispatch())
			exception_dispatch(frame);
		return;
	}
	while ((number = claim()) != 0) {
		if (number <= VECTORS)
			self_interrupt((uint8_t)(VECTOR_FIRST + number - 1));
	}
}

uint32_t imsic_number(uint8_t vector)
{
	return vector - VECTOR_FIRST + 1u;
}

bool imsic_route(uint8_t vector)
{
	if (!imsic.works || vector < VECTOR_FIRST || vector >= VECTOR_FIRST + VECTORS)
		return false;
	imsic_write(EIE0, imsic_read(EIE0) | 1ull << imsic_number(vector));
	return true;
}

void imsic_mask(uint8_t vector)
{
	if (imsic.works)
		imsic_write(EIE0, imsic_read(EIE0) & ~(1ull << imsic_number(vector)));
}

void imsic_restore(uint32_t *values, uint32_t *differences)
{
	*values = imsic.exists ? SAVED : 0;
	*differences = 0;
	for (unsigned i = 0; i < *values; i++) {
		imsic_write(saved_registers[i], imsic.firmwares[i]);
		*differences += imsic_read(saved_registers[i]) != imsic.firmwares[i];
	}
}

static void count_message(struct trap_frame *frame)
{
	(void)frame;
	imsic.arrivals++;
}

/* Write a message as a device does, but by this CPU. Returns whether it arrives. */
static bool message_arrives(volatile uint32_t *page)
{
	struct spin spin = spin_for_us(INTERRUPT_LIMIT_US);

	interrupt_handle(VECTOR_DISK, count_message);
	imsic_route(VECTOR_DISK);
	*page = imsic_number(VECTOR_DISK);
	interrupts_on();
	while (imsic.arrivals == 0 && spin_on(&spin))
		;
	interrupts_off();
	imsic_mask(VECTOR_DISK);
	interrupt_handle(VECTOR_DISK, NULL);
	return imsic.arrivals != 0;
}

void imsic_init(void)
{
	volatile uint32_t *page;

	if (parts()->messages_phys == 0 || !self_interrupt_works() || probe_read_stopei() != 0)
		return;
	page = firmware_map_device("imsic", parts()->messages_phys, PAGE_BYTES);
	if (page == NULL)
		return;
	imsic.exists = imsic.works = true;
	for (unsigned i = 0; i < SAVED; i++)
		imsic.firmwares[i] = imsic_read(saved_registers[i]);
	imsic_write(EIE0, 0);
	imsic_write(EITHRESHOLD, 0);
	imsic_write(EIDELIVERY, 1);
	imsic.works = message_arrives(page);
	if (!imsic.works)
		warning("imsic", "messages of devices do not arrive; disks are polled");
}
