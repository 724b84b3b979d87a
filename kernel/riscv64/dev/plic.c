/* SPDX-License-Identifier: MIT */
#include "kernel/riscv64/dev/plic.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/mm/firmware.h"
#include "kernel/one_entry/cpu/interrupt.h"
#include "kernel/riscv64/cpu/vector.h"
#include "kernel/riscv64/dev/parts.h"
#include "kernel/riscv64/dev/uart.h"
#include "lib/cpu/interrupts.h"

/* "Memory Map". Offsets are in bytes. */
#define PRIORITIES 0                    /* a word for each source */
#define ENABLES 0x2000                  /* a bit for each source */
#define ENABLE_BYTES 0x80               /* of a context */
#define CONTEXTS 0x200000
#define CONTEXT_BYTES 0x1000
#define PAGE_BYTES 0x1000

enum {THRESHOLD, CLAIM};                /* words of a context */

#define SOURCES 1024
#define PRIORITY 1

#define VECTOR_FIRST VECTOR_DISK
#define VECTORS (VECTOR_MOUSE - VECTOR_FIRST + 1)
#define REPEATS_MAX 1000                /* claims of a source while its vector is not handled */

static struct {
	volatile uint32_t *priorities, *enables, *context;      /* context is NULL: no controller */
	bool works;
	struct line {
		uint32_t source;        /* 0: none */
		void (*silence)(void);
		uint64_t handled;       /* interrupts of the vector at the latest claim */
		unsigned repeats;
	} lines[VECTORS];
	volatile unsigned arrivals;
} plic;

static void enable(uint32_t source, bool on)
{
	volatile uint32_t *word = &plic.enables[source / 32];

	*word = on ? *word | 1u << source % 32 : *word & ~(1u << source % 32);
}

static struct line *line_of(uint32_t source)
{
	for (unsigned i = 0; i < VECTORS; i++) {
		if (plic.lines[i].source == source)
			return &plic.lines[i];
	}
	return NULL;
}

/* Whether a device keeps its line active, for which this CPU would do nothing else. */
static bool is_stuck(struct line *line, uint8_t vector)
{
	uint64_t handled = interrupt_count(vector);

	line->repeats = handled == line->handled ? line->repeats + 1 : 0;
	line->handled = handled;
	return line->repeats > REPEATS_MAX;
}

static void take(uint32_t source)
{
	struct line *line = line_of(source);
	uint8_t vector = line != NULL ? (uint8_t)(VECTOR_FIRST + (line - plic.lines)) : 0;
	bool is_wanted = line != NULL && !is_stuck(line, vector);

	if (line != NULL) {
		line->silence();
		self_interrupt(vector);
	}
	plic.context[CLAIM] = source;
	if (!is_wanted)
		enable(source, false);
}

bool plic_dispatch(void)
{
	uint32_t source;

	if (plic.context == NULL)
		return false;
	while ((source = plic.context[CLAIM]) != 0)
		take(source);
	return true;
}

/* QEMU 7.2 notices a request that is already pending at the second write only. */
static void route(uint32_t source, uint8_t vector, void (*silence)(void))
{
	plic.lines[vector - VECTOR_FIRST] = (struct line){.source = source, .silence = silence};
	enable(source, true);
	plic.priorities[source] = PRIORITY;
}

bool plic_route(uint32_t source, uint8_t vector, void (*silence)(void))
{
	if (!plic.works || source == 0 || source >= SOURCES || vector < VECTOR_FIRST ||
	    vector >= VECTOR_FIRST + VECTORS)
		return false;
	route(source, vector, silence);
	return true;
}

void plic_mask(uint8_t vector)
{
	struct line *line = &plic.lines[vector - VECTOR_FIRST];

	if (plic.context == NULL || line->source == 0)
		return;
	enable(line->source, false);
	line->source = 0;
}

static void count_arrival(struct trap_frame *frame)
{
	(void)frame;
	plic.arrivals++;
}

/* Let the serial port interrupt. Returns true if there is no port to try. */
static bool interrupt_arrives(uint32_t source)
{
	struct spin spin = spin_for_us(INTERRUPT_LIMIT_US);

	if (source == 0 || source >= SOURCES || !uart_raise_line())
		return true;
	interrupt_handle(VECTOR_DISK, count_arrival);
	route(source, VECTOR_DISK, uart_release_line);
	interrupts_on();
	while (plic.arrivals == 0 && spin_on(&spin))
		;
	interrupts_off();
	uart_release_line();
	plic_mask(VECTOR_DISK);
	interrupt_handle(VECTOR_DISK, NULL);
	return plic.arrivals != 0;
}

static volatile uint32_t *map(uint64_t offset)
{
	return firmware_map_device("plic", parts()->plic.phys + offset, PAGE_BYTES);
}

static bool find(void)
{
	uint64_t enables = ENABLES + (uint64_t)parts()->plic.context * ENABLE_BYTES;
	volatile uint32_t *page = map(enables / PAGE_BYTES * PAGE_BYTES);

	plic.priorities = map(PRIORITIES);
	if (plic.priorities == NULL || page == NULL)
		return false;
	plic.enables = page + enables % PAGE_BYTES / 4;
	plic.context = map(CONTEXTS + (uint64_t)parts()->plic.context * CONTEXT_BYTES);
	return plic.context != NULL;
}

void plic_init(void)
{
	if (parts()->plic.phys == 0 || !self_interrupt_works() || !find())
		return;
	for (unsigned word = 0; word < SOURCES / 32; word++)
		plic.enables[word] = 0;
	plic.context[THRESHOLD] = 0;
	plic.works = interrupt_arrives(parts()->serial_source);
	if (!plic.works)
		warning("plic", "the serial port's interrupt does not arrive; disks are polled");
}
