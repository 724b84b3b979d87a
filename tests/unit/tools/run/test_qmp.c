/* SPDX-License-Identifier: MIT */
/* QEMU's monitor: what it may say, and what is made of it. */
#include "tests/unit/unit.h"

#include <string.h>
#include <unistd.h>

#include "tools/run/input/qmp.h"

#define GREETING "{\"QMP\": {\"version\": {}}}\n"
#define DONE "{\"return\": {}}\n"

static struct qmp qmp;
static int qemu;                        /* its end */

static int open_pair(void **state)
{
	(void)state;
	qemu = qmp_make(&qmp);
	return qemu < 0;
}

static int close_pair(void **state)
{
	(void)state;
	qmp_close(&qmp);
	close(qemu);
	return 0;
}

static void qemu_says(const char *text)
{
	assert_int_equal(write(qemu, text, strlen(text)), strlen(text));
}

/* What QEMU was told, one command. */
static const char *qemu_hears(void)
{
	static char text[512];
	ssize_t count = read(qemu, text, sizeof(text) - 1);

	assert_true(count > 0);
	text[count] = '\0';
	return text;
}

TEST(a_greeting_is_answered_before_anything_else)
{
	qemu_says(GREETING DONE);
	assert_true(qmp_greet(&qmp));
	assert_string_equal(qemu_hears(), "{\"execute\":\"qmp_capabilities\"}");
}

TEST(events_and_what_is_no_json_are_passed_over)
{
	qemu_says("{\"event\": \"RESET\", \"data\": {}}\nnot json\n[1]\n\n" DONE);
	assert_true(qmp_command(&qmp, "stop", json_pack("{s:i}", "n", 1)));
	assert_string_equal(qemu_hears(), "{\"execute\":\"stop\",\"arguments\":{\"n\":1}}");
}

TEST(a_refusal_says_what_was_refused_and_why)
{
	qemu_says("{\"error\": {\"class\": \"GenericError\", \"desc\": \"no such key\"}}\n");
	assert_false(qmp_command(&qmp, "input-send-event", NULL));
	assert_string_equal(qmp.problem, "QEMU monitor: input-send-event failed: no such key");
}

TEST(a_refusal_without_a_reason_is_one_too)
{
	qemu_says("{\"error\": 5}\n");
	assert_false(qmp_command(&qmp, "stop", NULL));
	assert_string_equal(qmp.problem, "QEMU monitor: stop failed: no reason given");
}

TEST(a_qemu_that_is_gone_is_a_problem_and_not_a_signal)
{
	close(qemu);
	assert_false(qmp_command(&qmp, "stop", NULL));
	assert_string_equal(qmp.problem, "QEMU monitor: no commands accepted");
	qemu = dup(STDIN_FILENO);       /* to be closed */
}

TEST(a_line_without_an_end_is_a_problem)
{
	char text[1024];

	memset(text, 'x', sizeof(text));
	for (size_t i = 0; i < QMP_LINE_MAX / sizeof(text); i++)
		assert_int_equal(write(qemu, text, sizeof(text)), sizeof(text));
	assert_false(qmp_command(&qmp, "stop", NULL));
	assert_string_equal(qmp.problem, "QEMU monitor: line too long");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_greeting_is_answered_before_anything_else,
						open_pair, close_pair),
		cmocka_unit_test_setup_teardown(events_and_what_is_no_json_are_passed_over,
						open_pair, close_pair),
		cmocka_unit_test_setup_teardown(a_refusal_says_what_was_refused_and_why,
						open_pair, close_pair),
		cmocka_unit_test_setup_teardown(a_refusal_without_a_reason_is_one_too,
						open_pair, close_pair),
		cmocka_unit_test_setup_teardown(a_qemu_that_is_gone_is_a_problem_and_not_a_signal,
						open_pair, close_pair),
		cmocka_unit_test_setup_teardown(a_line_without_an_end_is_a_problem,
						open_pair, close_pair),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
