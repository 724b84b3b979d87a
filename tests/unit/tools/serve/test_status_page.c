/* SPDX-License-Identifier: MIT */
/* The server's page, for machines in each state. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/messages.h"
#include "tools/base/exit_status.h"
#include "tools/serve/status.h"

#define NOW 1000000

static char *page_of(struct machine *items, size_t count)
{
	struct machines machines = {items, count};

	return status_page(&machines, NOW);
}

static void assert_page_has(const char *page, const char *text)
{
	if (strstr(page, text) == NULL)
		fail_msg("it has no %s: %s", text, page);
}

TEST(machines_that_need_the_operator_come_first)
{
	struct machine items[] = {
		{.address = "10.0.0.1", .mac = "000000000001", .run = "a", .verdict = "Valid: 58",
		 .rating = MACHINE_GOOD, .results = 1, .began = NOW - 900, .ended = NOW - 600,
		 .seen = NOW - 600},
		{.address = "10.0.0.2", .config = "default.cfg", .began = NOW - 60,
		 .seen = NOW - 60},
		{.address = "10.0.0.3", .config = "default.cfg", .began = NOW - 2000,
		 .seen = NOW - 1440},
		{.address = "10.0.0.4", .run = "b", .verdict = "Invalid: <clock>",
		 .rating = MACHINE_BAD, .results = 1, .began = NOW - 300, .ended = NOW - 100,
		 .seen = NOW - 100},
	};
	char *page = page_of(items, 4);

	assert_page_has(page, "<h1>1 of 4 machines are done ");
	assert_page_has(page, "<div class=\"verdict bad\"><b>2 machines need you: 10.0.0.3, "
			      "10.0.0.4</b>2 results are stored.");
	assert_page_has(page, "<b>✗ 10.0.0.4</b></td><td>Invalid: &lt;clock&gt;; file "
			      "results/…-b.log</td>");
	assert_page_has(page, "No result: last seen 24 min ago; the longest run took 5 min.");
	assert_page_has(page, "<td>Testing, with default.cfg</td>");
	assert_true(strstr(page, "✗ 10.0.0.4") < strstr(page, "! 10.0.0.3"));
	free(page);
}

/* In the terminal, which has room for few. */
TEST(machines_that_were_seen_last_come_first)
{
	struct machine items[] = {
		{.address = "10.0.0.1", .seen = NOW - 600}, {.address = "10.0.0.2", .seen = NOW},
		{.address = "10.0.0.3", .seen = NOW - 60},
	};
	struct machines machines = {items, 3};
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	status_write(&machines, "title", 2, file);
	fclose(file);
	assert_true(strstr(text, "10.0.0.2") < strstr(text, "10.0.0.3"));
	assert_page_has(text, "\n… and 1 more\n");
	assert_null(strstr(text, "10.0.0.1"));
	free(text);
}

struct shown {
	struct machines machines;
	size_t machine, row;
};

static void prove_row(void *context)
{
	const struct shown *shown = context;

	status_row_prove(&shown->machines, &shown->machines.items[shown->machine], shown->row);
}

/* Machines that were seen at the same time may be shown in any order. */
TEST(row_of_the_terminal_that_leaves_out_a_later_machine_is_found)
{
	struct machine items[] = {
		{.address = "10.0.0.1", .seen = NOW}, {.address = "10.0.0.2", .seen = NOW},
		{.address = "10.0.0.3", .seen = NOW - 1},
	};
	static const int statuses[3][3] = {
		{EXIT_GOOD, EXIT_GOOD, EXIT_GOOD}, {EXIT_GOOD, EXIT_GOOD, EXIT_GOOD},
		{EXIT_FAILED, EXIT_FAILED, EXIT_GOOD},
	};
	struct shown shown = {.machines = {items, 3}};

	for (shown.machine = 0; shown.machine < 3; shown.machine++) {
		for (shown.row = 0; shown.row < 3; shown.row++)
			assert_int_equal(messages_proof_status(prove_row, &shown),
					 statuses[shown.machine][shown.row]);
	}
}

TEST(machine_that_starts_again_is_tested_again)
{
	struct machine items[] = {
		{.address = "10.0.0.1", .run = "a", .verdict = "Valid: 58", .rating = MACHINE_GOOD,
		 .config = "default.cfg", .began = NOW - 10, .ended = NOW - 600, .seen = NOW - 10},
	};
	char *page = page_of(items, 1);

	assert_page_has(page, "<b>1 machine is being tested</b>");
	items[0].began = NOW - 700;
	free(page);
	page = page_of(items, 1);
	assert_page_has(page, "<div class=\"verdict good\"><b>No machine needs you</b>");
	free(page);
}
