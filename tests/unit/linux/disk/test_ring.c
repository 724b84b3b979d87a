/* SPDX-License-Identifier: MIT */
/* The queue of reads that io_uring takes, with a fake kernel that may refuse a read. */
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

static long kernel_takes;               /* the result of its next call */

static long fake_syscall(long number, ...)
{
	if (number == SYS_io_uring_enter && kernel_takes >= 0)
		return kernel_takes;
	errno = EAGAIN;
	return -1;
}

#define syscall fake_syscall
#include "linux/disk/ring.c"
#undef syscall

#include "tests/unit/unit.h"

#define ENTRIES 4

static struct io_uring_sqe entries[ENTRIES];
static unsigned numbers[ENTRIES], tail;

static int set_up(void **state)
{
	(void)state;
	tail = 0;
	ring.entries = entries;
	ring.numbers = numbers;
	ring.tail = &tail;
	ring.tail_mask = ENTRIES - 1;
	return 0;
}

static int submit(uint64_t number)
{
	static char buffer[512];

	return ring_submit(0, buffer, sizeof(buffer), 0, number);
}

TEST_WITH(read_is_queued, set_up, NULL)
{
	kernel_takes = 1;
	assert_int_equal(submit(7), 0);
	assert_int_equal(tail, 1);
	assert_int_equal(entries[numbers[0]].user_data, 7);
}

/* Otherwise the kernel would take it with the next read, or instead of it. */
TEST_WITH(refused_read_does_not_stay_in_the_queue, set_up, NULL)
{
	kernel_takes = -1;
	assert_int_equal(submit(7), -EIO);
	assert_int_equal(tail, 0);
	kernel_takes = 0;
	assert_int_equal(submit(8), -EIO);
	assert_int_equal(tail, 0);
	kernel_takes = 1;
	assert_int_equal(submit(9), 0);
	assert_int_equal(tail, 1);
	assert_int_equal(entries[numbers[0]].user_data, 9);
}
