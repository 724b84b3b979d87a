/* SPDX-License-Identifier: MIT */
/* Logs written again with all or some events, and the choice among several runs. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/tools/flow_fixture.h"
#include "tools/flow/filter.h"
#include "tools/flow/write.h"

/* Write the log again with the selected events only. */
static struct flow_log *write_again(const struct flow_filter *filter)
{
	static struct flow_writer writer;
	struct flow_session session;
	uint32_t indices[INGRES_EVENTS];
	size_t count = 0, size = 0;
	char *text = NULL;
	FILE *file = open_memstream(&text, &size);
	struct flow_log *again;
	uint8_t *wanted;

	assert_non_null(file);
	flow_trace_session(fixture_ingres, INGRES_EVENTS, &session);
	wanted = flow_filter_events(filter, &session);
	assert_non_null(wanted);
	for (uint32_t i = 0; i < INGRES_EVENTS; i++) {
		if (wanted[i])
			indices[count++] = i;
	}
	flow_write_begin(&writer, file, &session.log->manifest);
	flow_write_run(&writer, session.log, 0, indices, count);
	assert_true(flow_write_end(&writer, true));
	fclose(file);
	again = flow_log_parse(text, size);
	free(text);
	free(wanted);
	flow_session_close(&session);
	return again;
}

TEST(rewritten_log_reads_the_same)
{
	struct flow_log *log = write_again(&(struct flow_filter){0});

	assert_int_equal(log->account.damaged + log->account.lost + log->account.malformed, 0);
	assert_int_equal(log->events.count, INGRES_EVENTS);
	assert_memory_equal(log->events.items, fixture_ingres, sizeof(fixture_ingres));
	assert_string_equal(flow_names_find(&log->objects, 0, 0, INGRES)->name, "ingres");
	assert_string_equal(flow_names_find(&log->objects, 0, 0, DISK)->device, "simulated");
	assert_false(flow_names_find(&log->objects, 0, 0, DISK)->is_real);
	assert_null(flow_names_find(&log->objects, 0, 0, INGRES)->device);
	assert_string_equal(flow_names_find(&log->threads, 0, 0, 2)->name, "b");
	assert_null(flow_names_find(&log->objects, 0, 0, DATA));
	assert_int_equal(log->manifest.tsc_hz, 1000000000);
	flow_log_free(log);
}

/* A target's run with this many interactions. `end` is the status of its end marker, or NULL
 * without one. */
static void put_start(FILE *file, size_t interactions, const char *end)
{
	struct flow_trace trace;

	flow_trace_begin(&trace);
	for (size_t i = 0; i < interactions; i++)
		flow_trace_add(&trace, fixture_ingres, INGRES_EVENTS, i * INGRES_EVENTS);
	if (end != NULL)
		wire_write(&trace.writer, WIRE_end, &(struct wire_end){.status = end});
	fwrite(trace.text, 1, trace.length, file);
	free(trace.text);
}

static void assert_chosen(const char *first_end, const char *second_end, size_t chosen)
{
	size_t size = 0;
	char *text = NULL;
	FILE *file = open_memstream(&text, &size);
	struct flow_log *log;

	assert_non_null(file);
	put_start(file, 20, first_end);
	put_start(file, 3, second_end);
	fclose(file);
	log = flow_log_parse(text, size);
	free(text);
	assert_int_equal(log->events.count, chosen * INGRES_EVENTS);
	assert_int_equal(log->account.other_runs, 1);
	assert_int_equal(log->account.bytes, size);
	flow_log_free(log);
}

TEST(last_complete_run_is_read_or_else_the_one_with_most_records)
{
	assert_chosen("complete", "complete", 3);
	assert_chosen("complete", NULL, 20);
	assert_chosen("complete", "failed", 20);
	assert_chosen(NULL, "complete", 3);
	assert_chosen(NULL, NULL, 20);
}

TEST(events_are_selected_by_kind_thread_object_and_interaction)
{
	struct flow_filter filter = {.dropped_kinds = {{"*_use"}, 1}};
	struct flow_log *log = write_again(&filter);

	assert_int_equal(log->events.count, INGRES_EVENTS - 4);
	flow_log_free(log);
	filter = (struct flow_filter){.threads = {{"b"}, 1}, .objects = {{"files", "disk"}, 2}};
	log = write_again(&filter);
	assert_int_equal(log->events.count, 4);
	flow_log_free(log);
	filter = (struct flow_filter){.interactions = {{"2"}, 1}};
	log = write_again(&filter);
	assert_int_equal(log->events.count, 3);
	flow_log_free(log);
	filter = (struct flow_filter){.using = "disk", .selected_kinds = {{"send", "finish"}, 2}};
	log = write_again(&filter);
	assert_int_equal(log->events.count, 3);
	flow_log_free(log);
}
