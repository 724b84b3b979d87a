/* SPDX-License-Identifier: MIT */
/* A disk that a workload reads by interrupt, one sector per request.
 *
 * If ticks are instructions, the emulator's host decides when a read completes. The time until then
 * is invisible only to a CPU that sleeps. So a request is submitted when the CPU is about to sleep,
 * and takes no time. */
#include "kernel/dev/time_base.h"
#include "kernel/disk/disk.h"
#include "kernel/flow/real_device.h"
#include "kernel/machine/interrupts.h"
#include "lib/disk_pattern.h"
#include "lib/text/errno.h"

#define SECTOR_BYTES_MAX 4096

static struct {
	struct disk_facts facts;
	struct disk_request request;
	struct flow_thread *thread;     /* in service */
	uint64_t pattern_sectors;
	bool waits_for_rest;            /* submit requests only before sleep */
	bool is_due;                    /* not submitted yet */
} reading;

static int real_disk_open(struct flow_real_device *device, const struct flow_real *wanted,
			  uint32_t apic_id)
{
	const struct disk_use use = {
		.depth = 1, .bytes = SECTOR_BYTES_MAX, .completion = DISK_INTERRUPT,
	};
	size_t disk = wanted->disk - 1;
	int error;

	if (disk >= disk_count())
		return -EINVAL;
	device->name = disk_name(disk);
	error = disk_open(disk, &use, apic_id, &reading.facts);
	if (error != 0)
		return flow_real_fail(device, error, "%s", disk_problem());
	reading.pattern_sectors = wanted->pattern_sectors;
	reading.waits_for_rest = time_base_unit() == TIME_INSTRUCTIONS;
	if (reading.facts.sectors >= FLOW_DISK_BLOCKS &&
	    reading.facts.sector_bytes <= SECTOR_BYTES_MAX)
		return 0;
	error = flow_real_fail(device, -ENOTSUP,
			       "%s: %lu sectors of %u bytes; at least %u of at most %u needed",
			       device->name, reading.facts.sectors, reading.facts.sector_bytes,
			       FLOW_DISK_BLOCKS, SECTOR_BYTES_MAX);
	disk_close();
	return error;
}

static void real_disk_start(struct flow_thread *thread)
{
	reading.thread = thread;
	reading.request = (struct disk_request){
		.sector = thread->word % FLOW_DISK_BLOCKS, .bytes = reading.facts.sector_bytes,
		.buffer = disk_buffer(0),
	};
	reading.is_due = reading.waits_for_rest;
	if (!reading.is_due && disk_give(&reading.request) != 0)
		flow_real_fail(&flow_real_disk, -EIO, "%s: cannot submit a read",
			       flow_real_disk.name);
}

/* Submit the due request. If this fails, the request times out. */
static void real_disk_rest(void)
{
	if (reading.is_due)
		disk_give(&reading.request);
	reading.is_due = false;
}

static void real_disk_give_up(void)
{
	disk_stalled();
}

/* ---- Read data ---- */

static bool matches_pattern(const struct disk_request *request)
{
	uint64_t first = request->sector * (request->bytes / PATTERN_SECTOR_BYTES);

	return first >= reading.pattern_sectors || disk_pattern_is_valid(request->buffer, first);
}

static void real_disk_take(const struct disk_request *request)
{
	if (request->status != 0) {
		flow_real_fail(&flow_real_disk, -EIO, "%s: cannot read %u bytes at sector %lu",
			       flow_real_disk.name, request->bytes, request->sector);
	} else if (!matches_pattern(request)) {
		flow_real_fail(&flow_real_disk, -EIO,
			       "sector %lu of %s has wrong data",
			       request->sector, flow_real_disk.name);
	} else {
		reading.thread->word = FLOW_WORD_BLOCK | (uint32_t)request->sector;
		flow_real_done(&flow_real_disk);
	}
}

static void on_disk(struct trap_frame *frame)
{
	struct disk_request *request;
	int found = 0;

	(void)frame;
	interrupt_acknowledge();
	flow_acquire();
	if (flow_real_disk.request != NULL && disk_under_way() > 0)
		found = disk_look(&request);
	if (found > 0)
		real_disk_take(request);
	else if (found < 0)
		flow_real_fail(&flow_real_disk, -EIO, "%s", disk_problem());
	flow_release();
}

static void real_disk_begin(void)
{
	disk_wait_set_handler(on_disk);
}

static void real_disk_end(void)
{
	disk_wait_set_handler(NULL);
}

struct flow_real_device flow_real_disk = {
	.kind = FLOW_DISK, .limit_ms = DISK_WAIT_MS,
	.open = real_disk_open, .close = disk_close,
	.begin = real_disk_begin, .end = real_disk_end,
	.start = real_disk_start, .rest = real_disk_rest, .give_up = real_disk_give_up,
};
