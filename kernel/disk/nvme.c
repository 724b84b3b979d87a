/* SPDX-License-Identifier: MIT */
/* NVMe: a namespace of a controller, through one pair of I/O queues. The command in slot i has
 * identifier i. Names and sections: NVM Express Base Specification 1.4. */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/disk/disk.h"
#include "kernel/disk/identify.h"
#include "kernel/machine/clock.h"
#include "lib/cpu/device_order.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define NVME_CLASS 0x010802u            /* of the PCI function */
#define NVME_PAGE_BYTES 4096u
#define NAMESPACE_DEFAULT 1u            /* the only namespace of a controller without a list */
#define NAMESPACES_MAX (NVME_PAGE_BYTES / 4)
#define IO_ENTRIES 64u
#define IO_QUEUE 1u
#define PRP_ENTRIES (NVME_PAGE_BYTES / 8)
#define FLUSH 0x00u
#define WRITE 0x01u
#define READ 0x02u
#define PHASE 1u

/* "Controller Registers", as indices of 32-bit words. */
#define REGISTER_CAPABILITIES 0
#define REGISTER_CAPABILITIES_HIGH 1
#define REGISTER_MASK_SET 3
#define REGISTER_MASK_CLEAR 4
#define REGISTER_CONFIGURATION 5
#define REGISTER_STATUS 7
#define REGISTER_ADMIN_SIZES 9
#define REGISTER_ADMIN_COMMANDS 10
#define REGISTER_ADMIN_COMPLETIONS 12
#define REGISTERS_BYTES 0x1000u         /* the doorbells follow */

#define VECTOR_0 1u                     /* the one of the line, in the registers of masks */
#define CAPABILITIES_ENTRIES(low) (((low) & 0xffff) + 1)
#define CAPABILITIES_STRIDE(high) ((high) & 0xf)
#define CAPABILITIES_PAGE_MIN(high) ((high) >> 16 & 0xf)
#define CONFIGURATION_ENABLE 1u
#define CONFIGURATION_ENTRIES (6u << 16 | 4u << 20)     /* 64 and 16 bytes, as exponents */
#define STATUS_READY 1u
#define STATUS_FATAL 2u
#define STRIDE_MAX 4                    /* one page of doorbells is mapped; larger distances are not
					 * plausible */

/* "Admin Command Set". */
#define ADMIN_ENTRIES 8u
#define CREATE_SUBMISSION 0x01u
#define CREATE_COMPLETION 0x05u
#define IDENTIFY 0x06u
#define IDENTIFY_NAMESPACE 0u
#define IDENTIFY_CONTROLLER 1u
#define IDENTIFY_ACTIVE 2u
#define QUEUE_CONTIGUOUS 1u
#define QUEUE_INTERRUPTS 2u

/* "Identify Controller Data Structure" and "Identify Namespace Data Structure": bytes. */
#define CONTROLLER_MODEL 24
#define CONTROLLER_MODEL_BYTES 40
#define CONTROLLER_TRANSFER_MAX 77
#define CONTROLLER_NAMESPACES 516
#define NAMESPACE_FORMAT 26
#define NAMESPACE_FORMATS 128
#define FORMAT_INDEX(format) (((format) & 0xf) | ((format) >> 1 & 0x30))        /* bits 0-3, 5, 6 */
#define FORMAT_SHIFT(format) ((format) >> 16 & 0xff)
#define FORMAT_METADATA(format) ((format) & 0xffff)
#define TRANSFER_SHIFT_MAX 8            /* 1 MiB, in pages */

/* "Submission Queue Entry" and "Completion Queue Entry". */
struct nvme_command {
	uint32_t opcode;                /* with the command identifier in the upper half */
	uint32_t namespace;
	uint64_t reserved, metadata;
	uint64_t data[2];               /* PRP entries */
	uint32_t words[6];              /* from word 10 on */
};

struct nvme_completion {
	uint32_t result, reserved;
	uint16_t head, queue;
	uint16_t command;
	uint16_t status;                /* bit 0 is the phase */
};

/* A submission queue and its completion queue. */
struct nvme_queue {
	volatile struct nvme_command *commands;
	volatile struct nvme_completion *completions;
	uint64_t commands_phys, completions_phys;
	volatile uint32_t *tail_doorbell, *head_doorbell;
	uint32_t entries, tail, head, phase;
};

static struct {
	volatile uint32_t *registers;   /* NULL: not found */
	uint32_t entries;               /* maximum queue size */
	uint32_t stride_bytes;          /* distance of doorbells */
	struct nvme_queue admin, queue;
	void *page;                     /* buffer for identify data */
	uint64_t page_phys;
	volatile uint64_t *lists;       /* page lists, one page per slot */
	uint64_t lists_phys;
	unsigned sector_shift;
	uint32_t namespace;
} nvme;

static bool nvme_matches(const struct pci_function *function)
{
	return function->class_code == NVME_CLASS;
}

/* ---- Queues ---- */

/* Allocate a queue; the caller sets its doorbells. Returns false if memory is short. */
static bool nvme_queue_take(struct nvme_queue *queue, uint32_t entries)
{
	*queue = (struct nvme_queue){.entries = entries, .phase = PHASE};
	queue->commands = disk_memory(entries * sizeof(*queue->commands), &queue->commands_phys);
	queue->completions = disk_memory(entries * sizeof(*queue->completions),
					 &queue->completions_phys);
	return queue->commands != NULL && queue->completions != NULL;
}

/* The entry of the next command, which nvme_queue_ring then gives to the controller. */
static volatile struct nvme_command *nvme_queue_next(struct nvme_queue *queue)
{
	return &queue->commands[queue->tail];
}

static void nvme_queue_ring(struct nvme_queue *queue)
{
	queue->tail = queue->tail + 1 < queue->entries ? queue->tail + 1 : 0;
	device_publish();
	*queue->tail_doorbell = queue->tail;
}

/* Take the next completion. Returns false if there is none. */
static bool nvme_queue_poll(struct nvme_queue *queue, struct nvme_completion *completion)
{
	const volatile struct nvme_completion *next = &queue->completions[queue->head];

	if ((next->status & PHASE) != queue->phase)
		return false;
	device_observe();
	*completion = *next;
	if (++queue->head == queue->entries) {
		queue->head = 0;
		queue->phase ^= PHASE;
	}
	*queue->head_doorbell = queue->head;
	return true;
}

/* ---- The controller ---- */

static void nvme_write_64(unsigned index, uint64_t value)
{
	nvme.registers[index] = (uint32_t)value;
	nvme.registers[index + 1] = (uint32_t)(value >> 32);
}

static bool nvme_is_off(void)
{
	volatile uint32_t *configuration = &nvme.registers[REGISTER_CONFIGURATION];

	*configuration = *configuration & ~CONFIGURATION_ENABLE;
	return disk_wait_bits(&nvme.registers[REGISTER_STATUS], STATUS_READY, 0);
}

static void nvme_stop(struct disk *disk)
{
	if (nvme.registers != NULL && !nvme_is_off())
		disk_fail(disk, -EIO, "controller reset timed out");
}

/* Find the doorbells. Doorbells of successive queues are adjacent. */
static bool nvme_find_doorbells(struct disk *disk, struct nvme_queue *queue, unsigned number)
{
	volatile uint8_t *doorbells =
		disk_registers(disk, 0, REGISTERS_BYTES + 2ull * number * nvme.stride_bytes,
			       2ull * nvme.stride_bytes);

	if (doorbells == NULL)
		return false;
	queue->tail_doorbell = (volatile uint32_t *)doorbells;
	queue->head_doorbell = (volatile uint32_t *)(doorbells + nvme.stride_bytes);
	return true;
}

static int nvme_read_capabilities(struct disk *disk)
{
	uint32_t low = nvme.registers[REGISTER_CAPABILITIES];
	uint32_t high = nvme.registers[REGISTER_CAPABILITIES_HIGH];

	if (low == UINT32_MAX)
		return disk_fail(disk, -EIO, "registers read as all ones");
	if (CAPABILITIES_PAGE_MIN(high) != 0)
		return disk_fail(disk, -ENOTSUP, "no support for 4 KiB pages");
	if (CAPABILITIES_STRIDE(high) > STRIDE_MAX)
		return disk_fail(disk, -EIO, "unsupported doorbell stride of 4 << %u bytes",
				 CAPABILITIES_STRIDE(high));
	nvme.entries = CAPABILITIES_ENTRIES(low);
	nvme.stride_bytes = 4u << CAPABILITIES_STRIDE(high);
	if (nvme.entries < 2)
		return disk_fail(disk, -EIO, "queues have only one entry");
	return 0;
}

static int nvme_enable(struct disk *disk)
{
	nvme.registers[REGISTER_ADMIN_SIZES] = (ADMIN_ENTRIES - 1) << 16 | (ADMIN_ENTRIES - 1);
	nvme_write_64(REGISTER_ADMIN_COMMANDS, nvme.admin.commands_phys);
	nvme_write_64(REGISTER_ADMIN_COMPLETIONS, nvme.admin.completions_phys);
	nvme.registers[REGISTER_CONFIGURATION] = CONFIGURATION_ENTRIES | CONFIGURATION_ENABLE;
	if (!disk_wait_bits(&nvme.registers[REGISTER_STATUS], STATUS_READY | STATUS_FATAL,
			    STATUS_READY))
		return disk_fail(disk, -EIO, "controller not ready in time");
	return 0;
}

/* Find the registers, reset the controller, and start it with its admin queue. Returns 0 or the
 * error of disk_fail. */
static int nvme_start(struct disk *disk)
{
	int error;

	nvme.registers = disk_registers(disk, 0, 0, REGISTERS_BYTES);
	if (nvme.registers == NULL)
		return -EIO;
	error = nvme_read_capabilities(disk);
	if (error != 0)
		return error;
	if (!nvme_is_off())
		return disk_fail(disk, -EIO, "controller reset timed out");
	nvme.page = disk_memory(NVME_PAGE_BYTES, &nvme.page_phys);
	if (nvme.page == NULL || !nvme_queue_take(&nvme.admin, ADMIN_ENTRIES))
		return disk_fail(disk, -ENOMEM, "no memory for queues");
	if (!nvme_find_doorbells(disk, &nvme.admin, 0))
		return -EIO;
	return nvme_enable(disk);
}

/* ---- Admin commands ---- */

static int nvme_command(struct disk *disk, const struct nvme_command *command)
{
	struct spin spin = spin_for(ticks_of_ms(DISK_WAIT_MS, clock_limit_hz()));
	struct nvme_completion completion;

	*nvme_queue_next(&nvme.admin) = *command;
	nvme_queue_ring(&nvme.admin);
	while (!nvme_queue_poll(&nvme.admin, &completion)) {
		if (!spin_on(&spin))
			return disk_fail(disk, -EIO, "command %#x timed out", command->opcode);
	}
	if (completion.status >> 1 != 0)
		return disk_fail(disk, -EIO, "command %#x failed with status %#x",
				 command->opcode, completion.status >> 1);
	return 0;
}

static int nvme_ask(struct disk *disk, uint32_t what, uint32_t namespace)
{
	return nvme_command(disk, &(struct nvme_command){
		.opcode = IDENTIFY,
		.namespace = namespace,
		.data = {nvme.page_phys},
		.words = {what},
	});
}

static int nvme_read_controller(struct disk *disk, const uint8_t *page)
{
	uint8_t transfer_shift = page[CONTROLLER_TRANSFER_MAX];

	identify_text(disk->model, sizeof(disk->model), page + CONTROLLER_MODEL,
		      CONTROLLER_MODEL_BYTES, false);
	disk->facts.bytes_max = transfer_shift == 0 || transfer_shift > TRANSFER_SHIFT_MAX
				? DISK_BYTES_MAX : NVME_PAGE_BYTES << transfer_shift;
	if (identify_number(page, CONTROLLER_NAMESPACES, 4) == 0)
		return disk_fail(disk, -ENODEV, "no namespace");
	return 0;
}

static int nvme_read_namespace(struct disk *disk, const uint8_t *page)
{
	unsigned index = FORMAT_INDEX(page[NAMESPACE_FORMAT]);
	uint32_t format = (uint32_t)identify_number(page, NAMESPACE_FORMATS + 4 * index, 4);

	nvme.sector_shift = FORMAT_SHIFT(format);
	if (identify_number(page, 0, 8) == 0)
		return disk_fail(disk, -ENODEV, "namespace %u is empty", nvme.namespace);
	if (FORMAT_METADATA(format) != 0)
		return disk_fail(disk, -ENOTSUP, "sectors with metadata are not supported");
	if (nvme.sector_shift < 9 || nvme.sector_shift > 12)
		return disk_fail(disk, -ENOTSUP, "unsupported sectors of 1 << %u bytes, format %u",
				 nvme.sector_shift, index);
	disk->facts.sectors = identify_number(page, 0, 8);
	disk->facts.sector_bytes = 1u << nvme.sector_shift;
	return 0;
}

/* "Active Namespace ID list": the numbers are ascending, up to a 0 or to a number that is not
 * larger. Controllers of version 1.0 have no list. Returns like the member list of disk_driver. If
 * there are more than 1024 namespaces, only the first ones count. */
static uint32_t nvme_list_active(struct disk *disk, uint32_t *units, uint32_t room)
{
	uint32_t count = 0, last = 0;

	if (nvme_ask(disk, IDENTIFY_ACTIVE, 0) != 0) {
		units[0] = NAMESPACE_DEFAULT;
		return 1;
	}
	for (; count < NAMESPACES_MAX; count++) {
		uint32_t unit = (uint32_t)identify_number(nvme.page, 4 * count, 4);

		if (unit <= last)
			break;
		if (count < room)
			units[count] = unit;
		last = unit;
	}
	return count;
}

static uint32_t nvme_list(struct disk *disk, uint32_t *units, uint32_t room)
{
	return nvme_start(disk) == 0 ? nvme_list_active(disk, units, room) : 0;
}

static int nvme_choose_namespace(struct disk *disk)
{
	nvme.namespace = disk->unit;
	if (disk->unit == 0 && nvme_list_active(disk, &nvme.namespace, 1) == 0)
		return disk_fail(disk, -ENODEV, "no active namespace");
	return 0;
}

/* Fill in the disk's facts from the identify data of the controller and its namespace. */
static int nvme_identify(struct disk *disk)
{
	int error = nvme_ask(disk, IDENTIFY_CONTROLLER, 0);

	if (error == 0)
		error = nvme_read_controller(disk, nvme.page);
	if (error == 0)
		error = nvme_choose_namespace(disk);
	if (error == 0)
		error = nvme_ask(disk, IDENTIFY_NAMESPACE, nvme.namespace);
	return error != 0 ? error : nvme_read_namespace(disk, nvme.page);
}

/* Create a queue with that number and set its doorbells. */
static int nvme_create_queue(struct disk *disk, struct nvme_queue *queue, unsigned number)
{
	uint32_t sizes = (queue->entries - 1) << 16 | number;
	uint32_t interrupts = disk->message != PCI_MESSAGE_NONE ? QUEUE_INTERRUPTS : 0;
	int error;

	if (!nvme_find_doorbells(disk, queue, number))
		return -EIO;
	error = nvme_command(disk, &(struct nvme_command){
		.opcode = CREATE_COMPLETION,
		.data = {queue->completions_phys},
		.words = {sizes, QUEUE_CONTIGUOUS | interrupts},
	});
	if (error != 0)
		return error;
	return nvme_command(disk, &(struct nvme_command){
		.opcode = CREATE_SUBMISSION,
		.data = {queue->commands_phys},
		.words = {sizes, QUEUE_CONTIGUOUS | number << 16},
	});
}

/* ---- Opening ---- */

static int nvme_take_lists(struct disk *disk)
{
	nvme.lists = disk_memory(DISK_DEPTH_MAX * (uint64_t)NVME_PAGE_BYTES, &nvme.lists_phys);
	return nvme.lists != NULL ? 0 : disk_fail(disk, -ENOMEM, "no memory for lists");
}

static int nvme_open(struct disk *disk)
{
	int error = nvme_start(disk);

	if (error == 0)
		error = nvme_identify(disk);
	if (error != 0)
		return error;
	if (!nvme_queue_take(&nvme.queue, nvme.entries < IO_ENTRIES ? nvme.entries : IO_ENTRIES))
		return disk_fail(disk, -ENOMEM, "no memory for queues");
	disk->facts.depth = nvme.queue.entries - 1 < DISK_DEPTH_MAX ? nvme.queue.entries - 1
								    : DISK_DEPTH_MAX;
	disk->facts.can_interrupt = disk->message != PCI_MESSAGE_NONE;
	disk->facts.can_write = true;
	error = nvme_take_lists(disk);
	return error != 0 ? error : nvme_create_queue(disk, &nvme.queue, IO_QUEUE);
}

/* ---- Requests ---- */

/* "Physical Region Page Entry and List": the first page, then the second page or a list of all
 * others. */
static uint64_t nvme_list_pages(unsigned slot, const struct disk_command *read)
{
	volatile uint64_t *list = &nvme.lists[slot * PRP_ENTRIES];
	uint64_t pages = (read->bytes + NVME_PAGE_BYTES - 1) / NVME_PAGE_BYTES;

	if (pages == 1)
		return 0;
	if (pages == 2)
		return read->buffer_phys + NVME_PAGE_BYTES;
	for (uint64_t page = 1; page < pages; page++)
		list[page - 1] = read->buffer_phys + page * NVME_PAGE_BYTES;
	return nvme.lists_phys + (uint64_t)slot * NVME_PAGE_BYTES;
}

static void nvme_submit(struct disk *disk, unsigned slot, const struct disk_command *read)
{
	volatile struct nvme_command *command = nvme_queue_next(&nvme.queue);

	(void)disk;
	command->opcode = READ | slot << 16;
	command->namespace = nvme.namespace;
	command->data[0] = read->buffer_phys;
	command->data[1] = nvme_list_pages(slot, read);
	command->words[0] = (uint32_t)read->sector;
	command->words[1] = (uint32_t)(read->sector >> 32);
	command->words[2] = (read->bytes >> nvme.sector_shift) - 1;
	nvme_queue_ring(&nvme.queue);
}

/* Submit a write or a flush. "Flush command" of the NVM command set: it has only a namespace. */
static void nvme_submit_write(struct disk *disk, unsigned slot, const struct disk_command *write)
{
	volatile struct nvme_command *command = nvme_queue_next(&nvme.queue);
	bool has_data = write->operation == DISK_WRITE;

	(void)disk;
	command->opcode = (has_data ? WRITE : FLUSH) | slot << 16;
	command->namespace = nvme.namespace;
	command->data[0] = has_data ? write->buffer_phys : 0;
	command->data[1] = has_data ? nvme_list_pages(slot, write) : 0;
	command->words[0] = has_data ? (uint32_t)write->sector : 0;
	command->words[1] = has_data ? (uint32_t)(write->sector >> 32) : 0;
	command->words[2] = has_data ? (write->bytes >> nvme.sector_shift) - 1 : 0;
	nvme_queue_ring(&nvme.queue);
}

static int nvme_poll(struct disk *disk, unsigned *slot, int *status)
{
	struct nvme_completion completion;
	bool has_completed = nvme_queue_poll(&nvme.queue, &completion);

	if (disk->message == PCI_LINE)
		nvme.registers[REGISTER_MASK_CLEAR] = VECTOR_0;
	if (!has_completed)
		return 0;
	if (completion.queue != IO_QUEUE)
		return disk_fail(disk, -EIO, "completed a command of unused queue %u",
				 completion.queue);
	*slot = completion.command;
	*status = completion.status >> 1 == 0 ? 0 : -EIO;
	return 1;
}

/* The line stays active until the completion is taken, so the line is masked until then. */
static void nvme_silence(struct disk *disk)
{
	(void)disk;
	nvme.registers[REGISTER_MASK_SET] = VECTOR_0;
}

const struct disk_driver disk_nvme = {
	.name = "nvme",
	.matches = nvme_matches,
	.unit_letter = 'n',
	.list = nvme_list,
	.open = nvme_open,
	.submit = nvme_submit,
	.submit_write = nvme_submit_write,
	.poll = nvme_poll,
	.silence = nvme_silence,
	.close = nvme_stop,
};
