/* SPDX-License-Identifier: MIT */
/* Slots of the open disk: a write's slot is never a read's. */
#include "tests/unit/unit.h"

#include "kernel/disk/disk.c"

#define TOKEN 0x5eed
#define NO_SLOT 99

static unsigned read_slot, write_slot;

/* ---- The disk ---- */

static int open_disk(struct disk *disk)
{
	disk->facts = (struct disk_facts){
		.sectors = 2048, .sector_bytes = 512, .depth = DISK_DEPTH_MAX,
		.bytes_max = DISK_BYTES_MAX, .can_poll = true, .can_write = true,
	};
	return 0;
}

static void submit(struct disk *disk, unsigned slot, const struct disk_command *command)
{
	(void)disk;
	(void)command;
	read_slot = slot;
}

static void submit_write(struct disk *disk, unsigned slot, const struct disk_command *command)
{
	(void)disk;
	(void)command;
	write_slot = slot;
}

static void close_disk(struct disk *disk)
{
	(void)disk;
}

static const struct disk_driver fake = {
	.name = "fake", .open = open_disk, .submit = submit, .submit_write = submit_write,
	.close = close_disk,
};

/* ---- The machine ---- */

const struct disk_driver disk_virtio = {0}, disk_nvme = {0}, disk_ahci = {0};
volatile uint64_t disk_entered_tsc;

uint64_t memory_alloc(uint64_t size_bytes, uint64_t align_bytes)
{
	static _Alignas(PAGE_4K) uint8_t memory[4 * PAGE_4K];

	(void)align_bytes;
	assert_true(size_bytes <= sizeof(memory));
	return (uintptr_t)memory - RAM_BASE_VIRT;
}

struct wire_writer *console_writer(void)
{
	return NULL;
}

void wire_write(struct wire_writer *writer, enum wire_kind kind, const void *body)
{
	(void)writer;
	(void)kind;
	(void)body;
}

void pci_function_start(const struct pci_function *function)
{
	(void)function;
}

void pci_function_stop(const struct pci_function *function)
{
	(void)function;
}

void pci_message_close(struct pci_function *function, uint8_t vector)
{
	(void)function;
	(void)vector;
}

/* ---- Parts that the tests do not use ---- */

void memory_mark(void)
{
}

void memory_release(void)
{
}

bool firmware_is_resident(void)
{
	return false;
}

void warning(const char *source, const char *format, ...)
{
	(void)source;
	(void)format;
}

struct pci_function *pci_functions(size_t *count)
{
	*count = 0;
	return NULL;
}

enum pci_message_kind pci_message_open(struct pci_function *function, uint8_t vector,
				       uint32_t hardware_id)
{
	(void)function;
	(void)vector;
	(void)hardware_id;
	return PCI_MESSAGE_NONE;
}

volatile void *pci_registers(struct pci_function *function, unsigned bar, uint64_t offset,
			     uint64_t size_bytes, const char **why)
{
	(void)function;
	(void)bar;
	(void)offset;
	(void)size_bytes;
	*why = "is absent";
	return NULL;
}

int disk_wait_open(void)
{
	return -ENOTSUP;
}

void disk_wait_close(void)
{
}

uint64_t disk_wait_rest(uint64_t limit_tsc)
{
	(void)limit_tsc;
	return 0;
}

void disk_session_end(void)
{
}

bool disk_session_is_on(void)
{
	return false;
}

void disk_withdraw_permit(void)
{
}

int disk_scratch_check(struct disk *disk)
{
	(void)disk;
	return 0;
}

/* ---- The tests ---- */

static void open_with_token(uint32_t depth, uint64_t token)
{
	const struct disk_use use = {
		.depth = depth, .bytes = 512, .scratch_token = token,
	};
	struct disk_facts facts;

	layer.disks[0] = (struct disk){.driver = &fake, .name = "fake0"};
	layer.count = 1;
	read_slot = write_slot = NO_SLOT;
	assert_int_equal(disk_open(0, &use, 0, &facts), 0);
}

static struct disk_request request_of(enum disk_operation operation)
{
	return (struct disk_request){
		.operation = operation, .bytes = 512, .buffer = disk_buffer(0),
	};
}

TEST(slot_for_writes_is_not_used_by_a_read)
{
	struct disk_request first, second, write;

	open_with_token(1, TOKEN);
	first = second = request_of(DISK_READ);
	write = request_of(DISK_WRITE);
	assert_int_equal(disk_give_write(&write), 0);
	assert_int_equal(write_slot, 1);
	open_with_token(1, TOKEN);
	assert_int_equal(disk_give(&first), 0);
	assert_int_equal(read_slot, 0);
	assert_int_equal(disk_give(&second), -EBUSY);
	assert_int_equal(read_slot, 0);
}

TEST(reads_use_every_slot_of_a_disk_that_is_only_read)
{
	struct disk_request requests[4];

	open_with_token(3, 0);
	for (unsigned i = 0; i < 4; i++) {
		requests[i] = request_of(DISK_READ);
		assert_int_equal(disk_give(&requests[i]), i < 3 ? 0 : -EBUSY);
	}
	assert_int_equal(read_slot, 2);
	disk_close();
}
