/* SPDX-License-Identifier: MIT */
/* NVMe: the first namespace of a controller, through one pair of I/O queues. The command in slot i
 * has identifier i. Names and sections: NVM Express Base Specification 1.4. */
#include "kernel/disk/nvme.h"

#include "kernel/dev/tsc.h"
#include "lib/text/errno.h"
#include "lib/x86/spin.h"

#define IO_ENTRIES 64u
#define IO_QUEUE 1u
#define PRP_ENTRIES (NVME_PAGE_BYTES / 8)
#define FLUSH 0x00u
#define WRITE 0x01u
#define READ 0x02u
#define PHASE 1u

static struct {
	struct nvme_controller controller;
	struct nvme_queue queue;
	volatile uint64_t *lists;       /* page lists, one page per slot */
	uint64_t lists_phys;
	unsigned sector_shift;
} nvme;

static bool nvme_matches(const struct pci_function *function)
{
	return function->class_code == NVME_CLASS;
}

/* ---- Queues ---- */

bool nvme_queue_take(struct nvme_queue *queue, uint32_t entries)
{
	*queue = (struct nvme_queue){.entries = entries, .phase = PHASE};
	queue->commands = disk_memory(entries * sizeof(*queue->commands), &queue->commands_phys);
	queue->completions = disk_memory(entries * sizeof(*queue->completions),
					 &queue->completions_phys);
	return queue->commands != NULL && queue->completions != NULL;
}

volatile struct nvme_command *nvme_queue_next(struct nvme_queue *queue)
{
	return &queue->commands[queue->tail];
}

void nvme_queue_ring(struct nvme_queue *queue)
{
	queue->tail = queue->tail + 1 < queue->entries ? queue->tail + 1 : 0;
	*queue->tail_doorbell = queue->tail;
}

bool nvme_queue_poll(struct nvme_queue *queue, struct nvme_completion *completion)
{
	const volatile struct nvme_completion *next = &queue->completions[queue->head];

	if ((next->status & PHASE) != queue->phase)
		return false;
	*completion = *next;
	if (++queue->head == queue->entries) {
		queue->head = 0;
		queue->phase ^= PHASE;
	}
	*queue->head_doorbell = queue->head;
	return true;
}

/* ---- Opening ---- */

static int nvme_take_lists(struct disk *disk)
{
	nvme.lists = disk_memory(DISK_DEPTH_MAX * (uint64_t)NVME_PAGE_BYTES, &nvme.lists_phys);
	return nvme.lists != NULL ? 0 : disk_fail(disk, -ENOMEM, "no memory for lists");
}

static int nvme_open(struct disk *disk)
{
	int error = nvme_start(disk, &nvme.controller);

	if (error == 0)
		error = nvme_identify(disk, &nvme.controller, &nvme.sector_shift);
	if (error != 0)
		return error;
	if (!nvme_queue_take(&nvme.queue, nvme.controller.entries < IO_ENTRIES
						  ? nvme.controller.entries : IO_ENTRIES))
		return disk_fail(disk, -ENOMEM, "no memory for queues");
	disk->facts.depth = nvme.queue.entries - 1 < DISK_DEPTH_MAX ? nvme.queue.entries - 1
								    : DISK_DEPTH_MAX;
	disk->facts.can_interrupt = disk->message != PCI_MESSAGE_NONE;
	disk->facts.can_write = true;
	error = nvme_take_lists(disk);
	return error != 0 ? error
			  : nvme_create_queue(disk, &nvme.controller, &nvme.queue, IO_QUEUE);
}

static void nvme_close(struct disk *disk)
{
	nvme_stop(disk, &nvme.controller);
}

/* ---- Requests ---- */

/* "Physical Region Page Entry and List": the first page, then the second one or a list of the
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
	command->namespace = NVME_NAMESPACE;
	command->data[0] = read->buffer_phys;
	command->data[1] = nvme_list_pages(slot, read);
	command->words[0] = (uint32_t)read->sector;
	command->words[1] = (uint32_t)(read->sector >> 32);
	command->words[2] = (read->bytes >> nvme.sector_shift) - 1;
	nvme_queue_ring(&nvme.queue);
}

/* "Flush command" of the NVM command set: it has only a namespace. */
static void nvme_submit_write(struct disk *disk, unsigned slot, const struct disk_command *write)
{
	volatile struct nvme_command *command = nvme_queue_next(&nvme.queue);
	bool has_data = write->operation == DISK_WRITE;

	(void)disk;
	command->opcode = (has_data ? WRITE : FLUSH) | slot << 16;
	command->namespace = NVME_NAMESPACE;
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

	if (!nvme_queue_poll(&nvme.queue, &completion))
		return 0;
	if (completion.queue != IO_QUEUE)
		return disk_fail(disk, -EIO, "completed a command of unused queue %u",
				 completion.queue);
	*slot = completion.command;
	*status = completion.status >> 1 == 0 ? 0 : -EIO;
	return 1;
}

const struct disk_driver disk_nvme = {
	.name = "nvme",
	.matches = nvme_matches,
	.open = nvme_open,
	.submit = nvme_submit,
	.submit_write = nvme_submit_write,
	.poll = nvme_poll,
	.close = nvme_close,
};
