/* SPDX-License-Identifier: MIT */
/* The NVMe driver on a modelled controller, which a thread serves: its namespaces, their sector
 * formats, and the reason why one is refused. */
#include "tests/unit/unit.h"

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>

#include "kernel/disk/disk.h"
#include "kernel/machine/clock.h"
#include "lib/text/errno.h"

#define PAGE 4096u
#define ENTRIES 8u                      /* of the admin queues */
#define SPACES_MAX 1024
#define FORMAT_4K (12u << 16)
#define UNSUPPORTED (2u << 1)           /* status "Invalid Field in Command" */

struct namespace {
	uint32_t number;
	uint64_t sectors;
	uint8_t format;                 /* FLBAS */
	uint32_t format_words[64];
};

static struct {
	volatile uint32_t registers[0x2000 / 4];        /* doorbells in the second half */
	uint32_t active[SPACES_MAX];
	bool has_list;
	struct namespace namespace;
	pthread_t thread;
	volatile bool ends;
	unsigned taken;
} device;

static char problem[200];

/* ---- The machine ---- */

uint64_t clock_limit_hz(void)
{
	return 8000000000;
}

int disk_fail(const struct disk *disk, int error, const char *format, ...)
{
	va_list args;

	(void)disk;
	va_start(args, format);
	vsnprintf(problem, sizeof(problem), format, args);
	va_end(args);
	return error;
}

volatile void *disk_registers(struct disk *disk, unsigned bar, uint64_t offset,
			      uint64_t size_bytes)
{
	(void)disk;
	assert_int_equal(bar, 0);
	assert_true(offset + size_bytes <= sizeof(device.registers));
	return (volatile uint8_t *)device.registers + offset;
}

/* Not freed: a driver has no function for it. */
void *disk_memory(uint64_t size_bytes, uint64_t *phys)
{
	static uint8_t memory[1 << 20] __attribute__((aligned(PAGE)));
	static uint64_t used;
	uint64_t size = (size_bytes + PAGE - 1) / PAGE * PAGE;
	uint8_t *block = memory + used % (sizeof(memory) / 2);

	assert_true(size <= sizeof(memory) / 2);
	used += size;
	*phys = (uintptr_t)block;
	return memset(block, 0, size);
}

bool disk_wait_bits(const volatile uint32_t *where, uint32_t mask, uint32_t wanted)
{
	(void)where;
	(void)mask;
	(void)wanted;
	return true;
}

/* ---- The controller ---- */

static uint64_t address_at(unsigned word)
{
	return device.registers[word] | (uint64_t)device.registers[word + 1] << 32;
}

static void answer_identify(const volatile uint32_t *command, uint8_t *page)
{
	memset(page, 0, PAGE);
	if (command[10] == 0 && command[1] == device.namespace.number) {
		memcpy(page, &device.namespace.sectors, 8);
		page[26] = device.namespace.format;
		memcpy(page + 128, device.namespace.format_words, 256);
	} else if (command[10] == 1) {
		page[516] = 1;
	} else if (command[10] == 2) {
		memcpy(page, device.active, sizeof(device.active));
	}
}

static void take_command(void)
{
	unsigned slot = device.taken % ENTRIES;
	volatile uint32_t *command = (volatile uint32_t *)address_at(10) + 16 * slot;
	volatile uint16_t *completion = (volatile uint16_t *)address_at(12) + 8 * slot;
	bool is_identify = (command[0] & 0xff) == 6;
	uint16_t phase = (device.taken / ENTRIES + 1) % 2, status = 0;

	if (is_identify && command[10] == 2 && !device.has_list)
		status = UNSUPPORTED;
	else if (is_identify)
		answer_identify(command, (uint8_t *)(uintptr_t)(command[6] |
								(uint64_t)command[7] << 32));
	device.taken++;
	__atomic_store_n(&completion[7], (uint16_t)(status | phase), __ATOMIC_RELEASE);
}

static void *serve(void *nothing)
{
	while (!device.ends) {
		if (device.registers[0x1000 / 4] != device.taken % ENTRIES)
			take_command();
		else
			sched_yield();
	}
	return nothing;
}

static void begin(void)
{
	device.taken = 0;
	device.ends = false;
	device.registers[0] = 63;
	device.registers[0x1000 / 4] = 0;
	assert_int_equal(pthread_create(&device.thread, NULL, serve, NULL), 0);
}

static void end(void)
{
	device.ends = true;
	pthread_join(device.thread, NULL);
}

static uint32_t list(uint32_t *units, uint32_t room)
{
	struct disk disk = {.driver = &disk_nvme};
	uint32_t count;

	begin();
	count = disk_nvme.list(&disk, units, room);
	disk_nvme.close(&disk);
	end();
	return count;
}

static int open_unit(uint32_t unit, struct disk *disk)
{
	int error;

	*disk = (struct disk){.driver = &disk_nvme, .unit = unit};
	problem[0] = '\0';
	begin();
	error = disk_nvme.open(disk);
	disk_nvme.close(disk);
	end();
	return error;
}

static int set_up(void **state)
{
	(void)state;
	memset(device.active, 0, sizeof(device.active));
	device.has_list = true;
	device.active[0] = 5;
	device.active[1] = 9;
	device.namespace = (struct namespace){.number = 9, .sectors = 1000, .format = 1};
	device.namespace.format_words[1] = FORMAT_4K;
	return 0;
}

/* ---- Tests ---- */

TEST_WITH(every_active_namespace_is_listed, set_up, NULL)
{
	uint32_t units[2] = {0}, one[1] = {0};

	assert_int_equal(list(units, 2), 2);
	assert_int_equal(units[0], 5);
	assert_int_equal(units[1], 9);
	assert_int_equal(list(one, 1), 2);
	assert_int_equal(one[0], 5);
}

TEST_WITH(a_list_ends_at_its_page_and_where_numbers_do_not_grow, set_up, NULL)
{
	uint32_t units[8];

	for (unsigned i = 0; i < SPACES_MAX; i++)
		device.active[i] = i + 1;
	assert_int_equal(list(units, 8), SPACES_MAX);
	device.active[3] = 3;
	assert_int_equal(list(units, 8), 3);
	device.active[0] = 0;
	assert_int_equal(list(units, 8), 0);
}

TEST_WITH(a_controller_without_a_list_has_namespace_1, set_up, NULL)
{
	uint32_t units[8];

	device.has_list = false;
	assert_int_equal(list(units, 8), 1);
	assert_int_equal(units[0], 1);
}

TEST_WITH(the_chosen_namespace_is_opened, set_up, NULL)
{
	struct disk disk;

	assert_int_equal(open_unit(9, &disk), 0);
	assert_int_equal(disk.facts.sectors, 1000);
	assert_int_equal(disk.facts.sector_bytes, 4096);
}

/* "LBA Format Index": bits 0 to 3 are the lower ones, bits 5 and 6 the upper ones. */
TEST_WITH(formats_above_15_are_read, set_up, NULL)
{
	struct disk disk;

	device.namespace.format_words[1] = 0;
	device.namespace.format_words[17] = 9u << 16;
	device.namespace.format_words[63] = FORMAT_4K;
	device.namespace.format = 1 << 5 | 1 << 4 | 1;
	assert_int_equal(open_unit(9, &disk), 0);
	assert_int_equal(disk.facts.sector_bytes, 512);
	device.namespace.format = 0x6f;
	assert_int_equal(open_unit(9, &disk), 0);
	assert_int_equal(disk.facts.sector_bytes, 4096);
}

static const struct refusal {
	const char *name;
	uint64_t sectors;
	uint32_t format;
	int error;
	const char *problem;
} refusals[] = {
	{"nothing", 0, FORMAT_4K, -ENODEV, "namespace 9 is empty"},
	{"metadata", 9, FORMAT_4K | 8, -ENOTSUP, "sectors with metadata are not supported"},
	{"large", 9, 13u << 16, -ENOTSUP, "unsupported sectors of 1 << 13 bytes, format 1"},
	{"no_format", 9, 0, -ENOTSUP, "unsupported sectors of 1 << 0 bytes, format 1"},
};

static void a_refused_namespace_has_a_reason(void **state)
{
	const struct refusal *refusal = *state;
	struct disk disk;

	set_up(NULL);
	device.namespace.sectors = refusal->sectors;
	device.namespace.format_words[1] = refusal->format;
	assert_int_equal(open_unit(9, &disk), refusal->error);
	assert_string_equal(problem, refusal->problem);
}
TEST_CASES(a_refused_namespace_has_a_reason, refusals);

TEST_WITH(a_controller_without_a_namespace_has_a_reason, set_up, NULL)
{
	struct disk disk;

	device.active[0] = 0;
	assert_int_equal(open_unit(0, &disk), -ENODEV);
	assert_string_equal(problem, "no active namespace");
}
