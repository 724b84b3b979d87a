/* SPDX-License-Identifier: MIT */
/* Key events of an event device, sent through a pipe. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "linux/input/evdev.h"

#define CODES_MAX 16

static int ends[2];
static struct evdev_decoder decoder;

static int open_pipe(void **state)
{
	(void)state;
	decoder = (struct evdev_decoder){0};
	return pipe2(ends, O_NONBLOCK);
}

static int close_pipe(void **state)
{
	(void)state;
	close(ends[0]);
	return ends[1] >= 0 ? close(ends[1]) : 0;
}

static void put_event(uint16_t type, uint16_t code, int32_t value)
{
	const struct input_event event = {.type = type, .code = code, .value = value};

	assert_int_equal(write(ends[1], &event, sizeof(event)), sizeof(event));
}

/* A packet as from the keyboard driver. */
static void put_key(int32_t scan, uint16_t key, int32_t value)
{
	put_event(EV_MSC, MSC_SCAN, scan);
	put_event(EV_KEY, key, value);
	put_event(EV_SYN, SYN_REPORT, 0);
}

static void assert_codes(const uint32_t *expected, int count)
{
	uint32_t codes[CODES_MAX];

	assert_int_equal(evdev_read(ends[0], &decoder, codes, CODES_MAX), count);
	assert_memory_equal(codes, expected, (size_t)count * sizeof(codes[0]));
}

TEST_WITH(key_has_the_code_that_the_controller_sent, open_pipe, close_pipe)
{
	const uint32_t expected[] = {0x58, 0xd8, 0x150, 0x1d0};

	put_key(0x58, KEY_F12, 1);
	put_key(0x58, KEY_F12, 0);
	put_key(0xd0, KEY_DOWN, 1);
	put_key(0xd0, KEY_DOWN, 0);
	assert_codes(expected, 4);
}

TEST_WITH(key_repeat_by_the_kernel_is_no_message, open_pipe, close_pipe)
{
	const uint32_t expected[] = {0x1e};

	put_key(0x1e, KEY_A, 1);
	put_event(EV_KEY, KEY_A, 2);
	put_event(EV_SYN, SYN_REPORT, 1);
	assert_codes(expected, 1);
}

TEST_WITH(key_without_a_scan_code_is_dropped, open_pipe, close_pipe)
{
	put_event(EV_KEY, KEY_A, 1);
	put_event(EV_SYN, SYN_REPORT, 0);
	assert_codes(NULL, 0);
}

TEST_WITH(packet_may_arrive_in_two_reads, open_pipe, close_pipe)
{
	const uint32_t expected[] = {0x1e};

	put_event(EV_MSC, MSC_SCAN, 0x1e);
	assert_codes(NULL, 0);
	put_event(EV_KEY, KEY_A, 1);
	assert_codes(expected, 1);
}

TEST_WITH(reads_are_limited_to_the_available_room, open_pipe, close_pipe)
{
	uint32_t codes[CODES_MAX];
	int first;

	for (int i = 0; i < CODES_MAX; i++)
		put_key(0x1e, KEY_A, i % 2 == 0);
	first = evdev_read(ends[0], &decoder, codes, CODES_MAX);
	assert_uint_in_range(first, 1, CODES_MAX);
	assert_int_equal(first + evdev_read(ends[0], &decoder, codes, CODES_MAX), CODES_MAX);
}

TEST_WITH(removed_device_is_an_error, open_pipe, close_pipe)
{
	uint32_t codes[CODES_MAX];

	close(ends[1]);
	ends[1] = -1;
	assert_int_equal(evdev_read(ends[0], &decoder, codes, CODES_MAX), -EIO);
}

TEST_WITH(file_that_is_no_event_device_is_no_keyboard, open_pipe, close_pipe)
{
	char directory[] = "/tmp/bareline-evdev-XXXXXX", path[64];
	int file;

	assert_non_null(mkdtemp(directory));
	assert_int_equal(evdev_open_keyboard(directory), -ENODEV);
	snprintf(path, sizeof(path), "%s/event0", directory);
	file = open(path, O_CREAT | O_WRONLY, 0600);
	assert_true(file >= 0);
	close(file);
	assert_int_equal(evdev_open_keyboard(directory), -ENODEV);
	unlink(path);
	rmdir(directory);
}
