/* SPDX-License-Identifier: MIT */
/* Composite states, sums over sets of interactions, and what analysis of large traces rests on. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/flow_trace.h"
#include "tools/flow/filter.h"
#include "tools/flow/known.h"
#include "tools/flow/sums.h"
#include "tools/flow/write.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define EVENT(t, k, s, o, ...) {.time = t, .kind = FLOW_##k, .subtask = s, .other = o, __VA_ARGS__}

enum {CPU = 1, PORT, DISK, INGRES, FILES, DATA, LOCK};

/* Section 6's example in small: a thread uses Ingres, which asks a file server and waits; then one
 * that uses neither. */
static const struct flow_event ingres[] = {
	EVENT(1000, ACTION, 1, 0, .thread = 1),
	EVENT(1100, BEGIN_USE, 1, 0, .thread = 1, .object = INGRES),
	EVENT(1200, SEND, 1, 2, .thread = 1, .object = PORT, .flags = FLOW_BLOCKED),
	EVENT(1300, ENQUEUE, 2, 0, .object = PORT),
	EVENT(1400, RECEIVE, 2, 0, .thread = 2, .object = PORT),
	EVENT(1500, BEGIN_USE, 2, 0, .thread = 2, .object = FILES),
	EVENT(1600, DEVICE_START, 2, 0, .thread = 2, .object = DISK),
	EVENT(1900, DEVICE_END, 2, 0, .thread = 2, .object = DISK),
	EVENT(1950, END_USE, 2, 0, .thread = 2, .object = FILES),
	EVENT(1960, UNBLOCK, 2, 3, .thread = 2),
	EVENT(1970, UNBLOCKED, 1, 3, .thread = 1),
	EVENT(1980, FINISH, 2, 0, .thread = 2),
	EVENT(2100, END_USE, 1, 0, .thread = 1, .object = INGRES),
	EVENT(2200, FINISH, 1, 0, .thread = 1),
	EVENT(3000, ACTION, 4, 0, .thread = 1),
	EVENT(3100, START, 4, 0, .thread = 1, .object = CPU),
	EVENT(3300, FINISH, 4, 0, .thread = 1),
};

static struct flow_sums sum(struct flow_session *session, const char *using, const char *state,
			   uint64_t *ticks)
{
	struct flow_expr using_expr, state_expr;
	struct flow_sums sums = {.state_ticks = ticks};
	struct flow_sums_request request = {
		.run = FLOW_NONE, .states = &state_expr, .state_count = 1,
	};

	assert_null(flow_expr_parse(&using_expr, using));
	assert_null(flow_expr_parse(&state_expr, state));
	request.using = using_expr.count > 0 ? &using_expr : NULL;
	flow_sums_make(session, &request, &sums);
	flow_expr_free(&using_expr);
	flow_expr_free(&state_expr);
	return sums;
}

static uint64_t ticks_in(const char *using, const char *state)
{
	struct flow_session session;
	uint64_t ticks;

	flow_trace_session(ingres, COUNT(ingres), &session);
	sum(&session, using, state, &ticks);
	flow_session_close(&session);
	return ticks;
}

TEST(time_in_a_state_follows_the_critical_path_from_thread_to_thread)
{
	assert_int_equal(ticks_in("", "ingres"), 2100 - 1100);
	assert_int_equal(ticks_in("", "ingres and files"), 1950 - 1500);
	assert_int_equal(ticks_in("", "ingres and files and disk"), 1900 - 1600);
	assert_int_equal(ticks_in("", "ingres and not files"), 1000 - 450);
	assert_int_equal(ticks_in("", "port"), 1400 - 1300);
	assert_int_equal(ticks_in("", "not ingres"), 200 + 300);
	assert_int_equal(ticks_in("", "*"), 1000 + 200);
}

TEST(what_a_message_takes_along_does_not_include_cpu_queue_or_device)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, START, 1, 0, .thread = 1, .object = CPU),
		EVENT(120, BEGIN_USE, 1, 0, .thread = 1, .object = DATA),
		EVENT(130, SEND, 1, 2, .thread = 1),
		EVENT(140, FINISH, 1, 0, .thread = 1),
		EVENT(230, DISCARD, 2, 0),
	};
	struct flow_session session;
	uint64_t ticks;

	flow_trace_session(events, COUNT(events), &session);
	sum(&session, "", "cpu", &ticks);
	assert_int_equal(ticks, 20);
	sum(&session, "", "data", &ticks);
	assert_int_equal(ticks, 110);
	flow_session_close(&session);
}

TEST(who_is_created_by_the_holder_of_a_lock_does_not_hold_it)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, BEGIN_USE, 1, 0, .thread = 1, .object = LOCK),
		EVENT(120, CREATE, 1, 2, .thread = 1),
		EVENT(130, END_USE, 1, 0, .thread = 1, .object = LOCK),
		EVENT(140, FINISH, 1, 0, .thread = 1),
		EVENT(200, FINISH, 2, 0, .thread = 2),
	};
	struct flow_session session;
	uint64_t ticks;

	flow_trace_session(events, COUNT(events), &session);
	sum(&session, "", "lock", &ticks);
	assert_int_equal(ticks, 120 - 110);
	flow_session_close(&session);
}

/* A thread that was done with what it did for the first message goes on with the second one's. */
TEST(who_takes_over_uses_what_the_message_did)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, BEGIN_USE, 1, 0, .thread = 1, .object = INGRES),
		EVENT(120, SEND, 1, 2, .thread = 1, .object = PORT),
		EVENT(130, RECEIVE, 2, 0, .thread = 2, .object = PORT),
		EVENT(135, START, 2, 0, .thread = 2, .object = CPU),
		EVENT(140, END_USE, 1, 0, .thread = 1, .object = INGRES),
		EVENT(150, BEGIN_USE, 1, 0, .thread = 1, .object = FILES),
		EVENT(160, SEND, 1, 3, .thread = 1, .object = PORT),
		EVENT(165, ENQUEUE, 3, 0, .object = PORT, .flags = FLOW_BLOCKED),
		EVENT(170, FINISH, 1, 0, .thread = 1),
		EVENT(300, RECEIVE_JOIN, 2, 3, .thread = 2, .object = PORT,
		      .flags = FLOW_TAKES_OVER),
		EVENT(400, FINISH, 2, 0, .thread = 2),
	};
	struct flow_session session;
	uint64_t ticks;

	flow_trace_session(events, COUNT(events), &session);
	sum(&session, "", "ingres", &ticks);
	assert_int_equal(ticks, 300 - 110);
	sum(&session, "", "files", &ticks);
	assert_int_equal(ticks, 400 - 300);
	sum(&session, "", "cpu", &ticks);
	assert_int_equal(ticks, 400 - 135);
	sum(&session, "", "port", &ticks);
	assert_int_equal(ticks, 0);
	flow_session_close(&session);
}

TEST(interactions_are_chosen_by_a_state_that_a_sub_task_was_in)
{
	struct flow_session session;
	struct flow_sums sums;
	uint64_t ticks;

	flow_trace_session(ingres, COUNT(ingres), &session);
	sums = sum(&session, "ingres and disk", "ingres", &ticks);
	assert_int_equal(sums.interactions, 1);
	assert_int_equal(sums.response_ticks, 1200);
	sums = sum(&session, "", "ingres", &ticks);
	assert_int_equal(sums.interactions, 2);
	assert_int_equal(sums.response_ticks, 1500);
	sums = sum(&session, "cpu and ingres", "ingres", &ticks);
	assert_int_equal(sums.interactions, 0);
	assert_int_equal(ticks, 0);
	flow_session_close(&session);
}

/* ---- On-line sums ---- */

static void take_agreement(void *context, const struct flow_online *found)
{
	bool *agrees = context;

	*agrees = found->agrees;
}

static bool online_agrees(uint64_t interactions, uint64_t response_ticks, uint64_t state_ticks)
{
	const struct wire_flow_online online = {
		.using = "ingres",
		.state = "files",
		.interactions = interactions,
		.response_ticks = response_ticks,
		.state_ticks = state_ticks,
	};
	struct flow_session session;
	struct flow_trace trace;
	bool agrees = false;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, ingres, COUNT(ingres), 0);
	flow_trace_close(&trace, 0, COUNT(ingres));
	wire_write(&trace.writer, WIRE_flow_online, &online);
	flow_trace_open(&trace, &session);
	flow_known_sums(&session, take_agreement, &agrees);
	flow_session_close(&session);
	return agrees;
}

TEST(sums_made_on_line_are_compared_to_the_tick)
{
	assert_true(online_agrees(1, 1200, 450));
	assert_false(online_agrees(2, 1200, 450));
	assert_false(online_agrees(1, 1201, 450));
	assert_false(online_agrees(1, 1200, 449));
}

/* ---- Expressions ---- */

static void assert_wrong(const char *text, const char *part)
{
	struct flow_expr expr;
	char *wrong = flow_expr_parse(&expr, text);

	assert_non_null(wrong);
	assert_non_null(strstr(wrong, part));
	assert_int_equal(expr.count, 0);
	free(wrong);
}

TEST(a_wrong_expression_is_refused_with_the_place)
{
	char deep[200];

	assert_wrong("and", "a name");
	assert_wrong("a or or b", "a name");
	assert_wrong("a and", "expected at character 6");
	assert_wrong("a b", "expected at character 3");
	assert_wrong("(a or b", "')'");
	assert_wrong("a or \"b", "a closing quote");
	assert_wrong("not", "a name");
	assert_wrong("a and (not)", "a name");
	memset(deep, '(', sizeof(deep) - 1);
	deep[sizeof(deep) - 1] = '\0';
	assert_wrong(deep, "less nesting");
	memset(deep, 0, sizeof(deep));
	for (size_t i = 0; i + 5 < sizeof(deep); i += 4)
		memcpy(deep + i, "not ", 4);
	strcat(deep, "a");
	assert_wrong(deep, "less nesting");
}

static bool holds(const char *text, uint64_t state)
{
	struct flow_session session;
	struct flow_usage use;
	struct flow_expr expr;
	bool result;

	flow_trace_session(ingres, COUNT(ingres), &session);
	assert_null(flow_expr_parse(&expr, text));
	flow_use_begin(&use, session.log, 0, NULL, NULL);
	flow_expr_bind(&expr, &use);
	result = flow_expr_holds(&expr, &state, use.words);
	flow_use_free(&use);
	flow_expr_free(&expr);
	flow_session_close(&session);
	return result;
}

TEST(not_binds_closer_than_and_and_and_than_or)
{
	const uint64_t cpu = 1, port = 2, disk = 4;

	assert_true(holds("cpu or port and disk", cpu));
	assert_false(holds("(cpu or port) and disk", cpu));
	assert_true(holds("not cpu or port", port));
	assert_false(holds("not (cpu or port)", port));
	assert_true(holds("not cpu and port", port));
	assert_true(holds("not not cpu", cpu | disk));
	assert_true(holds("", 0));
	assert_true(holds("\"p*t\"", port));
	assert_true(holds("0:disk", disk));
	assert_false(holds("1:disk", disk));
}

TEST(a_name_that_no_object_has_is_found)
{
	struct flow_session session;
	struct flow_expr expr;

	flow_trace_session(ingres, COUNT(ingres), &session);
	assert_null(flow_expr_parse(&expr, "cpu and ingress"));
	assert_string_equal(flow_expr_unknown(&expr, session.log), "ingress");
	flow_expr_free(&expr);
	assert_null(flow_expr_parse(&expr, "cpu and ingr*"));
	assert_null(flow_expr_unknown(&expr, session.log));
	flow_expr_free(&expr);
	flow_session_close(&session);
}

/* ---- Writing and choosing events ---- */

/* The log again after it was written with the chosen events only. */
static struct flow_log *write_again(const struct flow_filter *filter)
{
	static struct flow_writer writer;
	struct flow_session session;
	uint32_t indices[COUNT(ingres)];
	size_t count = 0, size = 0;
	char *text = NULL;
	FILE *file = open_memstream(&text, &size);
	struct flow_log *again;
	uint8_t *wanted;

	assert_non_null(file);
	flow_trace_session(ingres, COUNT(ingres), &session);
	wanted = flow_filter_events(filter, &session);
	assert_non_null(wanted);
	for (uint32_t i = 0; i < COUNT(ingres); i++) {
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

TEST(a_log_that_is_written_again_reads_the_same)
{
	struct flow_log *log = write_again(&(struct flow_filter){0});

	assert_int_equal(log->account.damaged + log->account.lost + log->account.malformed, 0);
	assert_int_equal(log->events.count, COUNT(ingres));
	assert_memory_equal(log->events.items, ingres, sizeof(ingres));
	assert_string_equal(flow_names_find(&log->objects, 0, 0, INGRES)->name, "ingres");
	assert_string_equal(flow_names_find(&log->objects, 0, 0, DISK)->device, "simulated");
	assert_false(flow_names_find(&log->objects, 0, 0, DISK)->is_real);
	assert_null(flow_names_find(&log->objects, 0, 0, INGRES)->device);
	assert_string_equal(flow_names_find(&log->threads, 0, 0, 2)->name, "b");
	assert_null(flow_names_find(&log->objects, 0, 0, DATA));
	assert_int_equal(log->manifest.tsc_hz, 1000000000);
	flow_log_free(log);
}

/* A target's run with so many interactions; `end` is its end marker's status,
 * or NULL if none came. */
static void put_start(FILE *file, size_t interactions, const char *end)
{
	struct flow_trace trace;

	flow_trace_begin(&trace);
	for (size_t i = 0; i < interactions; i++)
		flow_trace_add(&trace, ingres, COUNT(ingres), i * COUNT(ingres));
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
	assert_int_equal(log->events.count, chosen * COUNT(ingres));
	assert_int_equal(log->account.other_runs, 1);
	assert_int_equal(log->account.bytes, size);
	flow_log_free(log);
}

TEST(of_several_runs_the_last_complete_one_is_read_or_the_one_with_most_records)
{
	assert_chosen("complete", "complete", 3);
	assert_chosen("complete", NULL, 20);
	assert_chosen("complete", "failed", 20);
	assert_chosen(NULL, "complete", 3);
	assert_chosen(NULL, NULL, 20);
}

TEST(events_are_picked_by_kind_thread_object_and_interaction)
{
	struct flow_filter filter = {.dropped_kinds = {{"*_use"}, 1}};
	struct flow_log *log = write_again(&filter);

	assert_int_equal(log->events.count, COUNT(ingres) - 4);
	flow_log_free(log);
	filter = (struct flow_filter){.threads = {{"b"}, 1}, .objects = {{"files", "disk"}, 2}};
	log = write_again(&filter);
	assert_int_equal(log->events.count, 4);
	flow_log_free(log);
	filter = (struct flow_filter){.interactions = {{"2"}, 1}};
	log = write_again(&filter);
	assert_int_equal(log->events.count, 3);
	flow_log_free(log);
	filter = (struct flow_filter){.using = "disk", .kept_kinds = {{"send", "finish"}, 2}};
	log = write_again(&filter);
	assert_int_equal(log->events.count, 3);
	flow_log_free(log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_in_a_state_follows_the_critical_path_from_thread_to_thread),
		cmocka_unit_test(what_a_message_takes_along_does_not_include_cpu_queue_or_device),
		cmocka_unit_test(who_is_created_by_the_holder_of_a_lock_does_not_hold_it),
		cmocka_unit_test(who_takes_over_uses_what_the_message_did),
		cmocka_unit_test(interactions_are_chosen_by_a_state_that_a_sub_task_was_in),
		cmocka_unit_test(sums_made_on_line_are_compared_to_the_tick),
		cmocka_unit_test(a_wrong_expression_is_refused_with_the_place),
		cmocka_unit_test(not_binds_closer_than_and_and_and_than_or),
		cmocka_unit_test(a_name_that_no_object_has_is_found),
		cmocka_unit_test(a_log_that_is_written_again_reads_the_same),
		cmocka_unit_test(
			of_several_runs_the_last_complete_one_is_read_or_the_one_with_most_records),
		cmocka_unit_test(events_are_picked_by_kind_thread_object_and_interaction),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
