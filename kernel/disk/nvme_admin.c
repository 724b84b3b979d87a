/* SPDX-License-Identifier: MIT */
#include "kernel/disk/nvme.h"

#include "kernel/dev/tsc.h"
#include "kernel/disk/identify.h"
#include "lib/text/errno.h"
#include "lib/x86/spin.h"

/* "Controller Registers", as indices of 32-bit words. */
#define REGISTER_CAPABILITIES 0
#define REGISTER_CAPABILITIES_HIGH 1
#define REGISTER_CONFIGURATION 5
#define REGISTER_STATUS 7
#define REGISTER_ADMIN_SIZES 9
#define REGISTER_ADMIN_COMMANDS 10
#define REGISTER_ADMIN_COMPLETIONS 12
#define REGISTERS_BYTES 0x1000u         /* the doorbells follow */

#define CAPABILITIES_ENTRIES(low) (((low) & 0xffff) + 1)
#define CAPABILITIES_STRIDE(high) ((high) & 0xf)
#define CAPABILITIES_PAGE_MIN(high) ((high) >> 16 & 0xf)
#define CONFIGURATION_ENABLE 1u
#define CONFIGURATION_ENTRIES (6u << 16 | 4u << 20)     /* 64 and 16 bytes, as exponents */
#define STATUS_READY 1u
#define STATUS_FATAL 2u
#define STRIDE_MAX 4                    /* one page of doorbells is mapped; larger strides are not
					 * plausible */

/* "Admin Command Set". */
#define ADMIN_ENTRIES 8u
#define CREATE_SUBMISSION 0x01u
#define CREATE_COMPLETION 0x05u
#define IDENTIFY 0x06u
#define IDENTIFY_NAMESPACE 0u
#define IDENTIFY_CONTROLLER 1u
#define QUEUE_CONTIGUOUS 1u
#define QUEUE_INTERRUPTS 2u

/* "Identify Controller Data Structure" and "Identify Namespace Data Structure": bytes. */
#define CONTROLLER_MODEL 24
#define CONTROLLER_MODEL_BYTES 40
#define CONTROLLER_TRANSFER_MAX 77
#define CONTROLLER_NAMESPACES 516
#define NAMESPACE_FORMAT 26
#define NAMESPACE_FORMATS 128
#define FORMAT_SHIFT(format) ((format) >> 16 & 0xff)
#define FORMAT_METADATA(format) ((format) & 0xffff)
#define TRANSFER_SHIFT_MAX 8            /* 1 MiB, in pages */

/* ---- The controller ---- */

static void nvme_write_64(const struct nvme_controller *controller, unsigned index,
			  uint64_t value)
{
	controller->registers[index] = (uint32_t)value;
	controller->registers[index + 1] = (uint32_t)(value >> 32);
}

static bool nvme_is_off(const struct nvme_controller *controller)
{
	volatile uint32_t *configuration = &controller->registers[REGISTER_CONFIGURATION];

	*configuration = *configuration & ~CONFIGURATION_ENABLE;
	return disk_wait_bits(&controller->registers[REGISTER_STATUS], STATUS_READY, 0);
}

void nvme_stop(struct disk *disk, struct nvme_controller *controller)
{
	if (controller->registers != NULL && !nvme_is_off(controller))
		disk_fail(disk, -EIO, "controller reset timed out");
}

/* Doorbells of successive queues are adjacent. */
static bool nvme_find_doorbells(struct disk *disk, const struct nvme_controller *controller,
				struct nvme_queue *queue, unsigned number)
{
	volatile uint8_t *doorbells =
		disk_registers(disk, 0, REGISTERS_BYTES + 2ull * number * controller->stride_bytes,
			       2ull * controller->stride_bytes);

	if (doorbells == NULL)
		return false;
	queue->tail_doorbell = (volatile uint32_t *)doorbells;
	queue->head_doorbell = (volatile uint32_t *)(doorbells + controller->stride_bytes);
	return true;
}

static int nvme_read_capabilities(struct disk *disk, struct nvme_controller *controller)
{
	uint32_t low = controller->registers[REGISTER_CAPABILITIES];
	uint32_t high = controller->registers[REGISTER_CAPABILITIES_HIGH];

	if (low == UINT32_MAX)
		return disk_fail(disk, -EIO, "registers read as all ones");
	if (CAPABILITIES_PAGE_MIN(high) != 0)
		return disk_fail(disk, -ENOTSUP, "no support for 4 KiB pages");
	if (CAPABILITIES_STRIDE(high) > STRIDE_MAX)
		return disk_fail(disk, -EIO, "unsupported doorbell stride of 4 << %u bytes",
				 CAPABILITIES_STRIDE(high));
	controller->entries = CAPABILITIES_ENTRIES(low);
	controller->stride_bytes = 4u << CAPABILITIES_STRIDE(high);
	if (controller->entries < 2)
		return disk_fail(disk, -EIO, "queues have only one entry");
	return 0;
}

static int nvme_enable(struct disk *disk, struct nvme_controller *controller)
{
	const struct nvme_queue *admin = &controller->admin;

	controller->registers[REGISTER_ADMIN_SIZES] = (ADMIN_ENTRIES - 1) << 16 |
						      (ADMIN_ENTRIES - 1);
	nvme_write_64(controller, REGISTER_ADMIN_COMMANDS, admin->commands_phys);
	nvme_write_64(controller, REGISTER_ADMIN_COMPLETIONS, admin->completions_phys);
	controller->registers[REGISTER_CONFIGURATION] = CONFIGURATION_ENTRIES |
							CONFIGURATION_ENABLE;
	if (!disk_wait_bits(&controller->registers[REGISTER_STATUS], STATUS_READY | STATUS_FATAL,
			    STATUS_READY))
		return disk_fail(disk, -EIO, "controller not ready in time");
	return 0;
}

int nvme_start(struct disk *disk, struct nvme_controller *controller)
{
	int error;

	*controller = (struct nvme_controller){
		.registers = disk_registers(disk, 0, 0, REGISTERS_BYTES),
	};
	if (controller->registers == NULL)
		return -EIO;
	error = nvme_read_capabilities(disk, controller);
	if (error != 0)
		return error;
	if (!nvme_is_off(controller))
		return disk_fail(disk, -EIO, "controller reset timed out");
	controller->page = disk_memory(NVME_PAGE_BYTES, &controller->page_phys);
	if (controller->page == NULL || !nvme_queue_take(&controller->admin, ADMIN_ENTRIES))
		return disk_fail(disk, -ENOMEM, "no memory for queues");
	if (!nvme_find_doorbells(disk, controller, &controller->admin, 0))
		return -EIO;
	return nvme_enable(disk, controller);
}

/* ---- Commands ---- */

static int nvme_command(struct disk *disk, struct nvme_controller *controller,
			const struct nvme_command *command)
{
	struct spin spin = spin_for(tsc_limit_hz() / 1000 * DISK_WAIT_MS);
	struct nvme_completion completion;

	*nvme_queue_next(&controller->admin) = *command;
	nvme_queue_ring(&controller->admin);
	while (!nvme_queue_poll(&controller->admin, &completion)) {
		if (!spin_on(&spin))
			return disk_fail(disk, -EIO, "command %#x timed out",
					 command->opcode);
	}
	if (completion.status >> 1 != 0)
		return disk_fail(disk, -EIO, "command %#x failed with status %#x",
				 command->opcode, completion.status >> 1);
	return 0;
}

static int nvme_ask(struct disk *disk, struct nvme_controller *controller, uint32_t what,
		    uint32_t namespace)
{
	return nvme_command(disk, controller, &(struct nvme_command){
		.opcode = IDENTIFY,
		.namespace = namespace,
		.data = {controller->page_phys},
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

static int nvme_read_namespace(struct disk *disk, const uint8_t *page, unsigned *sector_shift)
{
	unsigned index = page[NAMESPACE_FORMAT] & 0xf;
	uint32_t format = (uint32_t)identify_number(page, NAMESPACE_FORMATS + 4 * index, 4);

	*sector_shift = FORMAT_SHIFT(format);
	if (FORMAT_METADATA(format) != 0)
		return disk_fail(disk, -ENOTSUP, "sectors with metadata are not supported");
	if (*sector_shift < 9 || *sector_shift > 12)
		return disk_fail(disk, -EIO, "unsupported sector size of 1 << %u bytes",
				 *sector_shift);
	disk->facts.sectors = identify_number(page, 0, 8);
	disk->facts.sector_bytes = 1u << *sector_shift;
	return 0;
}

int nvme_identify(struct disk *disk, struct nvme_controller *controller, unsigned *sector_shift)
{
	int error = nvme_ask(disk, controller, IDENTIFY_CONTROLLER, 0);

	if (error == 0)
		error = nvme_read_controller(disk, controller->page);
	if (error == 0)
		error = nvme_ask(disk, controller, IDENTIFY_NAMESPACE, NVME_NAMESPACE);
	return error != 0 ? error : nvme_read_namespace(disk, controller->page, sector_shift);
}

int nvme_create_queue(struct disk *disk, struct nvme_controller *controller,
		      struct nvme_queue *queue, unsigned number)
{
	uint32_t sizes = (queue->entries - 1) << 16 | number;
	uint32_t interrupts = disk->message != PCI_MESSAGE_NONE ? QUEUE_INTERRUPTS : 0;
	int error;

	if (!nvme_find_doorbells(disk, controller, queue, number))
		return -EIO;
	error = nvme_command(disk, controller, &(struct nvme_command){
		.opcode = CREATE_COMPLETION,
		.data = {queue->completions_phys},
		.words = {sizes, QUEUE_CONTIGUOUS | interrupts},
	});
	if (error != 0)
		return error;
	return nvme_command(disk, controller, &(struct nvme_command){
		.opcode = CREATE_SUBMISSION,
		.data = {queue->commands_phys},
		.words = {sizes, QUEUE_CONTIGUOUS | number << 16},
	});
}
