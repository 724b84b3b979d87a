/* SPDX-License-Identifier: MIT */
/* A scratch disk of the Linux process, which is a file: nothing is written unless the seal was read
 * directly before, nor in the seal, nor behind the end. Needs a file system with direct writes. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/disk_seal.h"
#include "lib/wire/wire.h"
#include "linux/disk/disk.h"
#include "linux/disk/ring.h"
#include "linux/input/input.h"
#include "linux/schedule.h"

#define TOKEN 0x5eed
#define SECTORS 64
#define PREAD 1                         /* its number; 0 is that of io_uring */

static char path[] = "/var/tmp/bareline-disk-XXXXXX";
static int file;
static struct disk_facts facts;
static struct disk_request request;
static bool has_ring;

/* ---- Fakes of the process ---- */

void schedule_forgo_priority(bool forgoes)
{
	(void)forgoes;
}

void input_note_io(enum message_event_kind kind, uint32_t code)
{
	(void)kind;
	(void)code;
}

int ring_open(unsigned depth)
{
	(void)depth;
	return has_ring ? 0 : -ENOTSUP;
}

void ring_close(void)
{
}

/* A request completes at its first poll. */
static struct {
	uint64_t begin, end, polled;    /* TSC of the submission and of the poll */
	uint64_t slot;
	uint32_t bytes;
	int error;                      /* of the next submissions */
} submitted;

int ring_submit(int of, void *buffer, uint32_t bytes, uint64_t offset, uint64_t slot)
{
	(void)of;
	(void)buffer;
	(void)offset;
	submitted.begin = clock_read();
	submitted.slot = slot;
	submitted.bytes = bytes;
	submitted.end = clock_read();
	return submitted.error;
}

bool ring_poll(uint64_t *slot, int *result)
{
	submitted.polled = clock_read();
	*slot = submitted.slot;
	*result = (int)submitted.bytes;
	return true;
}

int ring_sleep(void)
{
	return -ENOTSUP;
}

/* ---- The tests ---- */

#define RING 0

static void seal(uint64_t token, uint64_t sectors)
{
	uint8_t sector[SEAL_SECTOR_BYTES];

	disk_seal_write(sector, token, sectors);
	assert_int_equal(pwrite(file, sector, sizeof(sector), 0), sizeof(sector));
}

static int open_for(uint64_t token)
{
	const struct disk_use use = {
		.depth = 1, .bytes = 4096, .completion = DISK_INTERRUPT, .scratch_token = token,
	};

	return platform_disk_open(PREAD, &use, &facts);
}

static int set_up(void **state)
{
	(void)state;
	strcpy(path + sizeof(path) - 7, "XXXXXX");
	file = mkstemp(path);
	if (file < 0 || ftruncate(file, SECTORS * SEAL_SECTOR_BYTES) != 0)
		return -1;
	seal(TOKEN, SECTORS);
	disk_init(path, NULL);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	platform_disk_close();
	close(file);
	return unlink(path);
}

static void begin(void)
{
	int error = open_for(TOKEN);

	if (error == -ENODEV)
		skip();
	assert_int_equal(error, 0);
}

static int write_at(uint64_t sector)
{
	struct disk_request *done;
	int error;

	request = (struct disk_request){
		.operation = DISK_WRITE, .sector = sector, .bytes = 4096,
		.buffer = platform_disk_buffer(0),
	};
	if (request.buffer != NULL)
		memset(request.buffer, 'w', request.bytes);
	error = platform_disk_submit_write(&request);
	if (error == 0)
		error = platform_disk_wait(&done);
	return error == 0 ? request.status : error;
}

/* Bytes of the file that are not those of the seal or zero. */
static unsigned count_written(void)
{
	unsigned count = 0;
	char byte;

	for (off_t at = 0; pread(file, &byte, 1, at) == 1; at++)
		count += byte == 'w' && at >= 64;
	return count;
}

TEST_WITH(sealed_file_is_written_and_flushed, set_up, tear_down)
{
	struct disk_request flush = {.operation = DISK_FLUSH}, *done;

	begin();
	assert_int_equal(platform_disk_permit_write(), 0);
	assert_int_equal(write_at(8), 0);
	assert_int_equal(platform_disk_submit_write(&flush), 0);
	assert_int_equal(platform_disk_wait(&done), 0);
	assert_int_equal(flush.status, 0);
	assert_int_equal(count_written(), 4096);
}

TEST_WITH(file_without_its_own_seal_is_not_opened_for_writing, set_up, tear_down)
{
	begin();
	seal(TOKEN + 1, SECTORS);
	assert_int_equal(open_for(TOKEN), -EPERM);
	seal(TOKEN, SECTORS + 1);
	assert_int_equal(open_for(TOKEN), -EPERM);
	assert_int_equal(platform_disk_permit_write(), -EPERM);
	assert_int_equal(write_at(8), -EPERM);
	assert_int_equal(count_written(), 0);
}

TEST_WITH(seal_that_changes_between_two_writes_stops_the_second, set_up, tear_down)
{
	begin();
	assert_int_equal(platform_disk_permit_write(), 0);
	assert_int_equal(write_at(8), 0);
	seal(TOKEN + 1, SECTORS);
	assert_int_equal(platform_disk_permit_write(), -EPERM);
	assert_int_equal(write_at(16), -EPERM);
	assert_int_equal(count_written(), 4096);
}

TEST_WITH(each_write_needs_a_permit_and_stays_in_its_place, set_up, tear_down)
{
	struct stat status;

	begin();
	assert_int_equal(write_at(8), -EPERM);
	for (uint64_t sector = 0; sector < 8; sector++) {
		assert_int_equal(platform_disk_permit_write(), 0);
		assert_int_equal(write_at(sector), -EPERM);
	}
	assert_int_equal(platform_disk_permit_write(), 0);
	assert_int_equal(write_at(SECTORS - 7), -EPERM);
	assert_int_equal(write_at(SECTORS - 8), -EPERM);
	assert_int_equal(count_written(), 0);
	assert_int_equal(fstat(file, &status), 0);
	assert_int_equal(status.st_size, SECTORS * SEAL_SECTOR_BYTES);
}

/* Writes sleep, so a process that polls does not write. */
TEST_WITH(file_is_not_opened_for_polling_and_writing, set_up, tear_down)
{
	const struct disk_use use = {
		.depth = 1, .bytes = 4096, .completion = DISK_POLL, .scratch_token = TOKEN,
	};

	begin();
	assert_int_equal(platform_disk_open(RING, &use, &facts), -ENOTSUP);
	assert_false(facts.can_write);
	assert_int_equal(write_at(8), -EPERM);
	assert_int_equal(count_written(), 0);
}

/* A write under io_uring's name is a call of its own. */
TEST_WITH(file_under_the_name_of_io_uring_is_written, set_up, tear_down)
{
	const struct disk_use use = {
		.depth = 1, .bytes = 65536, .buffers = 20, .buffer_bytes = 4096,
		.completion = DISK_INTERRUPT, .scratch_token = TOKEN,
	};

	begin();
	has_ring = true;
	assert_int_equal(platform_disk_open(RING, &use, &facts), 0);
	has_ring = false;
	assert_ptr_equal(platform_disk_buffer(1), platform_disk_buffer(0) + 4096);
	assert_int_equal(write_at(8), -EPERM);
	assert_int_equal(platform_disk_permit_write(), 0);
	assert_int_equal(write_at(8), 0);
	assert_int_equal(count_written(), 4096);
}

TEST_WITH(read_is_stamped_after_its_submission_and_after_its_poll, set_up, tear_down)
{
	const struct disk_use use = {.depth = 1, .bytes = 4096, .completion = DISK_POLL};
	struct disk_request *done;
	int error;

	has_ring = true;
	error = platform_disk_open(RING, &use, &facts);
	has_ring = false;
	if (error == -ENODEV)
		skip();
	assert_int_equal(error, 0);
	request = (struct disk_request){.bytes = 4096, .buffer = platform_disk_buffer(0)};
	assert_int_equal(platform_disk_submit(&request), 0);
	assert_true(request.rung_tsc > submitted.end);
	assert_int_equal(platform_disk_wait(&done), 0);
	assert_ptr_equal(done, &request);
	assert_true(request.seen_tsc > submitted.polled);
	assert_int_equal(request.entered_tsc, 0);
}

TEST_WITH(read_beyond_the_end_is_refused, set_up, tear_down)
{
	struct disk_request *done;
	uint32_t sectors;

	assert_int_equal(open_for(0), 0);
	sectors = 4096 / facts.sector_bytes;
	request = (struct disk_request){
		.sector = facts.sectors - sectors + 1, .bytes = 4096,
		.buffer = platform_disk_buffer(0),
	};
	assert_int_equal(platform_disk_submit(&request), -EINVAL);
	request.sector = UINT64_MAX;
	assert_int_equal(platform_disk_submit(&request), -EINVAL);
	assert_int_equal(platform_disk_wait(&done), -EINVAL);
	request.sector = facts.sectors - sectors;
	assert_int_equal(platform_disk_submit(&request), 0);
	assert_int_equal(platform_disk_wait(&done), 0);
	assert_int_equal(done->status, 0);
}

/* A read that io_uring does not take leaves its place to the next one, and nothing waits for it. */
TEST_WITH(refused_read_is_not_pending, set_up, tear_down)
{
	const struct disk_use use = {.depth = 1, .bytes = 4096, .completion = DISK_POLL};
	struct disk_request *done;
	int error;

	has_ring = true;
	error = platform_disk_open(RING, &use, &facts);
	has_ring = false;
	if (error == -ENODEV)
		skip();
	assert_int_equal(error, 0);
	request = (struct disk_request){.bytes = 4096, .buffer = platform_disk_buffer(0)};
	submitted.error = -EIO;
	assert_int_equal(platform_disk_submit(&request), -EIO);
	submitted.error = 0;
	assert_int_equal(platform_disk_wait(&done), -EINVAL);
	assert_int_equal(platform_disk_submit(&request), 0);
	assert_int_equal(platform_disk_wait(&done), 0);
	assert_ptr_equal(done, &request);
}

TEST_WITH(file_opened_for_reading_is_not_written, set_up, tear_down)
{
	begin();
	assert_int_equal(open_for(0), 0);
	assert_int_equal(platform_disk_permit_write(), -EPERM);
	assert_int_equal(write_at(8), -EPERM);
	assert_int_equal(count_written(), 0);
}

/* ---- What the kernel counts ---- */

#define READS 16

/* Bytes that this process caused disks to read: proc(5), "/proc/pid/io", read_bytes; -1 if the
 * kernel does not count them. */
static long long bytes_from_disks(void)
{
	FILE *io = fopen("/proc/self/io", "r");
	long long bytes = -1;
	char line[80];

	while (io != NULL && fgets(line, sizeof(line), io) != NULL)
		sscanf(line, "read_bytes: %lld", &bytes);
	if (io != NULL)
		fclose(io);
	return bytes;
}

/* A hole of a file is on no disk. */
static void fill_file(void)
{
	static const char block[SECTORS * SEAL_SECTOR_BYTES] = "filled";

	assert_int_equal(pwrite(file, block, sizeof(block), 0), sizeof(block));
	assert_int_equal(fsync(file), 0);
}

/* Whether the kernel counts a direct read of this file, without the tested code. */
static bool counts_reads(void)
{
	void *block = aligned_alloc(4096, 4096);
	long long before = bytes_from_disks();
	int direct = open(path, O_RDONLY | O_DIRECT);
	bool counts = direct >= 0 && pread(direct, block, 4096, 0) == 4096 &&
		      bytes_from_disks() - before >= 4096;

	if (direct >= 0)
		close(direct);
	free(block);
	return counts;
}

TEST_WITH(every_read_is_one_of_the_disk_by_the_kernels_count, set_up, tear_down)
{
	long long before;

	fill_file();
	if (!counts_reads()) {
		print_message("skipped: the kernel counts no reads of files in /var/tmp\n");
		skip();
	}
	assert_int_equal(open_for(0), 0);
	before = bytes_from_disks();
	for (unsigned i = 0; i < READS; i++) {
		struct disk_request *done;

		request = (struct disk_request){
			.sector = i % 2 * 8, .bytes = 4096, .buffer = platform_disk_buffer(0),
		};
		assert_int_equal(platform_disk_submit(&request), 0);
		assert_int_equal(platform_disk_wait(&done), 0);
		assert_int_equal(request.status, 0);
	}
	assert_true(bytes_from_disks() - before >= READS * 4096);
}
