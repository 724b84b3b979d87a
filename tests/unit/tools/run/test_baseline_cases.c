/* SPDX-License-Identifier: MIT */
/* The baseline check as KTAP fails for the same metrics as the run. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/run/baseline_cases.h"
#include "tools/view/data.h"

#define LINUX "condition host: linux\n"

/* Lines "name: value". */
static void read_lines(const char *text, struct baseline *baseline)
{
	static char path[] = "/tmp/bareline-cases-XXXXXX";
	FILE *file;

	strcpy(path + strlen(path) - 6, "XXXXXX");
	file = fdopen(mkstemp(path), "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	assert_true(baseline_read(path, baseline));
	remove(path);
}

/* The caller frees the text. */
static char *written(const char *base_text, const char *new_text, bool is_strict,
		     void (*write)(const struct tables *tables, FILE *file))
{
	struct baseline base, new;
	struct tables tables;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	read_lines(base_text, &base);
	read_lines(new_text, &new);
	tables_init(&tables, "t");
	baseline_cases_add(&tables, &base, &new, is_strict);
	write(&tables, out);
	fclose(out);
	tables_free(&tables);
	baseline_free(&base);
	baseline_free(&new);
	return text;
}

static void assert_ktap(const char *base, const char *new, bool is_strict, const char *expected)
{
	char *text = written(base, new, is_strict, ktap_write);

	assert_string_equal(text, expected);
	free(text);
}

TEST(metric_that_matches_passes_and_changed_metric_fails)
{
	assert_ktap("a.b warm: 7*5\na.c warm: 8*5\n", "a.b warm: 7*5\na.c warm: 9*5\n", false,
		    "KTAP version 1\n1..2\n# t\n"
		    "# changed, costs more, kept 8*5, now 9*5\nnot ok 1 baseline: a.c warm\n"
		    "ok 2 baseline: a.b warm\n");
}

/* The page has only the differences. */
TEST(markdown_and_junit_have_the_same_results)
{
	static const char base[] = "a.b warm: 7*5\na.c warm: 8*5\n",
			  new[] = "a.b warm: 7*5\na.c warm: 6*5\n";
	char *page = written(base, new, false, markdown_write);
	char *xml = written(base, new, false, junit_write);

	assert_non_null(strstr(page, "| a.c warm | 8\\*5 | 6\\*5 | **changed, costs less** |"));
	assert_null(strstr(page, "a.b"));
	assert_non_null(strstr(xml, "tests=\"2\" failures=\"1\""));
	assert_non_null(strstr(xml, "<failure message=\"changed, costs less"));
	free(xml);
	free(page);
}

TEST(unchecked_metric_is_skipped)
{
	assert_ktap("a.b warm: 7*4 9*1\n", "a.b warm: 8*5\n", true,
		    "KTAP version 1\n1..1\n# t\nok 1 baseline: a.b warm # SKIP unstable, not "
		    "checked, "
		    "kept 7*4 9*1, now 8*5\n");
	assert_ktap(LINUX "a.b warm: 7*4 9*1\n", LINUX "a.b warm: 7*4 9*1\n", true,
		    "KTAP version 1\n1..1\n# t\nok 1 baseline: a.b warm # SKIP unstable with "
		    "memory "
		    "layout, not checked, kept 7*4 9*1, now 7*4 9*1\n");
}

TEST(metric_on_one_side_fails_a_strict_comparison)
{
	assert_ktap("a.b warm: 7*5\n", "a.c warm: 7*5\n", false,
		    "KTAP version 1\n1..2\n# t\nok 1 baseline: a.c warm # SKIP new, now 7*5\n"
		    "ok 2 baseline: a.b warm # SKIP missing, kept 7*5\n");
	assert_ktap("a.b warm: 7*5\n", "a.c warm: 7*5\n", true,
		    "KTAP version 1\n1..2\n# t\n# new, now 7*5\nnot ok 1 baseline: a.c warm\n"
		    "# missing, kept 7*5\nnot ok 2 baseline: a.b warm\n");
}

TEST(different_conditions_fail_and_no_metric_is_judged)
{
	assert_ktap("condition cpu: x\na.b warm: 7*5\n", "condition cpu: y\na.b warm: 9*5\n", false,
		    "KTAP version 1\n1..2\n# t\n# different condition, kept x, now y\n"
		    "not ok 1 conditions: condition cpu\n"
		    "ok 2 baseline: a.b warm # SKIP not compared: different conditions, kept 7*5, "
		    "now "
		    "9*5\n");
}

TEST(failed_run_is_one_failed_test)
{
	struct tables tables;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	tables_init(&tables, "t");
	baseline_cases_add_failure(&tables, 1);
	ktap_write(&tables, out);
	fclose(out);
	tables_free(&tables);
	assert_string_equal(text, "KTAP version 1\n1..1\n# t\n# failed, exit status 1\n"
			    "not ok 1 run: as a whole\n");
	free(text);
}
