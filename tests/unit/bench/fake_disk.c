/* SPDX-License-Identifier: MIT */
/* Requests complete in order, when the caller waits for them. */
#include "tests/unit/bench/fake_disk.h"

#include <stdlib.h>
#include <string.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/disk_pattern.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/fake_platform.h"

struct fake_disk fake_disk;

static uint8_t *buffers;
static struct disk_request *queue[DISK_DEPTH_MAX];
static uint8_t stored[4u << 20];        /* of the scratch disk */

void fake_disk_reset(void)
{
	fake_disk = (struct fake_disk){
		.count = 1,
		.facts = {.sectors = 2048, .sector_bytes = 512, .depth = DISK_DEPTH_MAX,
			  .bytes_max = DISK_BYTES_MAX, .can_poll = true, .can_interrupt = true},
		.has_pattern = true, .lowest_written = UINT64_MAX,
	};
}

const uint8_t *fake_disk_stored(size_t offset)
{
	return stored + offset;
}

size_t platform_disk_count(void)
{
	return fake_disk.count;
}

const char *platform_disk_name(size_t disk)
{
	static const char *const names[DISKS_MAX] = {"fake0", "fake1"};

	return names[disk];
}

int platform_disk_probe(size_t disk, struct disk_facts *facts)
{
	fake_request("probe %lu", disk);
	*facts = fake_disk.facts;
	return fake_disk.probe_status;
}

int platform_disk_open(size_t disk, const struct disk_use *use, struct disk_facts *facts)
{
	fake_request("disk %zu %u %u %u %u %u %#lx", disk, use->depth, use->bytes, use->buffers,
		     use->buffer_bytes, use->completion, use->scratch_token);
	*facts = fake_disk.facts;
	if (fake_disk.open_status != 0)
		return fake_disk.open_status;
	fake_disk.opens++;
	fake_disk.use = *use;
	fake_disk.outstanding = 0;
	buffers = malloc(disk_use_buffers(use) * disk_use_buffer_bytes(use));
	return 0;
}

void platform_disk_close(void)
{
	fake_disk.closes += buffers != NULL;
	free(buffers);
	buffers = NULL;
}

const char *platform_disk_problem(void)
{
	return "fake0: a scripted failure";
}

uint8_t *platform_disk_buffer(uint32_t index)
{
	return buffers + index * disk_use_buffer_bytes(&fake_disk.use);
}

int platform_disk_submit(struct disk_request *request)
{
	fake_request("submit %u %u at %lu", request->operation, request->bytes, request->sector);
	if (request->sector + request->bytes / 512 > fake_disk.facts.sectors)
		return -EINVAL;
	if (fake_disk.outstanding == fake_disk.use.depth)
		return -EBUSY;
	queue[fake_disk.outstanding++] = request;
	if (fake_disk.outstanding > fake_disk.outstanding_most)
		fake_disk.outstanding_most = fake_disk.outstanding;
	request->rung_tsc = fake_disk.hides_stages ? 0 : clock_read();
	return 0;
}

/* Whether this is the attempt that fails. */
static bool is_last(unsigned *left)
{
	return *left > 0 && --*left == 0;
}

int platform_disk_permit_write(void)
{
	fake_request("permit");
	int status = is_last(&fake_disk.permits_left) ? -EPERM : fake_disk.permit_status;

	fake_disk.has_permit = status == 0;
	fake_disk.permits++;
	return status;
}

int platform_disk_submit_write(struct disk_request *request)
{
	bool has_permit = fake_disk.has_permit;

	fake_disk.has_permit = false;
	if (request->operation == DISK_WRITE && !has_permit)
		return -EPERM;
	if (request->operation == DISK_WRITE && request->sector < fake_disk.lowest_written)
		fake_disk.lowest_written = request->sector;
	return platform_disk_submit(request);
}

/* What was written is read, unless the disk loses it. */
static void take_data(const struct disk_request *request)
{
	size_t at = request->sector * 512 % sizeof(stored), bytes = request->bytes;

	if (request->operation == DISK_WRITE && fake_disk.stored_bytes > 0)
		bytes = fake_disk.stored_bytes;
	if (request->operation == DISK_WRITE && !fake_disk.loses_writes)
		memcpy(stored + at, request->buffer, bytes);
	else if (request->operation == DISK_READ)
		memcpy(request->buffer, stored + at, bytes);
}

/* Contents without a pattern, quick to make. */
static void clear(const struct disk_request *request)
{
	for (uint32_t i = 0; i < request->bytes; i += PATTERN_SECTOR_BYTES)
		memset(request->buffer + i, 0, sizeof(uint64_t));
}

static void fill(const struct disk_request *request)
{
	for (uint32_t i = 0; i < request->bytes / PATTERN_SECTOR_BYTES; i++) {
		uint64_t number = request->sector + i;

		if (fake_disk.is_shifted ||
		    (fake_disk.wrong_sector != 0 && number == fake_disk.wrong_sector))
			number++;
		disk_pattern_write(request->buffer + i * PATTERN_SECTOR_BYTES, number,
				fake_disk.facts.sectors);
	}
}

int platform_disk_wait(struct disk_request **request)
{
	if (fake_disk.outstanding == 0)
		return -EINVAL;
	if (fake_disk.wait_status != 0)
		return fake_disk.wait_status;
	*request = queue[0];
	memmove(queue, queue + 1, --fake_disk.outstanding * sizeof(queue[0]));
	if (fake_disk.use.scratch_token != 0)
		take_data(*request);
	else if (fake_disk.has_pattern)
		fill(*request);
	else
		clear(*request);
	(*request)->status = fake_disk.read_status;
	if (((*request)->operation == DISK_WRITE && is_last(&fake_disk.writes_left)) ||
	    ((*request)->operation == DISK_FLUSH && is_last(&fake_disk.flushes_left)))
		(*request)->status = -EIO;
	(*request)->entered_tsc = 0;
	if (fake_disk.use.completion == DISK_INTERRUPT && !fake_disk.hides_stages)
		(*request)->entered_tsc = clock_read();
	(*request)->seen_tsc = fake_disk.hides_stages ? 0 : clock_read();
	fake_disk.reads += (*request)->operation == DISK_READ;
	fake_disk.writes += (*request)->operation == DISK_WRITE;
	fake_disk.flushes += (*request)->operation == DISK_FLUSH;
	fake_disk.last_sector = (*request)->sector;
	return 0;
}

int platform_major_fault_trial(const struct major_fault_trial *trial,
			       struct major_fault_stamps *stamps, const uint8_t **data)
{
	static uint8_t hosted_page[4096];

	fake_request("major %u %lu %u", trial->ring, trial->page, trial->is_cold);
	*stamps = (struct major_fault_stamps){.touched = clock_read()};
	if (platform_is_hosted()) {
		for (unsigned i = 0; i < 8; i++)
			disk_pattern_write(&hosted_page[i * PATTERN_SECTOR_BYTES],
					   trial->page * 8 + i,
					   fake_disk.facts.sectors);
		*data = hosted_page;
	} else {
		stamps->entered = clock_read();
		*data = trial->page_in(trial->context, trial->page);
		stamps->paged = clock_read();
		stamps->returning = clock_read();
	}
	stamps->resumed = clock_read();
	if (fake_disk.trial_status != 0)
		return fake_disk.trial_status;
	return *data != NULL ? 0 : -ENODEV;
}
