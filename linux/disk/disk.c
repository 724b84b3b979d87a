/* SPDX-License-Identifier: MIT */
/* One file, read with O_DIRECT in two ways: by io_uring, under the given name, and by pread, one
 * request at a time. A scratch disk is written by pwrite and fdatasync under either name. Both
 * calls sleep until the device has finished, so a process that polls cannot write. A process cannot
 * observe when the kernel notifies the device and when the interrupt arrives.
 *
 * If the device has one queue, the kernel sorts its requests (mq-deadline), and a kernel thread on
 * the same CPU notifies the device. So a process that polls for completion does so without
 * real-time priority. */
#include "linux/disk/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/platform.h"
#include "lib/cpu/spin.h"
#include "lib/disk_seal.h"
#include "lib/text/fmt.h"
#include "lib/wire/wire.h"
#include "linux/disk/ring.h"
#include "linux/input/input.h"
#include "linux/schedule.h"

#define WAIT_SECONDS 5u
#define PROBLEM_MAX 256
#define SECTOR_SMALL 512u
#define SECTOR_LARGE 4096u
#define PAGE_BYTES 4096u

enum way {WAY_RING, WAY_PREAD, WAYS};

static struct {
	const char *path, *names[WAYS];
	bool is_described[WAYS];
	uint64_t reads[WAYS], bytes[WAYS], failed[WAYS];
	uint64_t writes[WAYS], written[WAYS], flushes[WAYS];
	char problem[PROBLEM_MAX];

	/* Valid while it is open. */
	int file;                       /* 0: closed */
	enum way way;
	struct disk_use use;
	struct disk_facts facts;
	uint8_t *buffers;
	uint64_t buffer_bytes;
	struct disk_request *slots[DISK_DEPTH_MAX];
	uint32_t outstanding;
	bool may_write;                 /* whether the seal was read just before */
} disk;

static const char *const way_words[WAYS] = {[WAY_RING] = "io_uring", [WAY_PREAD] = "pread"};

void disk_init(const char *path, const char *name)
{
	disk.path = path;
	disk.names[WAY_RING] = name != NULL ? name : "disk0";
	disk.names[WAY_PREAD] = "pread0";
}

bool disk_is_named(void)
{
	return disk.path != NULL;
}

const char *disk_path(void)
{
	return disk.path;
}

size_t platform_disk_count(void)
{
	return disk.path != NULL ? WAYS : 0;
}

const char *platform_disk_name(size_t number)
{
	return disk.names[number];
}

static int disk_fail(int error, const char *what)
{
	fmt_buffer(disk.problem, sizeof(disk.problem), "%s by %s: %s: %s", disk.path,
		   way_words[disk.way], what, strerror(-error));
	return error;
}

const char *platform_disk_problem(void)
{
	return disk.problem;
}

/* ---- Opening ---- */

/* Find the facts. Requests must be multiples of the device's sectors, whose size is found by
 * reading. */
static int disk_find_facts(void)
{
	off_t size = lseek(disk.file, 0, SEEK_END);
	uint32_t sector = SECTOR_SMALL;

	if (pread(disk.file, disk.buffers, sector, 0) < 0)
		sector = SECTOR_LARGE;
	if (size <= 0 || pread(disk.file, disk.buffers, sector, 0) != (ssize_t)sector)
		return disk_fail(-ENODEV, "not readable");
	disk.facts = (struct disk_facts){
		.sectors = (uint64_t)size / sector,
		.sector_bytes = sector,
		.depth = disk.way == WAY_PREAD ? 1 : DISK_DEPTH_MAX,
		.bytes_max = DISK_BYTES_MAX,
		.can_poll = disk.way == WAY_RING,
		.can_interrupt = true,
		.can_write = disk.use.completion == DISK_INTERRUPT,
	};
	return 0;
}

/* Check the seal. The buffer is cleared first, so that a read without data does not find the seal
 * of an earlier read. */
static int disk_check_seal(void)
{
	uint64_t sectors = disk.facts.sectors * (disk.facts.sector_bytes / SEAL_SECTOR_BYTES);
	uint8_t *buffer = disk.buffers + disk.buffer_bytes * disk_use_buffers(&disk.use);
	const char *fault;
	ssize_t count;

	memset(buffer, 0, disk.facts.sector_bytes);
	input_note_io(MESSAGE_IO_START, 1);
	input_note_io(MESSAGE_IO_BEGIN, 0);
	count = pread(disk.file, buffer, disk.facts.sector_bytes, 0);
	input_note_io(MESSAGE_IO_DONE, 0);
	input_note_io(MESSAGE_IO_END, 0);
	if (count != (ssize_t)disk.facts.sector_bytes)
		return disk_fail(-EIO, "cannot read the seal");
	disk.reads[disk.way]++;
	disk.bytes[disk.way] += disk.facts.sector_bytes;
	fault = disk_seal_fault(buffer, disk.use.scratch_token, sectors);
	return fault == NULL ? 0 : disk_fail(-EPERM, fault);
}

/* Size of all buffers, with one more for the seal. */
static size_t disk_all_bytes(void)
{
	return disk.buffer_bytes * (disk_use_buffers(&disk.use) + 1);
}

static int disk_map_buffers(void)
{
	disk.buffer_bytes = disk_use_buffer_bytes(&disk.use);
	disk.buffers = mmap(NULL, disk_all_bytes(),
			    PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (disk.buffers != MAP_FAILED)
		return 0;
	disk.buffers = NULL;
	return disk_fail(-ENOMEM, "no memory for buffers");
}

static void disk_describe(void)
{
	if (disk.is_described[disk.way])
		return;
	disk.is_described[disk.way] = true;
	wire_write(platform_writer(), WIRE_disk, &(struct wire_disk){
		.name = disk.names[disk.way],
		.driver = way_words[disk.way],
		.model = disk.path,
		.sectors = disk.facts.sectors,
		.sector_bytes = disk.facts.sector_bytes,
		.depth = disk.facts.depth,
		.bytes_max = disk.facts.bytes_max,
	});
}

static int disk_start(void)
{
	int error = disk_map_buffers();

	if (error != 0)
		return error;
	disk.file = open(disk.path, (disk.use.scratch_token != 0 ? O_RDWR : O_RDONLY) | O_DIRECT |
				    O_CLOEXEC);
	if (disk.file < 0 || (fcntl(disk.file, F_GETFL) & O_DIRECT) == 0)
		return disk_fail(-ENODEV, "cannot open with O_DIRECT");
	error = disk_find_facts();
	if (error != 0)
		return error;
	if (disk.use.depth > disk.facts.depth)
		return disk_fail(-ENOTSUP, "one request at a time only");
	if (disk.use.scratch_token != 0 && !disk.facts.can_write)
		return disk_fail(-ENOTSUP, "writes sleep until the device is done");
	if (disk.use.scratch_token != 0 && (error = disk_check_seal()) != 0)
		return error;
	if (disk.use.completion == DISK_POLL && !disk.facts.can_poll)
		return disk_fail(-ENOTSUP, "the access method sleeps until a request completes");
	error = disk.way == WAY_RING ? ring_open(disk.use.depth) : 0;
	return error == 0 ? 0 : disk_fail(-ENOTSUP, "not available to this process");
}

int platform_disk_open(size_t number, const struct disk_use *use, struct disk_facts *facts)
{
	int error;

	platform_disk_close();
	disk.way = (enum way)number;
	disk.use = *use;
	schedule_forgo_priority(use->completion == DISK_POLL);
	error = disk_start();
	*facts = disk.facts;
	if (error == 0)
		disk_describe();
	else
		platform_disk_close();
	return error;
}

int platform_disk_probe(size_t number, struct disk_facts *facts)
{
	const struct disk_use use = {.depth = 1, .bytes = PAGE_BYTES, .completion = DISK_INTERRUPT};
	int error = platform_disk_open(number, &use, facts);

	platform_disk_close();
	return error;
}

void platform_disk_close(void)
{
	ring_close();
	schedule_forgo_priority(false);
	if (disk.file > 0)
		close(disk.file);
	if (disk.buffers != NULL)
		munmap(disk.buffers, disk_all_bytes());
	disk.file = 0;
	disk.buffers = NULL;
	disk.outstanding = 0;
	disk.may_write = false;
	memset(disk.slots, 0, sizeof(disk.slots));
}

void disk_conclude(void)
{
	for (enum way way = 0; way < WAYS; way++) {
		if (disk.is_described[way])
			wire_write(platform_writer(), WIRE_disk_use, &(struct wire_disk_use){
				.name = disk.names[way],
				.reads = disk.reads[way],
				.bytes = disk.bytes[way],
				.failed = disk.failed[way],
				.writes = disk.writes[way],
				.written = disk.written[way],
				.flushes = disk.flushes[way],
			});
	}
}

/* ---- Requests ---- */

uint8_t *platform_disk_buffer(uint32_t index)
{
	return disk.buffers + index * disk.buffer_bytes;
}

static uint64_t disk_offset(const struct disk_request *request)
{
	return request->sector * disk.facts.sector_bytes;
}

/* Whether the disk has all sectors of a request. */
static bool disk_has(const struct disk_request *request)
{
	uint64_t sectors = request->bytes / disk.facts.sector_bytes;

	return sectors <= disk.facts.sectors && request->sector <= disk.facts.sectors - sectors;
}

int platform_disk_submit(struct disk_request *request)
{
	unsigned slot = 0;
	int error = 0;

	if (!disk_has(request))
		return -EINVAL;
	while (slot < disk.use.depth && disk.slots[slot] != NULL)
		slot++;
	if (slot == disk.use.depth)
		return -EBUSY;
	disk.may_write = false;
	request->rung_tsc = request->entered_tsc = request->seen_tsc = 0;
	if (disk.way == WAY_RING) {
		error = ring_submit(disk.file, request->buffer, request->bytes,
				    disk_offset(request), slot);
		request->rung_tsc = clock_read();
	}
	if (error != 0)
		return error;
	disk.slots[slot] = request;
	disk.outstanding++;
	input_note_io(MESSAGE_IO_START, disk.outstanding);
	return 0;
}

int platform_disk_permit_write(void)
{
	int error;

	disk.may_write = false;
	if (disk.file == 0 || disk.use.scratch_token == 0)
		return -EPERM;
	if (disk.outstanding > 0)
		return -EBUSY;
	error = disk_check_seal();
	disk.may_write = error == 0;
	return error;
}

/* Whether a request is permitted. It must not touch the seal, and must not go beyond the end, which
 * would extend a file. */
static bool disk_may_take(const struct disk_request *request)
{
	return request->bytes > 0 && request->bytes % disk.facts.sector_bytes == 0 &&
	       request->sector >= SEAL_RESERVED_BYTES / disk.facts.sector_bytes &&
	       disk_has(request);
}

int platform_disk_submit_write(struct disk_request *request)
{
	bool may_write = disk.may_write;

	disk.may_write = false;
	if (disk.file == 0 || disk.use.scratch_token == 0 ||
	    (request->operation != DISK_FLUSH &&
	     (request->operation != DISK_WRITE || !may_write || !disk_may_take(request))))
		return -EPERM;
	if (disk.outstanding > 0)
		return -EBUSY;
	disk.slots[0] = request;
	request->rung_tsc = request->entered_tsc = request->seen_tsc = 0;
	disk.outstanding++;
	input_note_io(MESSAGE_IO_START, disk.outstanding);
	return 0;
}

static ssize_t disk_do(const struct disk_request *request)
{
	off_t offset = (off_t)disk_offset(request);

	if (request->operation == DISK_FLUSH)
		return fdatasync(disk.file);
	return request->operation == DISK_WRITE
		       ? pwrite(disk.file, request->buffer, request->bytes, offset)
		       : pread(disk.file, request->buffer, request->bytes, offset);
}

/* Whether the pending request is a separate system call, which the wait makes. */
static bool disk_calls(void)
{
	return disk.way == WAY_PREAD ||
	       (disk.slots[0] != NULL && disk.slots[0]->operation != DISK_READ);
}

/* Wait for a request that is a system call. The call does all the work before it returns. */
static int disk_wait_call(uint64_t *slot, int *result)
{
	ssize_t count = disk_do(disk.slots[0]);

	*slot = 0;
	*result = count >= 0 ? (int)count : -errno;
	return 0;
}

static int disk_wait_ring(uint64_t *slot, int *result)
{
	struct spin spin = spin_for(platform_limit_hz() * WAIT_SECONDS);

	while (!ring_poll(slot, result)) {
		int error = disk.use.completion == DISK_INTERRUPT ? ring_sleep() : 0;

		if (error != 0)
			return disk_fail(error, "waiting for a request");
		if (!spin_on(&spin))
			return disk_fail(-ETIMEDOUT, "request timed out");
	}
	return 0;
}

static void disk_count_request(const struct disk_request *request)
{
	if (request->operation == DISK_FLUSH) {
		disk.flushes[disk.way]++;
	} else if (request->operation == DISK_WRITE) {
		disk.writes[disk.way]++;
		disk.written[disk.way] += request->bytes;
	} else {
		disk.reads[disk.way]++;
		disk.bytes[disk.way] += request->bytes;
	}
}

int platform_disk_wait(struct disk_request **request)
{
	uint64_t slot, seen_tsc;
	bool calls = disk_calls();
	int result, error;

	if (disk.outstanding == 0)
		return -EINVAL;
	input_note_io(MESSAGE_IO_BEGIN, 0);
	error = calls ? disk_wait_call(&slot, &result) : disk_wait_ring(&slot, &result);
	if (error != 0)
		return error;
	seen_tsc = clock_read();
	input_note_io(MESSAGE_IO_DONE, disk.outstanding - 1);
	input_note_io(MESSAGE_IO_END, 0);
	*request = disk.slots[slot];
	disk.slots[slot] = NULL;
	disk.outstanding--;
	(*request)->status = result == (int)(*request)->bytes ? 0 : -EIO;
	if (!calls)
		(*request)->seen_tsc = seen_tsc;
	disk_count_request(*request);
	disk.failed[disk.way] += (*request)->status != 0;
	return 0;
}
