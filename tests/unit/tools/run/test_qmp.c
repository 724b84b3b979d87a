/* SPDX-License-Identifier: MIT */
/* QEMU's monitor: its messages and the reactions to them. */
#include "tests/unit/unit.h"

#include <string.h>
#include <unistd.h>

#include "tools/run/input/qmp.h"

#define GREETING "{\"QMP\": {\"version\": {}}}\n"
#define DONE "{\"return\": {}}\n"

static struct qmp qmp;
static int qemu;                        /* QEMU's end */

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

static void qemu_sends(const char *text)
{
	assert_int_equal(write(qemu, text, strlen(text)), strlen(text));
}

/* The next command that QEMU received. */
static const char *qemu_receives(void)
{
	static char text[512];
	ssize_t count = read(qemu, text, sizeof(text) - 1);

	assert_true(count > 0);
	text[count] = '\0';
	return text;
}

TEST_WITH(greeting_is_answered_first, open_pair, close_pair)
{
	qemu_sends(GREETING DONE);
	assert_true(qmp_greet(&qmp));
	assert_string_equal(qemu_receives(), "{\"execute\":\"qmp_capabilities\"}");
}

TEST_WITH(events_and_invalid_json_are_skipped, open_pair, close_pair)
{
	qemu_sends("{\"event\": \"RESET\", \"data\": {}}\nnot json\n[1]\n\n" DONE);
	assert_true(qmp_command(&qmp, "stop", json_pack("{s:i}", "n", 1)));
	assert_string_equal(qemu_receives(), "{\"execute\":\"stop\",\"arguments\":{\"n\":1}}");
}

TEST_WITH(refusal_names_the_command_and_the_reason, open_pair, close_pair)
{
	qemu_sends("{\"error\": {\"class\": \"GenericError\", \"desc\": \"no such key\"}}\n");
	assert_false(qmp_command(&qmp, "input-send-event", NULL));
	assert_string_equal(qmp.problem, "QEMU monitor: input-send-event failed: no such key");
}

TEST_WITH(refusal_without_a_reason_is_reported, open_pair, close_pair)
{
	qemu_sends("{\"error\": 5}\n");
	assert_false(qmp_command(&qmp, "stop", NULL));
	assert_string_equal(qmp.problem, "QEMU monitor: stop failed: no reason given");
}

TEST_WITH(closed_connection_is_an_error_and_raises_no_signal, open_pair, close_pair)
{
	close(qemu);
	assert_false(qmp_command(&qmp, "stop", NULL));
	assert_string_equal(qmp.problem, "QEMU monitor: no commands accepted");
	qemu = dup(STDIN_FILENO);       /* the last copy, for the teardown to close */
}

TEST_WITH(line_without_an_end_is_an_error, open_pair, close_pair)
{
	char text[1024];

	memset(text, 'x', sizeof(text));
	for (size_t i = 0; i < QMP_LINE_MAX / sizeof(text); i++)
		assert_int_equal(write(qemu, text, sizeof(text)), sizeof(text));
	assert_false(qmp_command(&qmp, "stop", NULL));
	assert_string_equal(qmp.problem, "QEMU monitor: line too long");
}
