/* SPDX-License-Identifier: MIT */
/* The line of a wait, with a clock and a terminal of the test. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/waiting.h"

static double now;

static double clock_of_test(void)
{
	return now;
}

/* Waits, and returns what the terminal got, to be freed. */
static char *waited(const char *key, double seconds, const char *file)
{
	char *text;
	size_t size;
	FILE *terminal = open_memstream(&text, &size);

	waiting_use(clock_of_test, terminal, file);
	now = 100;
	waiting_begin(key, "Booting Linux");
	for (double end = now + seconds; now < end; now += 0.5)
		waiting_tick();
	waiting_end(true);
	assert_int_equal(fclose(terminal), 0);
	waiting_use(clock_of_test, NULL, NULL);
	return text;
}

TEST(short_wait_prints_nothing)
{
	char *text = waited("boot", 4, NULL);

	assert_string_equal(text, "");
	free(text);
}

TEST(long_wait_is_shown_once_a_second_and_removed)
{
	char *text = waited("boot", 7, NULL);

	assert_null(strstr(text, ": 3 s"));
	assert_non_null(strstr(text, "\rBooting Linux: 4 s "));
	assert_non_null(strstr(text, "\rBooting Linux: 5 s "));
	assert_null(strstr(text, "last time"));
	assert_string_equal(text + strlen(text) - 2, " \r");
	free(text);
}

TEST(next_wait_of_the_key_shows_the_duration)
{
	char directory[] = "/tmp/waiting-XXXXXX", file[64];
	char *text;

	assert_non_null(mkdtemp(directory));
	snprintf(file, sizeof(file), "%s/waits", directory);
	free(waited("boot", 8, file));
	free(waited("other", 20, file));
	text = waited("boot", 6, file);
	assert_non_null(strstr(text, "\rBooting Linux: 4 s (last time 8 s)"));
	free(text);
	text = waited("third", 6, file);
	assert_null(strstr(text, "last time"));
	free(text);
	assert_int_equal(unlink(file), 0);
	assert_int_equal(rmdir(directory), 0);
}

/* A pipe would block, and the part's name is known beforehand. */
TEST(files_of_others_are_neither_awaited_nor_followed)
{
	char directory[] = "/tmp/waiting-XXXXXX", file[64], part[96], victim[64];
	struct stat about;

	assert_non_null(mkdtemp(directory));
	snprintf(file, sizeof(file), "%s/waits", directory);
	snprintf(part, sizeof(part), "%s.%d", file, getpid());
	snprintf(victim, sizeof(victim), "%s/victim", directory);
	assert_int_equal(mkfifo(file, 0600), 0);
	assert_int_equal(symlink(victim, part), 0);
	free(waited("boot", 8, file));
	assert_int_not_equal(stat(victim, &about), 0);
	assert_int_equal(unlink(part), 0);
	assert_int_equal(unlink(file), 0);
	if (geteuid() == 0) {
		assert_int_equal(chown(directory, 65534, 65534), 0);
		free(waited("boot", 8, file));
		assert_int_not_equal(stat(file, &about), 0);
	}
	assert_int_equal(rmdir(directory), 0);
}
