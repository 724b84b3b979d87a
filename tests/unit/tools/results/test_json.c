/* SPDX-License-Identifier: MIT */
/* results.json: equal bytes for equal runs, and complete after reading. */
#include "tests/unit/unit.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/tools/messages.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/record/json_record.h"
#include "tools/results/json.h"
#include "tools/results/json_derived.h"
#include "tools/results/load.h"

static struct sample_log log_text;

static int make_log(void **state)
{
	(void)state;
	log_text = sample_log_make(&(struct sample_log_options){.short_curve = true});
	return 0;
}

static int free_log(void **state)
{
	(void)state;
	free(log_text.text);
	return 0;
}

/* The JSON of a result, which is freed. The caller frees the text. */
static char *json_of(struct result *result)
{
	static struct analysis *analysis;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	assert_non_null(result);
	analysis_free(analysis);
	analysis = analysis_new(result);
	results_json_write(analysis, file);
	fclose(file);
	result_free(result);
	return text;
}

static struct result *read_back(const char *text)
{
	FILE *file = fmemopen((void *)text, strlen(text), "r");
	struct result *result = results_json_read(file, "memory");

	fclose(file);
	return result;
}

TEST(equal_logs_give_equal_bytes)
{
	char *first = json_of(sample_log_load(log_text.text, log_text.length));
	char *second = json_of(sample_log_load(log_text.text, log_text.length));

	assert_string_equal(first, second);
	free(second);
	free(first);
}

TEST(reading_and_writing_gives_equal_bytes)
{
	char *first = json_of(sample_log_load(log_text.text, log_text.length));
	char *second = json_of(read_back(first));

	assert_string_equal(first, second);
	free(second);
	free(first);
}

TEST(reasons_of_an_invalid_run_and_missing_benchmarks_are_written)
{
	const struct sample_log_options options = {.short_curve = true, .wrong_self_test = true};
	struct sample_log log = sample_log_make(&options);
	struct result *result = sample_log_load(log.text, log.length);
	struct analysis *analysis = analysis_new(result);
	char *first = json_of(result), *reason;

	assert_true(analysis->validity.count > 0);
	assert_non_null(strstr(first, "\"valid\": false"));
	assert_non_null(strstr(first, "\"complete\": true"));
	for (size_t i = 0; i < analysis->validity.count; i++) {
		json_t *text = json_string(analysis->validity.reasons[i]);

		reason = json_dumps(text, JSON_ENCODE_ANY);
		assert_non_null(strstr(first, reason));
		free(reason);
		json_decref(text);
	}
	analysis_free(analysis);
	free(first);
	free(log.text);
}

/* A file is distinguished from a log by its first bytes. */
TEST(leading_byte_order_mark_is_ignored)
{
	char path[] = "/tmp/bareline-json-XXXXXX";
	char *first = json_of(sample_log_load(log_text.text, log_text.length)), *second;
	FILE *file = fdopen(mkstemp(path), "w");

	assert_non_null(file);
	fprintf(file, "\xef\xbb\xbf%s", first);
	assert_int_equal(fclose(file), 0);
	second = json_of(load_path(path));
	assert_string_equal(first, second);
	unlink(path);
	free(second);
	free(first);
}

/* The bytes read to detect the format belong to the log too. */
TEST(log_is_read_whole_whatever_its_first_bytes)
{
	static const char *const starts[] = {"", "\xef", "\xef\xbb", "\xef\xbb\xbf", "x", "\n"};

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		char path[] = "/tmp/bareline-json-XXXXXX";
		FILE *file = fdopen(mkstemp(path), "w");
		struct result *result;

		assert_non_null(file);
		fputs(starts[i], file);
		fwrite(log_text.text, 1, log_text.length, file);
		assert_int_equal(fclose(file), 0);
		result = load_path(path);
		assert_int_equal(result->account.damaged + result->account.lost, 0);
		assert_int_equal(result->account.bytes, strlen(starts[i]) + log_text.length);
		result_free(result);
		unlink(path);
	}
}

TEST(counts_are_read_as_written)
{
	struct sample_log counted = sample_log_make(&(struct sample_log_options){
		.short_curve = true, .with_counts = true});
	char *first = json_of(sample_log_load(counted.text, counted.length));
	char *second = json_of(read_back(first));

	assert_string_equal(first, second);
	assert_non_null(strstr(first, "\"event\": \"l1d_misses\""));
	free(second);
	free(first);
	free(counted.text);
}

/* A results file with counts of one point, with this list of values. */
static struct result *read_counts(const char *overhead, const char *values)
{
	char *text = NULL;
	struct result *result;

	assert_true(asprintf(&text, "{\"schema\": \"bareline-results-1\", \"benchmarks\": [{"
			     "\"id\": 1, \"counts\": [{\"point\": {\"a\": \"b\"}, \"n\": 2, "
			     "\"overhead\": [%s], \"values\": [%s]}]}]}", overhead, values) > 0);
	result = read_back(text);
	free(text);
	return result;
}

TEST(counts_without_values_are_rejected)
{
	struct result *result = read_counts("0, 0", "1, 2");

	assert_non_null(result);
	assert_int_equal(result->records[WIRE_count].count, 1);
	assert_string_equal(result->records[WIRE_count].items[0].count.point, "a=b");
	result_free(result);
	assert_null(read_counts("0", ""));
	assert_null(read_counts("", "1"));
	assert_null(read_counts("0", "\"x\""));
}

TEST(counts_have_at_most_as_many_values_as_a_record)
{
	char values[3 * WIRE_BYTES_MAX + 4];
	struct result *result;

	for (size_t i = 0; i <= WIRE_BYTES_MAX; i++)
		memcpy(values + 3 * i, "1, ", 4);
	values[3 * WIRE_BYTES_MAX - 2] = '\0';
	result = read_counts("0", values);
	assert_non_null(result);
	result_free(result);
	values[3 * WIRE_BYTES_MAX - 2] = ',';
	values[3 * WIRE_BYTES_MAX + 1] = '\0';
	assert_null(read_counts("0", values));
}

/* A series with moved bytes, and a trace of an idle loop. */
static struct result *moving_and_idle(void)
{
	static const uint8_t bytes[] = {1, 2, 3, 250, 0};
	const struct wire_record records[] = {
		{.kind = WIRE_bench, .bench = {.id = 1, .name = "mem.moved", .unit = "tsc_ticks"}},
		{.kind = WIRE_series, .series = {.id = 1, .bench = 1, .iterations = 1,
						 .bytes = 4096}},
		{.kind = WIRE_idle, .idle = {.id = 7, .bench = 1, .point = "tick_hz=0"}},
		{.kind = WIRE_idle_passes, .idle_passes = {
			.idle = 7, .n = 3, .elapsed = {bytes, sizeof(bytes)}, .before = {bytes, 1},
			.interrupts = {bytes, 2}, .reading0 = {bytes, 0}, .reading1 = {bytes, 0},
			.reading2 = {bytes, 0}}},
	};
	const struct log_account account = {0};
	struct result *result = result_new();

	for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++)
		result_add(result, &records[i]);
	result_link(result, &account);
	return result;
}

TEST(moved_bytes_and_traces_are_read_as_written)
{
	char *text = json_of(moving_and_idle());
	struct result *result = read_back(text);
	const struct record_list *passes = &result->records[WIRE_idle_passes];

	assert_int_equal(result->benches[0].series[0].info->bytes, 4096);
	assert_int_equal(result->records[WIRE_idle].count, 1);
	assert_string_equal(result->records[WIRE_idle].items[0].idle.point, "tick_hz=0");
	assert_int_equal(passes->count, 1);
	assert_int_equal(passes->items[0].idle_passes.elapsed.size, 5);
	assert_int_equal(passes->items[0].idle_passes.elapsed.data[3], 250);
	assert_int_equal(passes->items[0].idle_passes.reading0.size, 0);
	result_free(result);
	free(text);
}

TEST(empty_run_is_read_as_written)
{
	char *first = json_of(sample_log_load("", 0));
	char *second = json_of(read_back(first));

	assert_string_equal(first, second);
	free(second);
	free(first);
}

TEST(documented_keys_are_present)
{
	static const char *const keys[] = {
		"schema", "identity", "validity", "account", "manifest", "cpu", "caches", "memory",
		"smbios", "machine", "memory_devices", "network_cards", "made", "pci", "disks",
		"disk_uses", "disk_caches", "timers", "pmu", "warnings", "plan", "planned",
		"command_line", "kernel_line", "output_stalls", "stalls", "skips", "faults",
		"sequences", "failed_checks", "panic", "end",
		"timing_overhead", "self_tests", "memory_curves", "methods", "cost_of_an_argument",
		"predictions", "coarse_clock", "benchmarks", "traces",
	};
	char *text = json_of(sample_log_load(log_text.text, log_text.length));
	json_t *root = json_loads(text, 0, NULL);
	const json_t *series;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		assert_non_null(json_object_get(root, keys[i]));
	assert_int_equal(json_object_size(root), sizeof(keys) / sizeof(keys[0]));
	series = json_array_get(json_object_get(json_array_get(json_object_get(root, "benchmarks"),
							       6), "series"), 0);
	assert_int_equal(json_integer_value(json_object_get(json_object_get(series, "point"),
							    "page_bytes")), 4096);
	assert_true(json_is_real(json_object_get(json_object_get(json_object_get(
		series, "warm"), "ns"), "median")));
	json_decref(root);
	free(text);
}

TEST(run_counted_in_instructions_has_no_ns_key)
{
	struct sample_log log = sample_log_make(&(struct sample_log_options){
		.short_curve = true, .time_base = "instructions",
	});
	char *text = json_of(sample_log_load(log.text, log.length));

	assert_null(strstr(text, "\"ns\""));
	free(text);
	free(log.text);
}

TEST(files_without_results_are_rejected)
{
	static const char *const texts[] = {
		"{", "[]", "{}", "{\"schema\": \"other\"}",
		"{\"schema\": \"bareline-results-1\", \"manifest\": 5}",
		"{\"schema\": \"bareline-results-1\", \"benchmarks\": [7]}",
		("{\"schema\": \"bareline-results-1\", \"benchmarks\": [{\"id\": 1, \"series\": "
		 "[{\"id\": 1, \"point\": {}, \"samples\": [{\"values\": [\"x\"]}]}]}]}"),
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_null(read_back(texts[i]));
}

#define SCHEMA "\"schema\": \"bareline-results-1\""
#define SERIES(members) "{" SCHEMA ", \"benchmarks\": [{\"series\": [{" members "}]}]}"

static const struct rejected {
	const char *name, *text;
} rejected[] = {
	{"memory: truncated JSON file", "{\n\"schema\":\n"},
	{"memory:3: no JSON", "{\n\n;}"},
	{"memory: not a results file with \"schema\": \"bareline-results-1\"", "{\n}"},
	{"memory:3: violates schema bareline-results-1",
	 "{" SCHEMA ", \"benchmarks\": [\n{\"id\": 1},\n{\"name\": \"without an id\"}]}"},
	{"memory:2: violates schema bareline-results-1",
	 "{" SCHEMA ", \"benchmarks\": [\n{\"id\": \"one\"}]}"},
	{"memory:1: violates schema bareline-results-1", "{" SCHEMA ", \"benchmarks\": {}}"},
	{"memory:1: violates schema bareline-results-1", SERIES("\"id\": \"x\"")},
	{"memory:1: violates schema bareline-results-1", SERIES("\"point\": 5")},
	{"memory:1: violates schema bareline-results-1", SERIES("\"samples\": 5")},
	{"memory:1: violates schema bareline-results-1", SERIES("\"disturbed\": {}")},
	{"memory:1: violates schema bareline-results-1",
	 SERIES("\"disturbed\": [{\"index\": \"x\"}]")},
	{"memory:1: violates schema bareline-results-1",
	 SERIES("\"samples\": [{\"cpu\": \"x\"}]")},
	{"memory:1: violates schema bareline-results-1",
	 SERIES("\"samples\": [{\"values\": [\"x\"]}]")},
	{"memory:1: violates schema bareline-results-1",
	 "{" SCHEMA ", \"benchmarks\": [{\"counts\": [{\"point\": 5}]}]}"},
	{"memory:1: violates schema bareline-results-1",
	 "{" SCHEMA ", \"benchmarks\": [{\"counts\": [{\"select\": true}]}]}"},
	{"memory:1: violates schema bareline-results-1",
	 "{" SCHEMA ", \"benchmarks\": [{\"counts\": [{\"overhead\": [], \"values\": [1]}]}]}"},
	{"memory:1: violates schema bareline-results-1",
	 "{" SCHEMA ", \"benchmarks\": [{\"counts\": [{\"overhead\": [1], \"values\": []}]}]}"},
	{"memory:2: violates schema bareline-results-1",
	 "{" SCHEMA ", \"traces\": \n[]}"},
	{"memory:2: violates schema bareline-results-1",
	 "{" SCHEMA ", \"traces\": {\n\"idle\": 5}}"},
	{"memory:2: violates schema bareline-results-1",
	 "{" SCHEMA ", \"account\": {\n\"bytes\": \"x\"}}"},
	{"memory:3: violates schema bareline-results-1",
	 "{" SCHEMA ", \"account\":\n\n7}"},
};

/* The message names the line. */
static void file_is_rejected_with_its_line(void **state)
{
	const struct rejected *bad = *state;
	struct result *result;
	const char *text;

	messages_begin();
	result = read_back(bad->text);
	text = messages_end();
	assert_null(result);
	if (strstr(text, bad->name) == NULL)
		fail_msg("%s is not in %s", bad->name, text);
}
TEST_CASES(file_is_rejected_with_its_line, rejected);

TEST(unknown_keys_and_kinds_of_later_versions_are_ignored)
{
	struct result *result = read_back(
		"{" SCHEMA ", \"new\": [1], \"traces\": {\"new\": {}}, \"account\": {\"new\": []}, "
		"\"benchmarks\": [{\"id\": 7, \"name\": \"a.b\", \"elapsed_us\": 5}]}");

	assert_non_null(result);
	assert_int_equal(result->bench_count, 1);
	assert_int_equal(result->benches[0].info->id, 7);
	assert_int_equal(result->benches[0].done->elapsed_us, 5);
	assert_int_equal(result->account.bytes, 0);
	assert_int_equal(result->account.records, 0);
	result_free(result);
}

TEST(numbers_keep_all_64_bits)
{
	static const uint64_t numbers[] = {0, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		json_t *value = json_from_u64(numbers[i]);
		char *text = json_dumps(value, JSON_ENCODE_ANY);
		struct json_scan scan = json_scan_begin(text);
		uint64_t number;

		assert_true(json_scan_u64(&scan, &number));
		assert_true(number == numbers[i]);
		free(text);
		json_decref(value);
	}
}

TEST(points_are_read_as_written)
{
	static const char *const points[] = {"", "a=1", "size_bytes=4096 wait=hlt", "a=007 b=0 c",
					     "n=99999999999999999999 x=y=z"};

	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
		json_t *object = json_from_point(points[i]);
		char *text = json_dumps(object, 0), *point = json_to_point(json_scan_begin(text));

		assert_string_equal(point, points[i]);
		free(point);
		free(text);
		json_decref(object);
	}
}

struct unit_group unit_group = {make_log, free_log};

/* ---- Derived values ---- */

/* The derived values of an analysis, which the caller releases. */
static json_t *derived(const struct analysis *analysis)
{
	struct json_text json;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	json_t *value;

	json_text_begin(&json, file);
	json_text_open(&json, NULL, '{');
	json_write_derived(&json, analysis);
	json_text_close(&json, '}');
	assert_true(json_text_end(&json));
	fclose(file);
	value = json_loads(text, 0, NULL);
	assert_non_null(value);
	free(text);
	return value;
}

/* The expected text has single quotes. */
static void assert_json(const json_t *values, const char *key, const char *expected)
{
	char *text = json_dumps(json_object_get(values, key), JSON_COMPACT | JSON_ENCODE_ANY);

	for (char *at = text; *at != '\0'; at++)
		*at = *at == '"' ? '\'' : *at;
	assert_string_equal(text, expected);
	free(text);
	json_decref((json_t *)values);
}

TEST(run_without_derived_values_has_empty_lists)
{
	static struct analysis analysis;

	assert_json(derived(&analysis), "memory_curves", "[]");
	assert_json(derived(&analysis), "methods", "[]");
	assert_json(derived(&analysis), "cost_of_an_argument", "null");
	assert_json(derived(&analysis), "predictions", "[]");
	assert_json(derived(&analysis), "coarse_clock", "[]");
}

/* Two ticks are a nanosecond. */
TEST(plateaus_have_a_capacity_unless_they_are_the_last)
{
	static const struct wire_cache cache = {.level = 2};
	static struct curve curve = {
		.page_bytes = 4096, .plateau_count = 2, .caches = {&cache, NULL},
		.plateaus = {{.level = 4, .has_interval = true, .level_low = 3, .level_high = 5,
			      .begins_bytes = 1024, .ends_bytes = 32768, .ends_low = 30000,
			      .ends_high = 40000},
			     {.level = 200, .begins_bytes = 32768, .ends_bytes = 99999,
			      .is_last = true}},
	};
	static struct analysis analysis = {.curve_count = 1, .ns_per_tick = 0.5};

	analysis.curves[0] = curve;
	assert_json(derived(&analysis), "memory_curves",
		    "[{'page_bytes':4096,'plateaus':[{'ticks':4.0,'ns':2.0,'ticks_low':3.0,"
		    "'ticks_high':5.0,'begins_bytes':1024,'ends_bytes':32768,'ends_low':30000,"
		    "'ends_high':40000,'cache_level':2},{'ticks':200.0,'ns':100.0,"
		    "'ticks_low':null,'ticks_high':null,'begins_bytes':32768,"
		    "'ends_bytes':null,'cache_level':null}]}]");
}

TEST(predictions_have_their_terms_or_the_missing_one)
{
	static const struct prediction model = {
		{"a.b", "x=1", "warm"}, "a reason",
		{{2, TERM_BASE, {"c.d", "", ""}}, {-1, TERM_SOFTWARE, {"e.f", "y=2", "s"}}},
	};
	static struct analysis analysis = {.predicted_count = 1};
	struct predicted *predicted = &analysis.predicted[0];

	*predicted = (struct predicted){
		.model = &model, .measured = 30, .values = {10, 3}, .base = 20, .predicted = 17,
		.residual = 13,
	};
	assert_json(derived(&analysis), "predictions",
		    "[{'bench':'a.b','point':{'x':1},'stage':'warm','why':'a reason','terms':["
		    "{'count':2.0,'base':true,'bench':'c.d','point':{},'stage':'','ticks':10.0},"
		    "{'count':-1.0,'base':false,'bench':'e.f','point':{'y':2},'stage':'s',"
		    "'ticks':3.0}"
		    "],'missing':null,'base_ticks':20.0,'predicted_ticks':17.0,"
		    "'measured_ticks':30.0,"
		    "'residual_ticks':13.0}]");
	predicted->missing = &model.terms[1].primitive;
	assert_json(derived(&analysis), "predictions",
		    "[{'bench':'a.b','point':{'x':1},'stage':'warm','why':'a reason','terms':["
		    "{'count':2.0,'base':true,'bench':'c.d','point':{},'stage':'','ticks':null},"
		    "{'count':-1.0,'base':false,'bench':'e.f','point':{'y':2},'stage':'s',"
		    "'ticks':null}"
		    "],'missing':'e.f','base_ticks':null,'predicted_ticks':null,"
		    "'measured_ticks':30.0,'residual_ticks':null}]");
}

TEST(slope_of_a_call_has_both_methods)
{
	static struct analysis analysis = {
		.has_call_slope = true,
		.call_slope = {[BY_SUBTRACTION] = {1, 0.5, 2}, [BY_DIFFERENCE] = {4, 3, 5}},
	};

	assert_json(derived(&analysis), "cost_of_an_argument",
		    "{'subtracted_ticks':{'value':1.0,'low':0.5,'high':2.0},"
		    "'difference_ticks':{'value':4.0,'low':3.0,'high':5.0}}");
}

TEST(runs_of_the_coarse_clock_have_estimates_and_errors)
{
	static struct analysis analysis = {.coarse_count = 2};
	static const struct coarse_run run = {
		.point = "method=loop", .method = COARSE_LOOP,
		.whole = {.operations = 100, .seen = 7, .value = 5, .low = 4, .high = 6,
			  .truth = 5.5},
		.off_half_widths = 0.5, .p = 0.25, .repetitions = 3, .covered = 2,
		.errors = {{10, 5, 1.5}, {20, 6, 0.75}}, .error_count = 2, .slope = -0.5,
		.verdict = COARSE_TOO_FEW,
	};
	char *other;

	analysis.coarse[0] = analysis.coarse[1] = run;
	analysis.coarse[1].method = COARSE_LOOP + 1;
	analysis.coarse[1].has_slope = true;
	analysis.coarse[1].error_count = 0;
	assert_int_not_equal(asprintf(&other,
		"[{'point':{'method':'loop'},'estimate':{'operations':100,'seen':7,'ticks':5.0,"
		"'low':4.0,'high':6.0,'tsc_ticks':5.5},'off_half_widths':0.5,'p':null,"
		"'repetitions':3,'covered':2,'errors':[{'operations':10,'runs':5,'ticks':1.5},"
		"{'operations':20,'runs':6,'ticks':0.75}],'slope':null,'verdict':'%s'},"
		"{'point':{'method':'loop'},'estimate':{'operations':100,'seen':7,'ticks':5.0,"
		"'low':4.0,'high':6.0,'tsc_ticks':5.5},'off_half_widths':0.5,'p':0.25,"
		"'repetitions':3,'covered':2,'errors':[],'slope':-0.5,'verdict':'%s'}]",
		coarse_verdict_name(COARSE_TOO_FEW), coarse_verdict_name(COARSE_TOO_FEW)), -1);
	assert_json(derived(&analysis), "coarse_clock", other);
	free(other);
}
