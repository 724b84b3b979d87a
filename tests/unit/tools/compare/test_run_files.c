/* SPDX-License-Identifier: MIT */
/* Directories of runs: which runs are read, in which order, and which one another is compared
 * with. */
#include "tests/unit/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/tools/compare/two_sides.h"
#include "tests/unit/tools/messages.h"
#include "tools/base/alloc.h"
#include "tools/compare/history.h"
#include "tools/compare/last_run.h"
#include "tools/results/run_directory.h"

static char *directory;

static int make_directory(void **state)
{
	(void)state;
	directory = mkdtemp(strdup("/tmp/bareline-runs-XXXXXX"));
	return directory != NULL ? 0 : -1;
}

static int remove_directory(void **state)
{
	char *command = xasprintf("rm -r %s", directory);
	int status = system(command);

	(void)state;
	free(command);
	free(directory);
	return status;
}

#define RUNS_TEST(name) TEST_WITH(name, make_directory, remove_directory)

static void put_file(const char *run, const char *name, const char *text, size_t size)
{
	char *place = xasprintf("%s/%s", directory, run), *path = xasprintf("%s/%s", place, name);
	FILE *file;

	mkdir(place, 0777);
	file = fopen(path, "w");
	assert_non_null(file);
	fwrite(text, 1, size, file);
	fclose(file);
	free(path);
	free(place);
}

static void put_manifest(const char *run, const char *text)
{
	put_file(run, "manifest.json", text, strlen(text));
}

/* A run's directory. started is without its date; NULL: no manifest. */
static void put_run(const char *run, const struct side_target *target, const char *started)
{
	size_t size;
	char *log = side_log(target, &size), *manifest;

	put_file(run, "serial.log", log, size);
	free(log);
	if (started == NULL)
		return;
	manifest = xasprintf("{\"started\": \"2026-11-01T%s:00Z\"}", started);
	put_manifest(run, manifest);
	free(manifest);
}

static char *path_of(const char *run)
{
	return xasprintf("%s/%s", directory, run);
}

static void assert_paths(const struct compared_runs *runs, const char *const *names, size_t count)
{
	assert_int_equal(runs->count, count);
	for (size_t i = 0; i < count; i++) {
		char *path = path_of(names[i]);

		assert_string_equal(runs->items[i].path, path);
		free(path);
	}
}

static void put_tree(void)
{
	const struct side_target metal = side_metal();

	put_run("boot-10", &metal, "10:00");
	put_run("boot-9", &metal, NULL);
	put_run(".hidden", &metal, "10:00");
	put_file("empty", "notes", "", 0);
	put_file("nested", "notes", "", 0);
	put_run("nested/boot-1", &metal, "09:00");
	put_run("nested/boot-2", &metal, "08:00");
}

RUNS_TEST(directory_has_its_visible_runs_in_natural_order)
{
	static const char *const names[] = {"boot-9", "boot-10"};
	struct compared_runs runs = {0};

	put_tree();
	assert_true(compared_runs_add(&runs, directory));
	assert_paths(&runs, names, 2);
	assert_null(runs.items[0].result->records[WIRE_fault].items);
	assert_string_equal(runs.items[1].began, "2026-11-01T10:00:00Z");
	assert_true(compared_runs_add_all(&runs, (char *[]){directory, directory, NULL}));
	assert_int_equal(runs.count, 6);
	compared_runs_free(&runs);
	assert_true(runs.items == NULL && runs.count == 0);
}

/* The name of the newest run; "": none. */
static void assert_newest(const char *place, const char *name, size_t count)
{
	char *path = path_of(place), *expected = path_of(name);
	size_t found;
	char *newest = run_directory_newest(path, &found);

	assert_int_equal(found, count);
	if (name[0] != '\0')
		assert_string_equal(newest, expected);
	else
		assert_null(newest);
	free(newest);
	free(expected);
	free(path);
}

RUNS_TEST(newest_run_of_a_directory_is_found)
{
	const struct side_target metal = side_metal();

	put_tree();
	assert_newest("nested", "nested/boot-1", 2);
	put_run("nested/a", &metal, "09:30");
	put_run("nested/z", &metal, "08:59");
	assert_newest("nested", "nested/a", 4);
	assert_newest("nested/a", "", 0);
	assert_newest("empty", "", 0);
	assert_newest("missing", "", 0);
}

RUNS_TEST(empty_log_is_skipped_in_a_deep_search_only)
{
	static const char *const names[] = {"nested/boot-2", "nested/boot-1"};  /* by time */
	struct compared_runs runs = {0};
	char *nested = path_of("nested"), *empty = path_of("nested/none");

	put_tree();
	put_file("nested/none", "serial.log", "", 0);
	assert_true(compared_runs_add_deep(&runs, (char *[]){empty, nested, NULL}));
	assert_paths(&runs, names, 2);
	compared_runs_free(&runs);
	assert_false(compared_runs_add_deep(&runs, (char *[]){empty, NULL}));
	assert_false(compared_runs_add(&runs, nested));
	assert_false(compared_runs_add_deep(&runs, (char *[]){nested, "/nowhere", NULL}));
	compared_runs_free(&runs);
	free(nested);
	free(empty);
}

/* Those of one second stay in the order of their names. */
RUNS_TEST(deep_search_is_in_the_order_of_time)
{
	static const char *const names[] = {"nested/boot-2", "nested/boot-1", "nested/boot-3",
					    "nested/a"};
	struct compared_runs runs = {0};
	const struct side_target metal = side_metal();
	char *nested = path_of("nested");

	put_tree();
	put_run("nested/boot-3", &metal, "09:00");
	put_run("nested/a", &metal, "10:00");
	assert_true(compared_runs_add_deep(&runs, (char *[]){nested, NULL}));
	assert_paths(&runs, names, 4);
	compared_runs_free(&runs);
	free(nested);
}

RUNS_TEST(deep_search_includes_one_level_of_directories)
{
	static const char *const names[] = {"boot-9", "boot-10", "nested/boot-1", "nested/boot-2",
					    "boot-9"};
	struct compared_runs runs = {0};
	const struct side_target metal = side_metal();
	char *run = path_of("boot-9");

	put_tree();
	put_file("nested/deeper", "notes", "", 0);
	put_run("nested/deeper/boot-3", &metal, NULL);
	assert_true(compared_runs_add_deep(&runs, (char *[]){directory, run, NULL}));
	assert_paths(&runs, names, 5);
	compared_runs_free(&runs);
	free(run);
}

RUNS_TEST(path_without_a_run_is_refused)
{
	struct compared_runs runs = {0};
	char *empty = path_of("empty"), *absent = path_of("absent"), *bad = path_of("bad");

	put_tree();
	put_file("bad", "serial.log", "", 0);
	assert_false(compared_runs_add(&runs, empty));
	assert_false(compared_runs_add(&runs, absent));
	assert_false(compared_runs_add(&runs, bad));
	assert_false(compared_runs_add_all(&runs, (char *[]){absent, directory, NULL}));
	assert_false(compared_runs_add_deep(&runs, (char *[]){empty, directory, NULL}));
	assert_int_equal(runs.count, 0);
	compared_runs_free(&runs);
	free(bad);
	free(absent);
	free(empty);
}

/* 1700000000 s are 2023-11-14 22:13:20. */
RUNS_TEST(log_without_a_manifest_begins_at_the_time_of_its_file)
{
	static const struct timespec times[2] = {{1700000000, 5}, {1700000000, 5}};
	struct compared_runs runs = {0};
	const struct side_target metal = side_metal();
	char *run = path_of("run"), *log = path_of("run/serial.log");

	put_run("run", &metal, NULL);
	assert_int_equal(utimensat(AT_FDCWD, log, times, 0), 0);
	assert_true(compared_runs_add(&runs, log));
	assert_string_equal(runs.items[0].began, "2023-11-14T22:13:20.000000005Z");
	assert_true(compared_runs_add(&runs, run));
	assert_null(runs.items[1].began);       /* the time of a directory says nothing */
	compared_runs_free(&runs);
	free(log);
	free(run);
}

RUNS_TEST(runs_are_sorted_to_the_sides_by_their_host)
{
	const struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison = {.kind = COMPARE_OVERHEAD};
	static const char *const of_metal[] = {"a", "c"}, *const of_linux[] = {"b", "d"};

	put_run("a", &metal, NULL);
	put_run("b", &linux_run, NULL);
	put_run("c", &metal, NULL);
	put_run("d", &linux_run, NULL);
	assert_true(compare_add_by_host(&comparison, directory));
	assert_paths(&comparison.sides[METAL], of_metal, 2);
	assert_paths(&comparison.sides[LINUX], of_linux, 2);
	assert_false(compare_add_by_host(&comparison, "/nonexistent"));
	assert_int_equal(comparison.sides[METAL].count, 2);
	compare_free(&comparison);
}

RUNS_TEST(same_files_are_recognised_by_any_path)
{
	const struct side_target metal = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	char *run = path_of("a"), *same = path_of("./a"), *other = path_of("b");

	put_run("a", &metal, NULL);
	put_run("b", &metal, NULL);
	assert_true(compare_add(&comparison, BASE, run) && compare_add(&comparison, NEW, same));
	assert_true(compare_has_same_files(&comparison));
	assert_true(compare_add(&comparison, BASE, other));
	assert_false(compare_has_same_files(&comparison));
	assert_true(compare_add(&comparison, NEW, run));
	assert_false(compare_has_same_files(&comparison));
	compare_free(&comparison);
	free(other);
	free(same);
	free(run);
}

/* ---- The latest run, and the one before ---- */

static void assert_new(const char *name)
{
	struct comparison comparison = {.kind = COMPARE_CHANGE};

	assert_true(last_run_add_new(&comparison, directory));
	assert_paths(&comparison.sides[NEW], &name, 1);
	compare_free(&comparison);
}

RUNS_TEST(latest_run_is_the_one_that_started_last)
{
	const struct side_target metal = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};

	put_run("a-without-a-time", &metal, NULL);
	assert_false(last_run_add_new(&comparison, directory));
	assert_false(last_run_add_new(&comparison, "/nonexistent"));
	compare_free(&comparison);
	put_run("c", &metal, "10:00");
	assert_new("c");
	put_run("b", &metal, "10:01");
	put_run("d", &metal, "09:59");
	put_run(".hidden", &metal, "11:00");
	assert_new("b");
	put_run("bb", &metal, "10:01");
	assert_new("bb");
}

/* The base of run "new" of 12:00. */
static void assert_base(const char *name)
{
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	char *path = path_of("new");

	assert_true(compare_add(&comparison, NEW, path));
	assert_int_equal(last_run_add_base(&comparison), name != NULL);
	assert_paths(&comparison.sides[BASE], &name, name != NULL);
	compare_free(&comparison);
	free(path);
}

RUNS_TEST(base_is_the_latest_earlier_run_of_machine_and_suite)
{
	struct side_target target = side_metal();

	put_run("new", &target, "12:00");
	assert_base(NULL);
	put_run("later", &target, "12:01");
	put_run("same-time", &target, "12:00");
	assert_base(NULL);
	target.manifest.suite = "full";
	put_run("other-suite", &target, "11:59");
	target.manifest.suite = "quick";
	target.cpu.model++;
	put_run("other-machine", &target, "11:58");
	assert_base(NULL);
	target.cpu.model--;
	put_run("first", &target, "10:00");
	assert_base("first");
	put_run("second", &target, "11:00");
	assert_base("second");
}

static void set_manifest_time(const char *name, long nanoseconds)
{
	const struct timespec times[2] = {{1700000000, nanoseconds}, {1700000000, nanoseconds}};
	char *path = path_of(name);

	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	free(path);
}

/* Start times have whole seconds. */
RUNS_TEST(earlier_run_of_the_same_second_is_known_by_its_file)
{
	const struct side_target metal = side_metal();

	put_run("new", &metal, "12:00");
	put_run("same-second", &metal, "12:00");
	set_manifest_time("new/manifest.json", 5);
	set_manifest_time("same-second/manifest.json", 4);
	assert_base("same-second");
	set_manifest_time("same-second/manifest.json", 5);
	assert_base(NULL);
	set_manifest_time("same-second/manifest.json", 6);
	assert_base(NULL);
}

RUNS_TEST(base_is_in_the_directory_of_the_run)
{
	const struct side_target metal = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	char *before = getcwd(NULL, 0);

	put_run("old", &metal, "10:00");
	put_run("new", &metal, "11:00");
	assert_int_equal(chdir(directory), 0);
	assert_true(compare_add(&comparison, NEW, "new//"));
	assert_true(last_run_add_base(&comparison));
	assert_string_equal(comparison.sides[BASE].items[0].path, "./old");
	assert_int_equal(chdir(before), 0);
	compare_free(&comparison);
	free(before);
}

/* ---- Benchmarks that have results now, and had before ---- */

/* What is printed about the run of 12:00: its first line, and the end of the others. */
static void assert_reports(unsigned now, unsigned before, const char *warning)
{
	char *path = path_of("new"), *base = path_of("old");
	char *line = before > 0 ? xasprintf("Benchmarks with results: %u; in %s, the last run of "
					    "this machine: %u\n", now, base, before)
				: xstrdup("");
	const char *message;

	messages_begin();
	last_run_report(path);
	message = messages_end();
	assert_memory_equal(message, line, strlen(line));
	message += strlen(line);
	if (warning[0] == '\0')
		assert_string_equal(message, "");
	else
		assert_non_null(strstr(message, warning));
	free(line);
	free(base);
	free(path);
}

RUNS_TEST(benchmark_that_ran_before_and_is_skipped_now_is_reported)
{
	struct side_target target = side_metal();

	target.has_interrupt = false;
	target.skips_interrupt = true;
	put_run("new", &target, "12:00");
	assert_reports(0, 0, "");
	target.has_interrupt = true;
	target.skips_interrupt = false;
	put_run("later", &target, "12:01");
	assert_reports(0, 0, "");
	put_run("old", &target, "11:00");
	assert_reports(1, 2, "old is skipped now; the first is irq.self_ipi: needs a local APIC");
}

/* Another selection is no loss, and a benchmark with results is not skipped. */
RUNS_TEST(benchmark_that_was_not_selected_or_has_results_is_not_reported)
{
	struct side_target target = side_metal();

	put_run("old", &target, "11:00");
	target.skips_interrupt = true;
	put_run("new", &target, "12:00");
	assert_reports(2, 2, "");
	target.has_interrupt = target.skips_interrupt = false;
	put_run("new", &target, "12:00");
	assert_reports(1, 2, "");
}

/* ---- Differences between runs of a history ---- */

static const struct difference {
	const char *name;
	struct side_target before, after;
	const char *before_file, *after_file, *expected;
} differences[] = {
	{"nothing_differs_but_the_build", {.manifest.build = "a"}, {.manifest.build = "b"},
	 "", "", "build b"},
	{"nothing_is_known", {.manifest.host = "linux"}, {.manifest.host = "linux"}, "", "", ""},
	{"another_release_of_a_kernel", {.manifest.kernel = "6.1.0 #1"},
	 {.manifest.kernel = "6.12.1 #2"}, "", "", "kernel 6.12.1"},
	{"a_longer_release_is_another_one", {.manifest.kernel = "6.12.10 #1"},
	 {.manifest.kernel = "6.12.1 #1"}, "", "", "kernel 6.12.1"},
	{"another_build_of_one_release", {.manifest.kernel = "6.1.0 #1"},
	 {.manifest.kernel = "6.1.0 #2"}, "", "", "kernel 6.1.0 #2"},
	{"another_file_of_one_version", {.manifest.kernel = "6.1.0 #1"},
	 {.manifest.kernel = "6.1.0 #1"},
	 "{\"linux_kernel\": {\"sha256\": \"0123456789abcdef\", \"path\": \"/boot/a\"}}",
	 "{\"linux_kernel\": {\"sha256\": \"fedcba9876543210\", \"path\": \"/boot/b\"}}",
	 "kernel image /boot/b (fedcba987654)"},
	{"a_file_without_a_path", {.manifest.build = "a"}, {.manifest.build = "a"},
	 "{\"linux_kernel\": {\"sha256\": \"0123456789abcdef\"}}",
	 "{\"linux_kernel\": {\"sha256\": \"fedcba9876543210\"}}", "kernel image  (fedcba987654)"},
	{"the_same_file", {.manifest.build = "a"}, {.manifest.build = "a"},
	 "{\"linux_kernel\": {\"sha256\": \"0123456789abcdef\"}}",
	 "{\"linux_kernel\": {\"sha256\": \"0123456789abcdef\"}}", "build a"},
	{"another_kernel_command_line", {.kernel_line = "a b"}, {.kernel_line = "a c c b"}, "", "",
	 "kernel command line has \"c c\" too"},
	{"a_shorter_kernel_command_line", {.kernel_line = "a b b"}, {.kernel_line = "b a"}, "", "",
	 "kernel command line lacks \"b\""},
	{"a_changed_kernel_command_line", {.kernel_line = "a b"}, {.kernel_line = "a  d"}, "", "",
	 "kernel command line has \"d\", not \"b\""},
	{"an_ordered_kernel_command_line", {.kernel_line = "a b"}, {.kernel_line = "b a"}, "", "",
	 "kernel command line has the same words in a different order"},
	{"other_firmware", {.machine = {.maker = "M", .bios = "1.07"}},
	 {.machine = {.maker = "M", .bios = "1.08"}}, "", "", "firmware 1.08, was 1.07"},
	{"other_firmware_and_microcode_and_build",
	 {.machine = {.maker = "M", .bios = "1.07"}, .cpu.microcode = 0xf4},
	 {.machine = {.maker = "M", .bios = "1.08"}, .cpu.microcode = 0xf8, .manifest.build = "b"},
	 "", "", "firmware 1.08, was 1.07; microcode 0xf8, was 0xf4; build b"},
	{"firmware_of_one_run_is_unknown", {.machine = {.maker = "M"}},
	 {.machine = {.maker = "M", .bios = "1.08"}}, "", "", ""},
};

static void put_different(const char *run, const struct side_target *different, const char *file)
{
	struct side_target target = side_metal();

	target.manifest.build = different->manifest.build != NULL ? different->manifest.build : "";
	target.manifest.kernel = different->manifest.kernel != NULL ? different->manifest.kernel
								    : "";
	target.kernel_line = different->kernel_line;
	target.machine = different->machine;
	target.cpu.microcode = different->cpu.microcode;
	put_run(run, &target, NULL);
	put_manifest(run, file);
}

static void difference_is_described(void **state)
{
	const struct difference *difference = *state;
	struct compared_runs runs = {0};
	char *text;

	make_directory(NULL);
	put_different("1", &difference->before, difference->before_file);
	put_different("2", &difference->after, difference->after_file);
	assert_true(compared_runs_add(&runs, directory));
	text = history_describe_difference(&runs.items[0], &runs.items[1]);
	assert_string_equal(text, difference->expected);
	free(text);
	compared_runs_free(&runs);
	remove_directory(NULL);
}
TEST_CASES(difference_is_described, differences);
