/* SPDX-License-Identifier: MIT */
#include "kernel/aarch64/dev/its.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/aarch64/dev/gic.h"
#include "kernel/aarch64/dev/parts.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/firmware.h"
#include "kernel/mm/memory.h"
#include "lib/aarch64/cache_clean.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/string.h"

/* Offsets in the ITS: "ITS register map". Messages are written to the second frame. */
#define GITS_CTLR 0x0000
#define GITS_TYPER 0x0008
#define GITS_CBASER 0x0080
#define GITS_CWRITER 0x0088
#define GITS_CREADR 0x0090
#define GITS_BASER 0x0100
#define GITS_TRANSLATER 0x10040
#define GITS_BYTES 0x10000

#define CTLR_ENABLED (1u << 0)
#define CTLR_QUIESCENT (1u << 31)
#define TYPER_ENTRY_BYTES(typer) (((typer) >> 4 & 15) + 1)      /* of a device's table */
#define TYPER_DEVICE_BITS(typer) (((typer) >> 13 & 31) + 1)
#define TYPER_TARGET_IS_ADDRESS (1ull << 19)

/* Registers of tables: their base addresses with attributes. */
#define VALID (1ull << 63)
#define CACHEABLE (7ull << 59)
#define SHAREABLE (1ull << 10)
#define BASER_COUNT 8
#define BASER_TYPE(value) ((value) >> 56 & 7)
#define BASER_ENTRY_BYTES(value) (((value) >> 48 & 31) + 1)
#define BASER_PAGE_SHIFT 8              /* field: pages of 4, 16 or 64 KiB */
#define BASER_PAGE_MASK (3ull << BASER_PAGE_SHIFT)
#define BASER_PAGES_MAX 256
enum {TABLE_DEVICES = 1, TABLE_COLLECTIONS = 4};

/* Offsets in a redistributor, and fields. */
#define GICR_CTLR 0x0000
#define GICR_TYPER 0x0008
#define GICR_PROPBASER 0x0070
#define GICR_PENDBASER 0x0078
#define GICR_ENABLE_LPIS 1u
#define GICR_HAS_LPIS 1ull
#define GICR_NUMBER(typer) ((typer) >> 8 & 0xffff)
#define GICR_CACHEABLE (7ull << 7)
#define PENDBASER_IS_ZERO (1ull << 62)

/* Commands: "ITS commands". */
enum {COMMAND_INT = 0x03, COMMAND_SYNC = 0x05, COMMAND_MAPD = 0x08, COMMAND_MAPC = 0x09,
      COMMAND_MAPTI = 0x0a, COMMAND_INV = 0x0c};
#define COMMAND_WORDS 4

#define PAGE_BYTES 0x10000ull           /* the largest alignment of a table */
#define ITT_BYTES 4096
#define EVENT_BITS 1
#define COLLECTION 0

/* LPIs begin with 8192. Their properties are a byte each: priority and enable bit. */
#define ID_BITS 14                      /* the fewest that have LPIs */
#define LPI_FIRST 8192
#define PROPERTY_PRIORITY 0xa0
#define PROPERTY_GROUP_1 2u             /* always set */
#define PROPERTY_ENABLED 1u

#define LIMIT_US 100000
#define VECTOR_FIRST VECTOR_DISK
#define VECTORS 2                       /* VECTOR_DISK, VECTOR_LINE */

static struct {
	volatile uint8_t *registers;
	volatile uint64_t *commands;
	uint8_t *properties;
	uint64_t target;                /* the boot CPU's redistributor, as commands name it */
	uint64_t itts_phys;
	uint32_t write_offset;
	bool works;
	struct {
		bool is_used;
		uint32_t device_id;
	} routes[VECTORS];
	volatile unsigned arrivals;
} its;

static volatile uint32_t *word(unsigned offset)
{
	return (volatile uint32_t *)(its.registers + offset);
}

static volatile uint64_t *register_at(unsigned offset)
{
	return (volatile uint64_t *)(its.registers + offset);
}

/* Allocate cleared memory that the controller uses. Returns MEMORY_NONE if there is none. */
static uint64_t take(uint64_t size_bytes)
{
	uint64_t phys = memory_alloc(size_bytes, PAGE_BYTES);

	if (phys != MEMORY_NONE) {
		memset(phys_to_virt(phys), 0, size_bytes);
		cache_clean(phys_to_virt(phys), size_bytes);
	}
	return phys;
}

/* ---- Commands ---- */

/* Queue a command and wait until it was executed. Returns false if that takes too long, as after an
 * error, which stops the queue. */
static bool command(uint64_t first, uint64_t second, uint64_t third)
{
	const uint64_t words[COMMAND_WORDS] = {first, second, third, 0};
	volatile uint64_t *next = its.commands + its.write_offset / sizeof(uint64_t);
	struct spin spin = spin_for_us(LIMIT_US);

	for (unsigned i = 0; i < COMMAND_WORDS; i++)
		next[i] = words[i];
	cache_clean((const void *)(uintptr_t)next, sizeof(words));
	its.write_offset = (uint32_t)((its.write_offset + sizeof(words)) % PAGE_BYTES);
	*register_at(GITS_CWRITER) = its.write_offset;
	while (*register_at(GITS_CREADR) != its.write_offset) {
		if (!spin_on(&spin))
			return false;
	}
	return true;
}

static bool synchronise(void)
{
	return command(COMMAND_SYNC, 0, its.target);
}

/* ---- Routes ---- */

static uint32_t lpi_of(unsigned route)
{
	return GIC_MESSAGE_FIRST + route;
}

static uint64_t with_device(unsigned route, uint64_t number)
{
	return (uint64_t)its.routes[route].device_id << 32 | number;
}

/* Enable or disable the LPI of a route, whose events are mapped. */
static bool set_enabled(unsigned route, bool is_enabled)
{
	uint8_t *property = &its.properties[lpi_of(route) - LPI_FIRST];

	*property = PROPERTY_PRIORITY | PROPERTY_GROUP_1 | (is_enabled ? PROPERTY_ENABLED : 0);
	cache_clean(property, 1);
	return command(with_device(route, COMMAND_INV), 0, 0) && synchronise();
}

static bool map_device(unsigned route, bool is_mapped)
{
	uint64_t table_phys = its.itts_phys + (uint64_t)route * ITT_BYTES;

	return command(with_device(route, COMMAND_MAPD), EVENT_BITS - 1,
		       table_phys | (is_mapped ? VALID : 0));
}

static bool open_route(unsigned route, uint32_t device_id)
{
	its.routes[route].device_id = device_id;
	return map_device(route, true) &&
	       command(with_device(route, COMMAND_MAPTI), (uint64_t)lpi_of(route) << 32,
		       COLLECTION) && set_enabled(route, true);
}

uint64_t its_route(uint8_t vector, uint32_t requester)
{
	unsigned route = vector - VECTOR_FIRST;
	uint32_t device_id;

	if (!its.works || vector < VECTOR_FIRST || route >= VECTORS ||
	    !parts_message_device(requester, &device_id))
		return 0;
	its_mask(vector);
	its.routes[route].is_used = true;
	gic_name_message(lpi_of(route), vector);
	if (!open_route(route, device_id)) {
		warning("its", "commands are not executed; disks are polled");
		its.works = false;
		return 0;
	}
	return parts()->gic.its_phys + GITS_TRANSLATER;
}

void its_mask(uint8_t vector)
{
	unsigned route = vector - VECTOR_FIRST;

	if (!its.works || vector < VECTOR_FIRST || route >= VECTORS || !its.routes[route].is_used)
		return;
	its.routes[route].is_used = false;
	set_enabled(route, false);
	map_device(route, false);
	synchronise();
	gic_name_message(lpi_of(route), 0);
}

/* ---- Set-up ---- */

/* Give a table to the ITS. A smaller table than asked for knows fewer devices. */
static bool set_table(unsigned offset, uint64_t entries)
{
	volatile uint64_t *base = register_at(offset);
	uint64_t bytes = BASER_ENTRY_BYTES(*base) * entries, pages, phys, shift;

	for (shift = 2; shift > 0; shift--) {   /* the largest pages that the ITS has */
		*base = shift << BASER_PAGE_SHIFT;
		if ((*base & BASER_PAGE_MASK) == shift << BASER_PAGE_SHIFT)
			break;
	}
	pages = (bytes + (0x1000ull << 2 * shift) - 1) >> (12 + 2 * shift);
	if (pages > BASER_PAGES_MAX)
		pages = BASER_PAGES_MAX;
	phys = take(pages << (12 + 2 * shift));
	if (phys == MEMORY_NONE)
		return false;
	*base = VALID | CACHEABLE | phys | SHAREABLE | shift << BASER_PAGE_SHIFT | (pages - 1);
	return true;
}

static bool set_tables(void)
{
	uint64_t devices = 1ull << TYPER_DEVICE_BITS(*register_at(GITS_TYPER));

	if (devices > 1u << 16)         /* of one segment */
		devices = 1u << 16;
	for (unsigned i = 0; i < BASER_COUNT; i++) {
		unsigned offset = GITS_BASER + 8 * i;
		uint64_t type = BASER_TYPE(*register_at(offset));

		if ((type == TABLE_DEVICES && !set_table(offset, devices)) ||
		    (type == TABLE_COLLECTIONS && !set_table(offset, COLLECTION + 1)))
			return false;
	}
	return true;
}

static bool set_queue(void)
{
	uint64_t phys = take(PAGE_BYTES);

	its.itts_phys = take(VECTORS * ITT_BYTES);
	if (phys == MEMORY_NONE || its.itts_phys == MEMORY_NONE)
		return false;
	its.commands = phys_to_virt(phys);
	*register_at(GITS_CBASER) = VALID | CACHEABLE | phys | SHAREABLE | (PAGE_BYTES / 4096 - 1);
	*register_at(GITS_CWRITER) = 0;
	return true;
}

/* Give the tables of LPIs to this CPU's redistributor. Returns false if it has no LPIs, or firmware
 * has turned them on, after which the tables stay. */
static bool set_redistributor(void)
{
	volatile uint8_t *redistributor = (volatile uint8_t *)this_cpu()->redistributor;
	volatile uint32_t *control = (volatile uint32_t *)(redistributor + GICR_CTLR);
	uint64_t typer = *(volatile uint64_t *)(redistributor + GICR_TYPER);
	uint64_t properties_phys, pending_phys;

	if ((typer & GICR_HAS_LPIS) == 0 || (*control & GICR_ENABLE_LPIS) != 0)
		return false;
	properties_phys = take((1u << ID_BITS) - LPI_FIRST);
	pending_phys = take((1u << ID_BITS) / 8);
	if (properties_phys == MEMORY_NONE || pending_phys == MEMORY_NONE)
		return false;
	its.properties = phys_to_virt(properties_phys);
	*(volatile uint64_t *)(redistributor + GICR_PROPBASER) =
		properties_phys | SHAREABLE | GICR_CACHEABLE | (ID_BITS - 1);
	*(volatile uint64_t *)(redistributor + GICR_PENDBASER) =
		pending_phys | SHAREABLE | GICR_CACHEABLE | PENDBASER_IS_ZERO;
	*control |= GICR_ENABLE_LPIS;
	memory_fence();
	its.target = (*register_at(GITS_TYPER) & TYPER_TARGET_IS_ADDRESS) != 0
			     ? gic_redistributor_phys() : GICR_NUMBER(typer) << 16;
	return true;
}

static bool is_quiescent(void)
{
	struct spin spin = spin_for_us(LIMIT_US);

	*word(GITS_CTLR) &= ~CTLR_ENABLED;
	while ((*word(GITS_CTLR) & CTLR_QUIESCENT) == 0) {
		if (!spin_on(&spin))
			return false;
	}
	return true;
}

static const char *set_up(void)
{
	if (TYPER_ENTRY_BYTES(*register_at(GITS_TYPER)) << EVENT_BITS > ITT_BYTES ||
	    !is_quiescent())
		return "is not ready";
	if (!set_tables() || !set_queue())
		return "no memory for tables";
	if (!set_redistributor())
		return "the redistributor's tables cannot be set";
	*word(GITS_CTLR) |= CTLR_ENABLED;
	if (!command(COMMAND_MAPC, 0, VALID | its.target | COLLECTION) || !synchronise())
		return "commands are not executed";
	return NULL;
}

static void count_arrival(struct trap_frame *frame)
{
	(void)frame;
	its.arrivals++;
	interrupt_acknowledge();
}

/* Raise an interrupt of the device with ID 0 by command. */
static bool interrupt_arrives(void)
{
	struct spin spin = spin_for_us(INTERRUPT_LIMIT_US);
	unsigned route = VECTOR_DISK - VECTOR_FIRST;

	interrupt_handle(VECTOR_DISK, count_arrival);
	gic_name_message(lpi_of(route), VECTOR_DISK);
	its.works = its.routes[route].is_used = true;
	if (open_route(route, 0) && command(with_device(route, COMMAND_INT), 0, 0)) {
		interrupts_on();
		while (its.arrivals == 0 && spin_on(&spin))
			;
		interrupts_off();
	}
	its_mask(VECTOR_DISK);
	interrupt_handle(VECTOR_DISK, NULL);
	return its.arrivals != 0;
}

void its_init(void)
{
	const char *why;

	if (gic_access.version != 3 || parts()->gic.its_phys == 0 || !self_interrupt_works())
		return;
	its.registers = firmware_map_device("its", parts()->gic.its_phys, GITS_BYTES);
	if (its.registers == NULL)
		return;
	why = set_up();
	if (why == NULL && !interrupt_arrives())
		why = "interrupts do not arrive";
	its.works = why == NULL;
	if (why != NULL)
		warning("its", "%s; disks are polled", why);
}
