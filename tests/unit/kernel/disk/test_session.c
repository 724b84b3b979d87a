/* SPDX-License-Identifier: MIT */
/* An application's requests while their completions are collected by interrupts. */
#include "tests/unit/unit.h"

#include "lib/cpu/interrupts.h"

#define interrupts_state() 0
#define interrupts_were_on(state) ((state) != 0)
#define interrupts_on() ((void)0)
#define interrupts_off() ((void)0)
#include "kernel/disk/session.c"

static struct disk_request requests[DISK_DEPTH_MAX + 1];
static struct disk_request *under_way[DISK_DEPTH_MAX + 1];
static uint32_t under_way_count;

/* ---- The block layer ---- */

bool disk_interrupts(void)
{
	return true;
}

uint32_t disk_under_way(void)
{
	return under_way_count;
}

int disk_give(struct disk_request *request)
{
	under_way[under_way_count++] = request;
	return 0;
}

int disk_give_write(struct disk_request *request)
{
	return disk_give(request);
}

int disk_look(struct disk_request **request)
{
	*request = under_way[--under_way_count];
	return 1;
}

int disk_stalled(void)
{
	return -ETIMEDOUT;
}

void disk_wait_set_handler(void (*take)(struct trap_frame *frame))
{
	(void)take;
}

uint64_t clock_after_us(uint64_t us)
{
	return us;
}

/* ---- The application ---- */

static void count(uint32_t of)
{
	(void)of;
}

static void note(bool does)
{
	(void)does;
}

static bool rest(uint64_t limit_tsc)
{
	(void)limit_tsc;
	disk_session_collect();
	return true;
}

static bool stays_off(void)
{
	return false;
}

static const struct disk_session application = {
	.started = count, .done = count, .waits = note, .rest = rest, .stays_off = stays_off,
};

static int begin(void **state)
{
	(void)state;
	under_way_count = 0;
	disk_session_begin(&application);
	return 0;
}

/* Each request completes before the next is submitted, and the application waits for none. */
TEST_WITH(requests_that_were_not_waited_for_are_limited, begin, NULL)
{
	struct disk_request *done;

	for (unsigned i = 0; i < DISK_DEPTH_MAX; i++) {
		assert_int_equal(disk_session_submit(&requests[i]), 0);
		disk_session_collect();
	}
	assert_int_equal(disk_session_submit(&requests[DISK_DEPTH_MAX]), -EBUSY);
	assert_int_equal(disk_session_submit_write(&requests[DISK_DEPTH_MAX]), -EBUSY);
	assert_int_equal(disk_session_wait(&done), 0);
	assert_ptr_equal(done, &requests[0]);
	assert_int_equal(disk_session_submit(&requests[DISK_DEPTH_MAX]), 0);
}

TEST_WITH(requests_are_returned_oldest_first, begin, NULL)
{
	struct disk_request *done;

	assert_int_equal(disk_session_wait(&done), -EINVAL);
	assert_int_equal(disk_session_submit(&requests[0]), 0);
	disk_session_collect();
	assert_int_equal(disk_session_submit(&requests[1]), 0);
	assert_int_equal(disk_session_wait(&done), 0);
	assert_ptr_equal(done, &requests[0]);
	assert_int_equal(disk_session_wait(&done), 0);
	assert_ptr_equal(done, &requests[1]);
}
