/* SPDX-License-Identifier: MIT */
/* The log in memory, which a reset may interrupt at any time: complete lines only, within its
 * size. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <string.h>

#include "kernel/core/console.h"
#include "kernel/dev/run_log.h"

#define CAPACITY 32

static union {
	struct persistent_log log;
	char bytes[PERSISTENT_LOG_TEXT + CAPACITY + 64];
} memory;

static int set_up(void **state)
{
	(void)state;
	memset(&memory, '#', sizeof(memory));
	memory.log = (struct persistent_log){.capacity_bytes = CAPACITY, .check = ~0ull};
	run_log_init(&memory.log);
	return 0;
}

static void expect_log(const char *text)
{
	assert_int_equal(memory.log.used_bytes, strlen(text));
	assert_int_equal(memory.log.check, ~memory.log.used_bytes);
	assert_memory_equal(memory.bytes + PERSISTENT_LOG_TEXT, text, strlen(text));
}

TEST_WITH(line_counts_when_it_is_complete, set_up, NULL)
{
	console_print("one");
	expect_log("");
	console_print(" line\nan");
	expect_log("one line\n");
	console_print("other\n");
	expect_log("one line\nanother\n");
}

TEST_WITH(earlier_log_is_kept, set_up, NULL)
{
	console_print("first\n");
	run_log_init(&memory.log);
	console_print("second\n");
	expect_log("first\nsecond\n");
}

TEST_WITH(line_without_room_is_dropped_and_counted, set_up, NULL)
{
	console_print("0123456789 0123456789\n");
	console_print("0123456789 0123456789\n");
	expect_log("0123456789 0123456789\n");
	assert_int_equal(memory.log.dropped_lines, 1);
	console_print("shorter\n");
	expect_log("0123456789 0123456789\nshorter\n");
	assert_int_equal(memory.log.dropped_lines, 1);
	assert_int_equal(memory.bytes[PERSISTENT_LOG_TEXT + CAPACITY], '#');
}

TEST_WITH(log_can_be_filled_to_its_last_byte, set_up, NULL)
{
	console_print("0123456789012345678901234567890\n");
	expect_log("0123456789012345678901234567890\n");
	console_print("\n");
	expect_log("0123456789012345678901234567890\n");
	assert_int_equal(memory.log.dropped_lines, 1);
	assert_int_equal(memory.bytes[PERSISTENT_LOG_TEXT + CAPACITY], '#');
}

TEST_WITH(nothing_is_added_after_close, set_up, NULL)
{
	console_print("one\nbegun");
	run_log_close();
	console_print(" and ended\nthe results are written\n");
	expect_log("one\n");
}
