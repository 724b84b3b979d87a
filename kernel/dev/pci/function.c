/* SPDX-License-Identifier: MIT */
#include "kernel/dev/pci/function.h"

#define REGISTER_ID 0x00
#define REGISTER_COMMAND 0x04           /* command, with status in the upper half */
#define REGISTER_CLASS 0x08
#define REGISTER_HEADER 0x0c
#define REGISTER_BAR(index) (0x10 + 4 * (index))
#define REGISTER_BUSES 0x18             /* buses of a bridge */
#define REGISTER_CAPABILITIES 0x34

#define COMMAND_PORTS (1u << 0)
#define COMMAND_MEMORY (1u << 1)
#define COMMAND_MASTER (1u << 2)
#define COMMAND_INTX_DISABLE (1u << 10)
#define COMMAND_BITS 0xffffu            /* without status, because writing ones would clear it */
#define STATUS_HAS_CAPABILITIES (1u << 20)

#define HEADER_KIND(value) ((value) >> 16 & 0x7f)
#define HEADER_HAS_OTHERS (1u << 23)
#define HEADER_GENERAL 0
#define HEADER_BRIDGE 1

#define BAR_IS_PORTS 1u
#define BAR_KIND(value) ((value) >> 1 & 3)
#define BAR_KIND_32 0
#define BAR_KIND_64 2
#define BAR_ADDRESS ~0xfull

#define SPACE_BYTES 256u
#define CAPABILITY_FIRST 0x40
#define CAPABILITIES_MAX ((SPACE_BYTES - CAPABILITY_FIRST) / 4)
#define NO_VENDOR 0xffff

static void function_write_command(const struct pci_function *function, uint32_t command)
{
	pci_config_write(function->address, REGISTER_COMMAND, command & COMMAND_BITS);
}

static uint32_t function_read_command(const struct pci_function *function)
{
	return pci_config_read(function->address, REGISTER_COMMAND) & COMMAND_BITS;
}

bool pci_function_read(struct pci_address address, struct pci_function *function)
{
	uint32_t id = pci_config_read(address, REGISTER_ID), class;

	if ((id & 0xffff) == NO_VENDOR || id == 0)
		return false;
	class = pci_config_read(address, REGISTER_CLASS);
	*function = (struct pci_function){
		.address = address,
		.vendor = (uint16_t)id,
		.device = (uint16_t)(id >> 16),
		.class_code = class >> 8,
		.revision = (uint8_t)class,
		.is_bridge = HEADER_KIND(pci_config_read(address, REGISTER_HEADER)) ==
			     HEADER_BRIDGE,
	};
	return true;
}

bool pci_function_has_others(struct pci_address address)
{
	return (pci_config_read(address, REGISTER_HEADER) & HEADER_HAS_OTHERS) != 0;
}

uint8_t pci_function_bus_behind(const struct pci_function *function)
{
	uint8_t bus;

	if (!function->is_bridge)
		return 0;
	bus = (uint8_t)(pci_config_read(function->address, REGISTER_BUSES) >> 8);
	return bus > function->address.bus ? bus : 0;
}

/* The bits that give the size: those that stay clear after ones were written. */
static uint32_t function_size_bits(const struct pci_function *function, unsigned index,
				   uint32_t *was)
{
	unsigned offset = REGISTER_BAR(index);
	uint32_t bits;

	*was = pci_config_read(function->address, offset);
	pci_config_write(function->address, offset, UINT32_MAX);
	bits = pci_config_read(function->address, offset);
	pci_config_write(function->address, offset, *was);
	return bits;
}

static void function_size_bar(const struct pci_function *function, unsigned index, bool is_64,
			      struct pci_bar *bar)
{
	uint32_t command = function_read_command(function), low, high = 0;
	uint64_t bits;

	function_write_command(function, command & ~(COMMAND_PORTS | COMMAND_MEMORY));
	bits = 0xffffffff00000000ull | function_size_bits(function, index, &low);
	if (is_64)
		bits = (bits & 0xffffffff) |
		       (uint64_t)function_size_bits(function, index + 1, &high) << 32;
	function_write_command(function, command);
	bar->phys = ((uint64_t)high << 32 | low) & BAR_ADDRESS;
	bar->size_bytes = -(bits & BAR_ADDRESS);
	if ((bits & BAR_ADDRESS & 0xffffffff) == 0 && !is_64)
		bar->size_bytes = 0;
}

static const char *function_check_bar(const struct pci_bar *bar, const struct pci_limits *limits)
{
	if (bar->size_bytes == 0)
		return "has no size";
	if ((bar->size_bytes & (bar->size_bytes - 1)) != 0)
		return "has a size that is not a power of two";
	if (bar->phys == 0)
		return "has no address";
	if (bar->phys % bar->size_bytes != 0)
		return "is not aligned to its size";
	if (bar->phys >= limits->end_phys || bar->size_bytes > limits->end_phys - bar->phys)
		return "is beyond the CPU's address width";
	if (limits->is_memory(bar->phys, bar->size_bytes))
		return "overlaps memory";
	return NULL;
}

const char *pci_function_read_bar(const struct pci_function *function, unsigned index,
				  const struct pci_limits *limits, struct pci_bar *bar)
{
	uint32_t value;
	bool is_64;

	if (index >= PCI_BARS || function->is_bridge)
		return "does not exist";
	value = pci_config_read(function->address, REGISTER_BAR(index));
	is_64 = BAR_KIND(value) == BAR_KIND_64;
	if ((value & BAR_IS_PORTS) != 0)
		return "is I/O space, not memory";
	if (!is_64 && BAR_KIND(value) != BAR_KIND_32)
		return "has a reserved type";
	if (is_64 && index + 1 == PCI_BARS)
		return "has no upper half";
	function_size_bar(function, index, is_64, bar);
	return function_check_bar(bar, limits);
}

unsigned pci_function_bar_words(const struct pci_function *function, unsigned index)
{
	uint32_t value = pci_config_read(function->address, REGISTER_BAR(index));

	return (value & BAR_IS_PORTS) == 0 && BAR_KIND(value) == BAR_KIND_64 ? 2 : 1;
}

void pci_function_place_bar(const struct pci_function *function, unsigned index, uint64_t phys)
{
	pci_config_write(function->address, REGISTER_BAR(index), (uint32_t)phys);
	if (pci_function_bar_words(function, index) == 2)
		pci_config_write(function->address, REGISTER_BAR(index + 1),
				 (uint32_t)(phys >> 32));
}

uint16_t pci_function_open_ports(const struct pci_function *function, unsigned index)
{
	uint32_t value;

	if (index >= PCI_BARS || function->is_bridge)
		return 0;
	value = pci_config_read(function->address, REGISTER_BAR(index));
	if ((value & BAR_IS_PORTS) == 0 || value == UINT32_MAX || value > UINT16_MAX)
		return 0;
	function_write_command(function, function_read_command(function) | COMMAND_PORTS);
	return (uint16_t)(value & ~3u);
}

unsigned pci_function_capability(const struct pci_function *function, unsigned id, unsigned after)
{
	unsigned offset;

	if ((pci_config_read(function->address, REGISTER_COMMAND) & STATUS_HAS_CAPABILITIES) == 0)
		return 0;
	offset = pci_config_read(function->address, REGISTER_CAPABILITIES) & 0xfc;
	for (unsigned seen = 0, is_behind = after == 0; seen < CAPABILITIES_MAX; seen++) {
		uint32_t header;

		if (offset < CAPABILITY_FIRST)
			return 0;
		header = pci_config_read(function->address, offset);
		if (is_behind && (header & 0xff) == id)
			return offset;
		is_behind |= offset == after;
		offset = header >> 8 & 0xfc;
	}
	return 0;
}

uint32_t pci_function_field(const struct pci_function *function, unsigned offset, unsigned size)
{
	uint32_t value;

	if (offset >= SPACE_BYTES)
		return 0;
	value = pci_config_read(function->address, offset & ~3u) >> 8 * (offset & 3);
	return size == 4 ? value : value & ((1u << 8 * size) - 1);
}

void pci_function_start(const struct pci_function *function)
{
	function_write_command(function, function_read_command(function) | COMMAND_MEMORY |
			       COMMAND_MASTER | COMMAND_INTX_DISABLE);
}

void pci_function_use_line(const struct pci_function *function)
{
	function_write_command(function, function_read_command(function) & ~COMMAND_INTX_DISABLE);
}

void pci_function_stop(const struct pci_function *function)
{
	function_write_command(function, (function_read_command(function) & ~COMMAND_MASTER) |
			       COMMAND_INTX_DISABLE);
}
