/* SPDX-License-Identifier: MIT */
/* Nothing is written to a disk unless it is proved to be a scratch disk, directly before. */
#include "tests/unit/unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel/disk/disk.h"
#include "lib/disk_seal.h"
#include "lib/text/errno.h"

#define TOKEN 0x5eed
#define SECTORS 2048
#define BUFFER_BYTES 4096

static struct disk disk;
static uint8_t first_sector[SEAL_SECTOR_BYTES];         /* of the disk */
static uint8_t buffers[2][BUFFER_BYTES];
static struct disk_request *pending;
static bool is_open, reads_nothing;
static int read_status;
static unsigned writes, flushes;
static char problem[200];

/* ---- The block layer ---- */

struct disk *disk_opened(void)
{
	return is_open ? &disk : NULL;
}

uint32_t disk_under_way(void)
{
	return pending != NULL;
}

uint8_t *disk_buffer(uint32_t index)
{
	return buffers[index];
}

int disk_fail(const struct disk *of, int error, const char *format, ...)
{
	va_list args;

	(void)of;
	va_start(args, format);
	vsnprintf(problem, sizeof(problem), format, args);
	va_end(args);
	return error;
}

int disk_submit_any(struct disk_request *request)
{
	pending = request;
	if (!reads_nothing && request->sector == 0)
		memcpy(request->buffer, first_sector, sizeof(first_sector));
	return 0;
}

int disk_submit_any_write(struct disk_request *request)
{
	writes += request->operation == DISK_WRITE;
	flushes += request->operation == DISK_FLUSH;
	pending = request;
	return 0;
}

int disk_wait_any(struct disk_request **request)
{
	*request = pending;
	pending = NULL;
	disk.requests++;
	(*request)->status = read_status;
	return 0;
}

static void submit_nothing(struct disk *of, unsigned slot, const struct disk_command *command)
{
	(void)of;
	(void)slot;
	(void)command;
}

static const struct disk_driver writer = {.name = "fake", .submit_write = submit_nothing};
static const struct disk_driver reader = {.name = "fake"};

/* ---- The tests ---- */

static int set_up(void **state)
{
	(void)state;
	disk = (struct disk){
		.driver = &writer, .facts = {.sectors = SECTORS, .sector_bytes = 512,
					     .can_write = true},
		.use = {.depth = 2, .bytes = BUFFER_BYTES, .buffers = 2, .scratch_token = TOKEN},
	};
	is_open = true;
	reads_nothing = false;
	read_status = 0;
	writes = flushes = 0;
	pending = NULL;
	problem[0] = '\0';
	disk_seal_write(first_sector, TOKEN, SECTORS);
	disk_withdraw_permit();
	return 0;
}

static int write_at(uint64_t sector)
{
	static struct disk_request request;
	struct disk_request *done;
	int error;

	request = (struct disk_request){
		.operation = DISK_WRITE, .sector = sector, .bytes = 512, .buffer = buffers[0],
	};
	error = disk_submit_write(&request);
	if (error == 0)
		disk_wait_any(&done);
	return error;
}

TEST_WITH(sealed_disk_is_written_once_for_each_permit, set_up, NULL)
{
	assert_int_equal(disk_scratch_check(&disk), 0);
	assert_int_equal(disk_permit_write(), 0);
	assert_int_equal(write_at(8), 0);
	assert_int_equal(write_at(9), -EPERM);
	assert_int_equal(writes, 1);
	assert_int_equal(disk.writes, 1);
	assert_int_equal(disk.written, 512);
}

TEST_WITH(nothing_is_written_without_a_permit, set_up, NULL)
{
	assert_int_equal(disk_scratch_check(&disk), 0);
	assert_int_equal(write_at(8), -EPERM);
	assert_int_equal(writes, 0);
}

TEST_WITH(disk_without_seal_is_not_written, set_up, NULL)
{
	memset(first_sector, 0, sizeof(first_sector));
	assert_int_equal(disk_scratch_check(&disk), -EPERM);
	assert_int_equal(disk_permit_write(), -EPERM);
	assert_non_null(strstr(problem, "no seal"));
	assert_int_equal(write_at(8), -EPERM);
	assert_int_equal(writes, 0);
}

TEST_WITH(disk_with_the_seal_of_another_is_not_written, set_up, NULL)
{
	disk_seal_write(first_sector, TOKEN + 1, SECTORS);
	assert_int_equal(disk_scratch_check(&disk), -EPERM);
	assert_int_equal(disk_permit_write(), -EPERM);
	assert_non_null(strstr(problem, "another disk"));
	disk_seal_write(first_sector, TOKEN, SECTORS + 8);
	assert_int_equal(disk_permit_write(), -EPERM);
	assert_non_null(strstr(problem, "another size"));
	assert_int_equal(write_at(8), -EPERM);
	assert_int_equal(writes, 0);
}

TEST_WITH(seal_that_changes_between_two_writes_stops_the_second, set_up, NULL)
{
	assert_int_equal(disk_permit_write(), 0);
	assert_int_equal(write_at(8), 0);
	first_sector[100] ^= 1;
	assert_int_equal(disk_permit_write(), -EPERM);
	assert_int_equal(write_at(9), -EPERM);
	assert_int_equal(writes, 1);
}

/* The buffer still has the seal of the first check. */
TEST_WITH(read_without_data_is_no_proof, set_up, NULL)
{
	assert_int_equal(disk_permit_write(), 0);
	reads_nothing = true;
	assert_int_equal(disk_permit_write(), -EPERM);
	assert_int_equal(write_at(8), -EPERM);
	reads_nothing = false;
	read_status = -EIO;
	assert_int_equal(disk_permit_write(), -EIO);
	assert_int_equal(write_at(8), -EPERM);
	assert_int_equal(writes, 0);
}

TEST_WITH(request_between_check_and_write_withdraws_the_permit, set_up, NULL)
{
	struct disk_request read = {.sector = 100, .bytes = 512, .buffer = buffers[0]}, *done;

	assert_int_equal(disk_permit_write(), 0);
	assert_int_equal(disk_submit_any(&read), 0);
	assert_int_equal(disk_wait_any(&done), 0);
	assert_int_equal(write_at(8), -EPERM);
	assert_int_equal(writes, 0);
}

TEST_WITH(seal_itself_is_never_overwritten, set_up, NULL)
{
	for (uint64_t sector = 0; sector < SEAL_RESERVED_BYTES / 512; sector++) {
		assert_int_equal(disk_permit_write(), 0);
		assert_int_equal(write_at(sector), -EPERM);
	}
	assert_int_equal(writes, 0);
}

TEST_WITH(disk_opened_for_reading_is_neither_written_nor_flushed, set_up, NULL)
{
	struct disk_request flush = {.operation = DISK_FLUSH};

	assert_int_equal(disk_submit_write(&flush), 0);
	assert_int_equal(flushes, 1);
	pending = NULL;
	disk.use.scratch_token = 0;
	assert_int_equal(disk_permit_write(), -EPERM);
	assert_int_equal(write_at(8), -EPERM);
	assert_int_equal(disk_submit_write(&flush), -EPERM);
	is_open = false;
	assert_int_equal(disk_permit_write(), -EPERM);
	assert_int_equal(write_at(8), -EPERM);
	assert_int_equal(writes, 0);
	assert_int_equal(flushes, 1);
}

TEST_WITH(disk_that_cannot_write_is_not_opened_for_it, set_up, NULL)
{
	disk.facts.can_write = false;
	assert_int_equal(disk_scratch_check(&disk), -ENOTSUP);
	disk.facts.can_write = true;
	disk.driver = &reader;
	assert_int_equal(disk_scratch_check(&disk), -ENOTSUP);
}
