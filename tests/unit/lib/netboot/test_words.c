/* SPDX-License-Identifier: MIT */
/* The words of an untrusted configuration. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/netboot/names.h"
#include "lib/netboot/words.h"
#include "lib/text/command_line.h"

static char refused[1024];
static const char *reason;              /* of the last one */

static void refuse(void *context, const char *word, const char *why)
{
	(void)context;
	reason = why;
	strcat(refused, word);
	strcat(refused, " ");
}

static const char *append_sized(const char *before, const char *text, size_t bytes, size_t size)
{
	static char line[COMMAND_LINE_MAX + 1];
	size_t used = strlen(before);

	refused[0] = '\0';
	strcpy(line, before);
	used = netboot_words_append(line, used, size, text, bytes, refuse, NULL);
	assert_int_equal(used, strlen(line));
	return line;
}

static const char *append(const char *before, const char *text)
{
	return append_sized(before, text, strlen(text), COMMAND_LINE_MAX + 1);
}

TEST(permitted_words_are_appended)
{
	assert_string_equal(append("exit=halt", "suite=full samples=5"),
			    "exit=halt suite=full samples=5");
	assert_string_equal(append("", "bench=mem.*,null.*\nlimit=150us\r\nduration=1.5m"),
			    "bench=mem.*,null.* limit=150us duration=1.5m");
	assert_string_equal(refused, "");
}

TEST(comments_and_blank_lines_are_skipped)
{
	assert_string_equal(append("", "# suite=full\n\n \t# x\n  suite=noise #2=3\n#"),
			    "suite=noise");
	assert_string_equal(refused, "#2 ");
}

TEST(words_that_reach_devices_or_the_end_of_the_run_are_refused)
{
	assert_string_equal(append("", "exit=acpi-off disk.scratch=vda:1 firmware=exit then=os "
				       "serial=com2 test=panic server=http://1.2.3.4/ serials=yes "
				       "flow.link=ethernet menu=0 screen=none suite=quick"),
			    "suite=quick");
	assert_string_equal(refused, "exit disk.scratch firmware then serial test server serials "
				     "flow.link menu screen ");
}

TEST(parts_of_permitted_words_are_refused)
{
	assert_string_equal(append("", "suit=full suite bench= samples=\"1 2\" suite=a;b "
				       "\"suite bench\"=x"), "");
	assert_string_equal(refused, "suit suite bench samples suite suite bench ");
}

TEST(unprintable_bytes_do_not_pass)
{
	assert_string_equal(append("", "suite=\xff suite=full\x1b[2J \x80\x1b=1"),
			    "suite=full");
	assert_string_equal(refused, "suite [2J ?  ");
	assert_string_equal(append_sized("", "suite=quick\0exit=halt", 21, 64), "suite=quick");
	assert_string_equal(refused, "exit ");
}

TEST(words_beyond_the_room_are_refused)
{
	assert_string_equal(append_sized("", "suite=quick samples=31", 22, 12), "suite=quick");
	assert_string_equal(refused, "samples ");
	assert_string_equal(append_sized("", "suite=quick", 11, 11), "");
	assert_string_equal(append_sized("", "suite=quick samples=31", 22, 23),
			    "suite=quick samples=31");
	assert_string_equal(append_sized("", "suite=quick samples=31", 22, 22), "suite=quick");
	assert_string_equal(reason, "the command line is full");
}

TEST(configuration_over_the_limit_is_refused_whole)
{
	static char text[NETBOOT_CONFIG_BYTES_MAX + 1];

	memset(text, ' ', sizeof(text));
	memcpy(text, "suite=full", 10);
	assert_string_equal(append_sized("", text, sizeof(text), COMMAND_LINE_MAX + 1), "");
	assert_string_equal(refused, "all words ");
	assert_string_equal(reason, "the configuration is too large");
	assert_string_equal(append_sized("", text, sizeof(text) - 1, COMMAND_LINE_MAX + 1),
			    "suite=full");
	assert_string_equal(refused, "the last words ");
	assert_string_equal(reason, "the configuration is too long");
	assert_string_equal(append_sized("", text, COMMAND_LINE_MAX, COMMAND_LINE_MAX + 1),
			    "suite=full");
	assert_string_equal(refused, "");
}

TEST(refused_word_is_cut_and_has_a_reason)
{
	append("", "0123456789012345678901234567890123456789=1");
	assert_string_equal(refused, "012345678901234567890123456789012345678 ");
	assert_string_equal(reason, "not permitted in a configuration");
	append("", "suite=a/b");
	assert_string_equal(reason, "invalid value");
	assert_string_equal(append("", "bench=azAZ09._-+*?,:"), "bench=azAZ09._-+*?,:");
	assert_string_equal(append("", "bench=@ bench=[ bench=` bench={ bench=/ bench=;"), "");
}
