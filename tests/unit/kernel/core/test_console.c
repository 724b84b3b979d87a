/* SPDX-License-Identifier: MIT */
/* Console sinks: the text that each receives, and messages about another sink. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/core/console.h"
#include "tests/unit/kernel/core/fake_panic.h"

static char serial_text[256], screen_text[256];

static void serial_write(const char *text, size_t length)
{
	strncat(serial_text, text, length);
}

static void screen_write(const char *text, size_t length)
{
	strncat(screen_text, text, length);
}

static const struct console_sink serial = {
	.takes_records = true, .write = serial_write,
};
static const struct console_sink screen = {.write = screen_write};

/* A sink cannot be removed. Each test adds it, and adding it again does nothing. */
static void begin(void)
{
	console_add(&serial);
	console_add(&screen);
	serial_text[0] = screen_text[0] = '\0';
}

TEST(text_goes_once_to_every_sink)
{
	begin();
	console_print("%u CPUs\n", 2);
	assert_string_equal(serial_text, "2 CPUs\n");
	assert_string_equal(screen_text, "2 CPUs\n");
}

TEST(records_go_only_to_sinks_that_take_them)
{
	begin();
	wire_write(console_writer(), WIRE_end, &(struct wire_end){.status = "complete"});
	assert_non_null(strstr(serial_text, "@end "));
	assert_string_equal(screen_text, "");
}

TEST(message_of_a_sink_goes_to_the_other_sinks)
{
	begin();
	console_print_others(&serial, "no reader");
	assert_string_equal(screen_text, "no reader");
	assert_string_equal(serial_text, "");
}

/* A boot loader's command line, for example. */
TEST(escape_sequences_do_not_reach_a_terminal)
{
	begin();
	console_print("%s: %s\n", "a\x1b[2Jb", "\x9b\x7f\tc\xff");
	assert_string_equal(serial_text, "a?[2Jb: ??\tc?\n");
	assert_string_equal(screen_text, serial_text);
	begin();
	console_log("%s\n", "\x1b]0;x\x07");
	assert_string_equal(serial_text, "?]0;x?\n");
	assert_string_equal(screen_text, "");
}

/* A counter of 25 MHz needs minutes for 2^32 ticks, so the limit is a time. */
TEST(panic_waits_seconds_for_a_writer_that_has_stopped)
{
	struct wire_writer *writer = console_writer();

	writer->begin(writer->context);
	fake_panic_cpu = 2;
	console_wait_for_others();
	assert_true(fake_panic_limit_us >= 1000000 && fake_panic_limit_us <= 10000000);
	fake_panic_cpu = 1;
	writer->end(writer->context);
}
