/* SPDX-License-Identifier: MIT */
/* Intel's 82574L (QEMU's e1000e), and the 82540EM and 82545EM (QEMU's e1000). The registers used
 * here are the same: a ring of legacy descriptors for each direction. Intel 82574 GbE Controller
 * Family Datasheet, "Driver Programming Interface", "Receive Descriptor Format", "Transmit
 * Descriptor Format". */
#include "kernel/machine/clock.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "kernel/net/card.h"
#include "lib/cpu/spin.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define INTEL 0x8086

/* "Register Summary": offsets in BAR 0. */
#define CONTROL 0x0000u
#define CAUSE 0x00c0u                   /* interrupt causes; writing ones clears them */
#define MASK_SET 0x00d0u
#define MASK_CLEAR 0x00d8u
#define VECTORS 0x00e4u                 /* MSI-X messages of causes */
#define RECEIVE_CONTROL 0x0100u
#define SEND_CONTROL 0x0400u
#define SEND_GAP 0x0410u
#define RECEIVE_RING 0x2800u
#define SEND_RING 0x3800u
#define REGISTERS_BYTES 0x4000u

/* Registers of a ring, relative to its base. */
#define RING_BASE_LOW 0x00u
#define RING_BASE_HIGH 0x04u
#define RING_LENGTH 0x08u
#define RING_HEAD 0x10u
#define RING_TAIL 0x18u

#define CONTROL_LINK_RESET (1u << 3)
#define CONTROL_LINK_UP (1u << 6)
#define CONTROL_INVERTED_LOSS (1u << 7)
#define CONTROL_RESET (1u << 26)
#define CONTROL_VLAN (1u << 30)
#define RECEIVE_ENABLE (1u << 1)
#define RECEIVE_BROADCAST (1u << 15)
#define RECEIVE_STRIP_CRC (1u << 26)
#define SEND_ENABLE (1u << 1)
#define SEND_PAD (1u << 3)
#define SEND_COLLISIONS (15u << 4 | 64u << 12)  /* "Collision Threshold", "Collision Distance" */
#define GAP_COPPER (10u | 8u << 10 | 6u << 20)  /* "Transmit IPG" */
#define VECTORS_RECEIVE_FIRST 8u        /* receive queue 0 uses message 0, valid */
#define CAUSES_RECEIVE (1u << 4 | 1u << 6 | 1u << 7 | 1u << 20)

#define SEND_WHOLE_WITH_CRC_REPORT 0x0bu        /* "Transmit Command": EOP, IFCS, RS */
#define STATUS_DONE 1u
#define STATUS_WHOLE 2u                 /* received: ends in this buffer */

#define RESET_WAIT_MS 200
#define ENTRIES 16u                     /* per ring, a multiple of 8 */
#define BUFFER_BYTES 2048u
#define SEND_RING_AT 2048u              /* offset in the page of both rings */
#define MEMORY_BYTES (PAGE_4K + 2 * ENTRIES * BUFFER_BYTES)
#define PROBLEM_CHARS 96

struct receive_descriptor {
	uint64_t phys;
	uint16_t bytes, checksum;
	uint8_t status, errors;
	uint16_t special;
};

struct send_descriptor {
	uint64_t phys;
	uint16_t bytes;
	uint8_t checksum_offset, command, status, checksum_start;
	uint16_t special;
};

static struct {
	volatile uint32_t *registers;   /* NULL: not open */
	volatile struct receive_descriptor *receive;
	volatile struct send_descriptor *send;
	volatile uint8_t *buffers;      /* receive buffers first */
	unsigned next_received, next_sent;
	char problem[PROBLEM_CHARS];
} e1000;

static bool e1000_matches(const struct pci_function *function)
{
	return function->vendor == INTEL && (function->device == 0x10d3 ||
					     function->device == 0x100e ||
					     function->device == 0x100f);
}

static uint32_t e1000_read(uint32_t offset)
{
	return e1000.registers[offset / sizeof(uint32_t)];
}

static void e1000_write(uint32_t offset, uint32_t value)
{
	e1000.registers[offset / sizeof(uint32_t)] = value;
}

/* ---- Opening ---- */

static bool e1000_is_reset(void)
{
	struct spin spin;

	e1000_write(MASK_CLEAR, UINT32_MAX);
	e1000_write(CONTROL, e1000_read(CONTROL) | CONTROL_RESET);
	spin = spin_for(ticks_of_ms(RESET_WAIT_MS, clock_limit_hz()));
	while ((e1000_read(CONTROL) & CONTROL_RESET) != 0) {
		if (!spin_on(&spin))
			return false;
	}
	e1000_write(MASK_CLEAR, UINT32_MAX);
	e1000_write(CAUSE, UINT32_MAX);
	return true;
}

static void set_up_ring(uint32_t ring, uint64_t phys, uint32_t tail)
{
	e1000_write(ring + RING_BASE_LOW, (uint32_t)phys);
	e1000_write(ring + RING_BASE_HIGH, (uint32_t)(phys >> 32));
	e1000_write(ring + RING_LENGTH, ENTRIES * sizeof(struct send_descriptor));
	e1000_write(ring + RING_HEAD, 0);
	e1000_write(ring + RING_TAIL, tail);
}

static void set_up_rings(uint8_t *memory, uint64_t phys)
{
	uint64_t buffers_phys = phys + PAGE_4K;

	e1000.receive = (void *)memory;
	e1000.send = (void *)(memory + SEND_RING_AT);
	e1000.buffers = memory + PAGE_4K;
	e1000.next_received = e1000.next_sent = 0;
	for (unsigned i = 0; i < ENTRIES; i++) {
		e1000.receive[i].phys = buffers_phys + i * BUFFER_BYTES;
		e1000.send[i].phys = buffers_phys + (ENTRIES + i) * BUFFER_BYTES;
		e1000.send[i].bytes = CARD_PACKET_BYTES;
		e1000.send[i].status = STATUS_DONE;
	}
	set_up_ring(RECEIVE_RING, phys, ENTRIES - 1);
	set_up_ring(SEND_RING, phys + SEND_RING_AT, 0);
}

static const char *e1000_open(struct pci_function *function)
{
	const char *why = NULL;
	uint64_t phys;

	e1000.registers = pci_registers(function, 0, 0, REGISTERS_BYTES, &why);
	if (e1000.registers == NULL) {
		fmt_buffer(e1000.problem, sizeof(e1000.problem),
			   "network card (e1000): BAR 0 %s", why);
		return e1000.problem;
	}
	if (!e1000_is_reset())
		return "network card (e1000): reset timed out";
	phys = memory_alloc(MEMORY_BYTES, PAGE_4K);
	if (phys == MEMORY_NONE)
		return "network card (e1000): no memory for buffers";
	e1000_write(CONTROL, (e1000_read(CONTROL) | CONTROL_LINK_UP) &
		    ~(CONTROL_LINK_RESET | CONTROL_INVERTED_LOSS | CONTROL_VLAN));
	set_up_rings(memset(phys_to_virt(phys), 0, MEMORY_BYTES), phys);
	e1000_write(VECTORS, VECTORS_RECEIVE_FIRST);
	e1000_write(SEND_GAP, GAP_COPPER);
	e1000_write(SEND_CONTROL, SEND_ENABLE | SEND_PAD | SEND_COLLISIONS);
	e1000_write(RECEIVE_CONTROL, RECEIVE_ENABLE | RECEIVE_BROADCAST | RECEIVE_STRIP_CRC);
	return NULL;
}

static void e1000_close(void)
{
	if (e1000.registers != NULL)
		e1000_is_reset();
	e1000.registers = NULL;
}

/* ---- Packets ---- */

static bool e1000_send(const uint8_t *packet)
{
	volatile struct send_descriptor *descriptor = &e1000.send[e1000.next_sent];
	volatile uint8_t *to = e1000.buffers + (ENTRIES + e1000.next_sent) * BUFFER_BYTES;

	if ((descriptor->status & STATUS_DONE) == 0)
		return false;
	for (unsigned i = 0; i < CARD_PACKET_BYTES; i++)
		to[i] = packet[i];
	descriptor->status = 0;
	descriptor->command = SEND_WHOLE_WITH_CRC_REPORT;
	e1000.next_sent = (e1000.next_sent + 1) % ENTRIES;
	e1000_write(SEND_RING + RING_TAIL, e1000.next_sent);
	return true;
}

static bool has_received(void)
{
	return (e1000.receive[e1000.next_received].status & STATUS_DONE) != 0;
}

/* Copy a received packet, truncated to room. Returns 0 for a packet with errors or in several
 * buffers. */
static size_t take_packet(uint8_t *packet, size_t room)
{
	volatile struct receive_descriptor *descriptor = &e1000.receive[e1000.next_received];
	const volatile uint8_t *from = e1000.buffers + e1000.next_received * BUFFER_BYTES;
	size_t size = descriptor->bytes < room ? descriptor->bytes : room;

	if ((descriptor->status & STATUS_WHOLE) == 0 || descriptor->errors != 0)
		size = 0;
	for (size_t i = 0; i < size; i++)
		packet[i] = from[i];
	descriptor->status = 0;
	e1000_write(RECEIVE_RING + RING_TAIL, e1000.next_received);
	e1000.next_received = (e1000.next_received + 1) % ENTRIES;
	return size;
}

/* Receive a packet. If no packet is left, clear the cause before concluding that, because a cause
 * that is not cleared does not interrupt again. */
static size_t e1000_receive(uint8_t *packet, size_t room)
{
	for (unsigned looks = 0; looks < 2; looks++) {
		for (unsigned i = 0; i < ENTRIES && has_received(); i++) {
			size_t size = take_packet(packet, room);

			if (size > 0)
				return size;
		}
		if (looks == 0)
			e1000_write(CAUSE, UINT32_MAX);
	}
	return 0;
}

static void e1000_listen(bool does_interrupt)
{
	e1000_write(does_interrupt ? MASK_SET : MASK_CLEAR, CAUSES_RECEIVE);
}

const struct net_card card_e1000 = {
	.matches = e1000_matches,
	.open = e1000_open,
	.send = e1000_send,
	.receive = e1000_receive,
	.listen = e1000_listen,
	.close = e1000_close,
};
