/* SPDX-License-Identifier: MIT */
#include "kernel/disk/ahci.h"

#include "kernel/disk/identify.h"
#include "kernel/machine/clock.h"
#include "lib/cpu/device_order.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"

/* "HBA Memory Registers" and "Port Registers", as indices of 32-bit words. */
#define BAR 5
#define HOST_CAPABILITIES 0
#define HOST_CONTROL 1
#define HOST_INTERRUPTS 2
#define HOST_PORTS 3
#define HOST_BYTES 0x100u
#define PORT_BYTES 0x80u
#define PORTS 32u
#define PORT_LIST 0
#define PORT_FIS 2
#define PORT_INTERRUPTS 4
#define PORT_INTERRUPT_ENABLE 5
#define PORT_COMMAND 6
#define PORT_TASK_FILE 8
#define PORT_SIGNATURE 9
#define PORT_STATUS 10
#define PORT_ERROR 12
#define PORT_ACTIVE 13
#define PORT_ISSUE 14

#define CAPABILITIES_SLOTS(value) (((value) >> 8 & 0x1f) + 1)
#define CAPABILITIES_QUEUES (1u << 30)
#define CAPABILITIES_64 (1u << 31)
#define CONTROL_RESET (1u << 0)
#define CONTROL_INTERRUPTS (1u << 1)
#define CONTROL_AHCI (1u << 31)
#define COMMAND_START (1u << 0)
#define COMMAND_SPIN_UP (1u << 1)
#define COMMAND_POWER (1u << 2)
#define COMMAND_FIS (1u << 4)
#define COMMAND_FIS_RUNNING (1u << 14)
#define COMMAND_RUNNING (1u << 15)
#define STATUS_DETECTION 0xfu
#define STATUS_PRESENT 3u
#define TASK_BUSY (1u << 7 | 1u << 3)
#define SIGNATURE_DISK 0x101u
#define DETECTION_MS 200                /* by this time a link with a disk is up */

/* "Command List Structure" and "Command Table": one memory region per command. */
#define LIST_WORDS 8u                   /* per entry */
#define LIST_BYTES 1024u
#define TABLE_BYTES 256u
#define TABLE_REGION 0x80u
#define FIS_KIND 0x27u
#define FIS_IS_COMMAND 0x80u
#define FIS_WORDS 5u
#define REGIONS(count) ((uint32_t)(count) << 16)
#define ENTRY_WRITE (1u << 6)
#define PAGE_BYTES 4096u

/* IDENTIFY DEVICE: ACS-3, words. */
#define IDENTIFY_DEVICE 0xecu
#define WORD_MODEL 27
#define MODEL_BYTES 40
#define WORD_DEPTH 75
#define WORD_SATA 76
#define WORD_COMMANDS 83
#define WORD_SECTORS 100
#define WORD_SECTOR_SIZE 106
#define WORD_SECTOR_WORDS 117
#define SATA_QUEUES (1u << 8)
#define COMMANDS_48_BITS (1u << 10)
#define SECTOR_SIZE_VALID(word) (((word) & 0xc000) == 0x4000)
#define SECTOR_IS_LONG (1u << 12)

/* ---- The controller ---- */

static int ahci_reset(struct disk *disk, struct ahci_port *port)
{
	volatile uint32_t *control = &port->host[HOST_CONTROL];

	*control = CONTROL_AHCI;
	*control = CONTROL_AHCI | CONTROL_RESET;
	if (!disk_wait_bits(control, CONTROL_RESET, 0))
		return disk_fail(disk, -EIO, "controller reset timed out");
	*control = CONTROL_AHCI;
	return 0;
}

static volatile uint32_t *ahci_port_registers(const struct ahci_port *port, unsigned number)
{
	return port->host + (HOST_BYTES + number * PORT_BYTES) / sizeof(uint32_t);
}

static bool ahci_is_present(const volatile uint32_t *registers)
{
	return (registers[PORT_STATUS] & STATUS_DETECTION) == STATUS_PRESENT;
}

/* Detect a link. Links need some time after a reset, and a port without a disk never comes up. So
 * this waits for the first link, or for as long as any link may need. */
static bool ahci_detect(const struct ahci_port *port, uint32_t ports, bool waits_for_all)
{
	uint64_t limit_tsc = clock_after_us(DETECTION_MS * 1000);
	bool is_any = false;

	for (unsigned number = 0; number < PORTS; number++) {
		if ((ports >> number & 1) != 0)
			ahci_port_registers(port, number)[PORT_COMMAND] =
				COMMAND_SPIN_UP | COMMAND_POWER;
	}
	while ((waits_for_all || !is_any) && !clock_is_past(limit_tsc)) {
		for (unsigned number = 0; number < PORTS; number++)
			is_any |= (ports >> number & 1) != 0 &&
				  ahci_is_present(ahci_port_registers(port, number));
	}
	return is_any;
}

/* ---- Ports ---- */

static int ahci_take_memory(struct disk *disk, struct ahci_port *port, uint64_t *list_phys)
{
	uint8_t *memory = disk_memory(PAGE_BYTES + AHCI_SLOTS * TABLE_BYTES, list_phys);

	if (memory == NULL)
		return disk_fail(disk, -ENOMEM, "no memory for commands");
	if (!port->is_64 && *list_phys >> 32 != 0)
		return disk_fail(disk, -ENOTSUP, "cannot address this machine's memory");
	port->list = (volatile uint32_t *)memory;
	port->tables = memory + PAGE_BYTES;
	port->tables_phys = *list_phys + PAGE_BYTES;
	return 0;
}

static bool ahci_is_stopped(volatile uint32_t *registers)
{
	registers[PORT_COMMAND] = registers[PORT_COMMAND] & ~COMMAND_START;
	if (!disk_wait_bits(&registers[PORT_COMMAND], COMMAND_RUNNING, 0))
		return false;
	registers[PORT_COMMAND] = registers[PORT_COMMAND] & ~COMMAND_FIS;
	return disk_wait_bits(&registers[PORT_COMMAND], COMMAND_FIS_RUNNING, 0);
}

/* Start a port. The disk sends its signature in a FIS, so the FIS area must be set first. Returns
 * whether the device is a disk, which then accepts commands. */
static bool ahci_start_port(struct ahci_port *port, volatile uint32_t *registers,
			    uint64_t list_phys)
{
	if (!ahci_is_stopped(registers))
		return false;
	registers[PORT_LIST] = (uint32_t)list_phys;
	registers[PORT_LIST + 1] = (uint32_t)(list_phys >> 32);
	registers[PORT_FIS] = (uint32_t)list_phys + LIST_BYTES;
	registers[PORT_FIS + 1] = (uint32_t)(list_phys >> 32);
	registers[PORT_ERROR] = UINT32_MAX;
	registers[PORT_INTERRUPTS] = UINT32_MAX;
	registers[PORT_INTERRUPT_ENABLE] = 0;
	registers[PORT_COMMAND] = registers[PORT_COMMAND] | COMMAND_FIS;
	if (!disk_wait_bits(&registers[PORT_TASK_FILE], TASK_BUSY, 0) ||
	    registers[PORT_SIGNATURE] != SIGNATURE_DISK) {
		ahci_is_stopped(registers);
		return false;
	}
	registers[PORT_COMMAND] = registers[PORT_COMMAND] | COMMAND_START;
	port->registers = registers;
	return true;
}

static int ahci_start_first(struct disk *disk, struct ahci_port *port, uint32_t ports,
			    uint64_t list_phys)
{
	for (port->number = 0; port->number < PORTS; port->number++) {
		volatile uint32_t *registers = ahci_port_registers(port, port->number);

		if ((ports >> port->number & 1) != 0 && ahci_is_present(registers) &&
		    ahci_start_port(port, registers, list_phys))
			return 0;
	}
	return disk_fail(disk, -ENODEV, "no disk at its ports");
}

/* Requires the registers of all implemented ports. */
static volatile uint32_t *ahci_registers(struct disk *disk)
{
	volatile uint32_t *host = disk_registers(disk, BAR, 0, HOST_BYTES);
	unsigned ports = 0;

	if (host == NULL)
		return NULL;
	while (ports < PORTS && host[HOST_PORTS] >> ports != 0)
		ports++;
	return disk_registers(disk, BAR, 0, HOST_BYTES + ports * PORT_BYTES);
}

/* Find the registers and reset the controller. Returns 0 or the error of disk_fail. */
static int ahci_start(struct disk *disk, struct ahci_port *port, uint64_t *list_phys)
{
	uint32_t capabilities;
	int error;

	*port = (struct ahci_port){.host = ahci_registers(disk)};
	if (port->host == NULL)
		return -EIO;
	error = ahci_reset(disk, port);
	if (error != 0)
		return error;
	capabilities = port->host[HOST_CAPABILITIES];
	port->slots = CAPABILITIES_SLOTS(capabilities);
	port->can_queue = (capabilities & CAPABILITIES_QUEUES) != 0;
	port->is_64 = (capabilities & CAPABILITIES_64) != 0;
	return ahci_take_memory(disk, port, list_phys);
}

int ahci_find(struct disk *disk, struct ahci_port *port)
{
	uint64_t list_phys;
	uint32_t ports = disk->unit != 0 ? 1u << (disk->unit - 1) : UINT32_MAX;
	int error = ahci_start(disk, port, &list_phys);

	if (error != 0)
		return error;
	ports &= port->host[HOST_PORTS];
	if (!ahci_detect(port, ports, false))
		return disk_fail(disk, -ENODEV, "no device at its ports");
	return ahci_start_first(disk, port, ports, list_phys);
}

uint32_t ahci_list_ports(struct disk *disk, struct ahci_port *port, uint32_t *units, uint32_t room)
{
	uint64_t list_phys;
	uint32_t ports, count = 0;

	if (ahci_start(disk, port, &list_phys) != 0)
		return 0;
	ports = port->host[HOST_PORTS];
	ahci_detect(port, ports, true);
	for (uint32_t number = 0; number < PORTS; number++) {
		volatile uint32_t *registers = ahci_port_registers(port, number);

		if ((ports >> number & 1) == 0 || !ahci_is_present(registers) ||
		    !ahci_start_port(port, registers, list_phys))
			continue;
		ahci_is_stopped(registers);
		if (count < room)
			units[count] = number + 1;
		count++;
	}
	return count;
}

void ahci_stop(struct disk *disk, struct ahci_port *port)
{
	if (port->registers != NULL && !ahci_is_stopped(port->registers))
		disk_fail(disk, -EIO, "port does not stop");
	if (port->host != NULL)
		ahci_reset(disk, port);
}

/* ---- Commands ---- */

void ahci_begin(struct ahci_port *port, unsigned slot, const struct ahci_command *command,
		bool is_queued)
{
	volatile uint32_t *entry = port->list + slot * LIST_WORDS;
	volatile uint8_t *table = port->tables + slot * TABLE_BYTES;
	volatile uint32_t *region = (volatile uint32_t *)(table + TABLE_REGION);
	uint64_t table_phys = port->tables_phys + slot * TABLE_BYTES;

	for (unsigned byte = FIS_COMMAND; byte < FIS_BYTES; byte++)
		table[byte] = command->fis[byte];
	table[0] = FIS_KIND;
	table[1] = FIS_IS_COMMAND;
	region[0] = (uint32_t)command->buffer_phys;
	region[1] = (uint32_t)(command->buffer_phys >> 32);
	region[3] = command->bytes - 1;
	entry[0] = FIS_WORDS | REGIONS(command->bytes > 0) | (command->is_write ? ENTRY_WRITE : 0);
	entry[1] = 0;
	entry[2] = (uint32_t)table_phys;
	entry[3] = (uint32_t)(table_phys >> 32);
	device_publish();
	if (is_queued)
		port->registers[PORT_ACTIVE] = 1u << slot;
	port->registers[PORT_ISSUE] = 1u << slot;
}

uint32_t ahci_active(const struct ahci_port *port, bool is_queued)
{
	uint32_t active = port->registers[PORT_ISSUE];

	if (is_queued)
		active |= port->registers[PORT_ACTIVE];
	device_observe();
	return active;
}

bool ahci_has_failed(const struct ahci_port *port)
{
	return (port->registers[PORT_INTERRUPTS] & PORT_ERRORS) != 0;
}

void ahci_enable_interrupts(struct ahci_port *port, uint32_t causes)
{
	port->registers[PORT_INTERRUPTS] = UINT32_MAX;
	port->host[HOST_INTERRUPTS] = UINT32_MAX;
	port->registers[PORT_INTERRUPT_ENABLE] = causes;
	port->host[HOST_CONTROL] = CONTROL_AHCI | CONTROL_INTERRUPTS;
}

/* Clear an interrupt. Errors stay set for the caller. The port's causes are cleared before the
 * controller's, because otherwise these would be set again. */
void ahci_take_interrupt(struct ahci_port *port)
{
	port->registers[PORT_INTERRUPTS] = port->registers[PORT_INTERRUPTS] & ~PORT_ERRORS;
	port->host[HOST_INTERRUPTS] = 1u << port->number;
}

/* ---- Identification ---- */

static uint32_t ahci_word(const uint8_t *page, unsigned word)
{
	return (uint32_t)identify_number(page, 2 * word, 2);
}

static int ahci_read_identity(struct disk *disk, const struct ahci_port *port,
			      const uint8_t *page, struct ahci_identity *identity)
{
	uint32_t size = ahci_word(page, WORD_SECTOR_SIZE);
	uint32_t depth = (ahci_word(page, WORD_DEPTH) & 0x1f) + 1;

	identify_text(disk->model, sizeof(disk->model), page + 2 * WORD_MODEL, MODEL_BYTES, true);
	if ((ahci_word(page, WORD_COMMANDS) & COMMANDS_48_BITS) == 0)
		return disk_fail(disk, -ENOTSUP, "no 48-bit sector numbers");
	disk->facts.sectors = identify_number(page, 2 * WORD_SECTORS, 8);
	disk->facts.sector_bytes = 512;
	if (SECTOR_SIZE_VALID(size) && (size & SECTOR_IS_LONG) != 0)
		disk->facts.sector_bytes =
			2 * (uint32_t)identify_number(page, 2 * WORD_SECTOR_WORDS, 4);
	disk->facts.bytes_max = DISK_BYTES_MAX;
	identity->is_queued = port->can_queue && (ahci_word(page, WORD_SATA) & SATA_QUEUES) != 0;
	identity->depth = 1;
	if (identity->is_queued)
		identity->depth = depth < port->slots ? depth : port->slots;
	return 0;
}

int ahci_identify(struct disk *disk, struct ahci_port *port, struct ahci_identity *identity)
{
	struct ahci_command command = {.fis[FIS_COMMAND] = IDENTIFY_DEVICE, .bytes = 512};
	uint8_t *page = disk_memory(PAGE_BYTES, &command.buffer_phys);

	if (page == NULL)
		return disk_fail(disk, -ENOMEM, "no memory for identify data");
	ahci_begin(port, 0, &command, false);
	if (!disk_wait_bits(&port->registers[PORT_ISSUE], 1, 0) || ahci_has_failed(port))
		return disk_fail(disk, -EIO, "IDENTIFY DEVICE failed");
	return ahci_read_identity(disk, port, page, identity);
}
