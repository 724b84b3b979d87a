/* SPDX-License-Identifier: MIT */
/* What a log lost, by number and by name. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/analysis/loss.h"

static struct result *result;
static struct loss loss;

/* The sample log without the lines that have one of two words in them; NULL: none. */
static void look_without(const char *word, const char *other)
{
	struct sample_log log = sample_log_make(&(struct sample_log_options){.short_curve = true});
	char *kept = malloc(log.length + 1), *end;
	size_t length = 0;

	assert_non_null(kept);
	for (char *line = log.text; *line != '\0'; line = end + 1) {
		end = strchr(line, '\n');
		*end = '\0';
		if ((word != NULL && strstr(line, word) != NULL) ||
		    (other != NULL && strstr(line, other) != NULL))
			continue;
		memcpy(kept + length, line, strlen(line));
		length += strlen(line);
		kept[length++] = '\n';
	}
	result = sample_log_load(kept, length);
	loss_find(result, &loss);
	free(kept);
	free(log.text);
}

static void end(void)
{
	loss_free(&loss);
	result_free(result);
}

TEST(a_whole_log_lost_nothing)
{
	look_without(NULL, NULL);
	assert_true(loss_is_none(&loss));
	assert_int_equal(loss.bench_count + loss.unnamed, 0);
	end();
}

TEST(a_single_lost_record_is_said)
{
	look_without("@memory seq=7 ", NULL);
	assert_int_equal(loss.records, 1);
	assert_non_null(strstr(loss.text, "INCOMPLETE: 1 of "));
	assert_int_equal(loss.bench_count, 0);
	end();
}

/* Its skip record was all there was of it. */
TEST(a_benchmark_that_was_announced_and_is_not_there_is_named)
{
	look_without("@skip seq=", NULL);
	assert_int_equal(loss.bench_count, 1);
	assert_string_equal(loss.benches[0], "irq.tsc_deadline");
	assert_true(loss_has_bench(&loss, "irq.tsc_deadline"));
	assert_false(loss_has_bench(&loss, "mem.latency"));
	assert_non_null(strstr(loss.text, " lost, 1 benchmark missing"));
	end();
}

/* That it began and ended is no result. */
TEST(a_benchmark_of_which_only_the_frame_came_is_named)
{
	look_without(" bench=8 ", NULL);
	assert_int_equal(loss.bench_count, 1);
	assert_string_equal(loss.benches[0], "irq.self_ipi");
	end();
}

TEST(names_that_are_lost_too_are_counted)
{
	look_without("@planned ", "@skip ");
	assert_int_equal(loss.bench_count, 0);
	assert_int_equal(loss.unnamed, 1);
	end();
}

TEST(a_log_without_an_end_says_so)
{
	look_without("@end ", NULL);
	assert_string_equal(loss.text, "INCOMPLETE: no end marker");
	end();
}

TEST(all_of_a_loss_is_said)
{
	look_without("@end ", "@skip ");
	assert_non_null(strstr(loss.text, "INCOMPLETE: 3 of "));
	assert_non_null(strstr(loss.text, " lost, no end marker, 1 benchmark missing"));
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_log_lost_nothing),
		cmocka_unit_test(a_single_lost_record_is_said),
		cmocka_unit_test(a_benchmark_that_was_announced_and_is_not_there_is_named),
		cmocka_unit_test(a_benchmark_of_which_only_the_frame_came_is_named),
		cmocka_unit_test(names_that_are_lost_too_are_counted),
		cmocka_unit_test(a_log_without_an_end_says_so),
		cmocka_unit_test(all_of_a_loss_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
