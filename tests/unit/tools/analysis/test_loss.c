/* SPDX-License-Identifier: MIT */
/* Records that a log lost, by number and by name. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/messages.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/analysis/loss.h"

static struct result *result;
static struct loss loss;

/* Analyse the sample log without the lines that contain one of two words. NULL: no word. */
static void analyse_without(const char *word, const char *other)
{
	struct sample_log log = sample_log_make(&(struct sample_log_options){.short_curve = true});
	char *text = malloc(log.length + 1), *end;
	size_t length = 0;

	assert_non_null(text);
	for (char *line = log.text; *line != '\0'; line = end + 1) {
		end = strchr(line, '\n');
		*end = '\0';
		if ((word != NULL && strstr(line, word) != NULL) ||
		    (other != NULL && strstr(line, other) != NULL))
			continue;
		memcpy(text + length, line, strlen(line));
		length += strlen(line);
		text[length++] = '\n';
	}
	result = sample_log_load(text, length);
	loss_find(result, &loss);
	free(text);
	free(log.text);
}

static void end(void)
{
	loss_free(&loss);
	result_free(result);
}

TEST(complete_log_has_no_loss)
{
	analyse_without(NULL, NULL);
	assert_true(loss_is_none(&loss));
	assert_int_equal(loss.bench_count + loss.unnamed, 0);
	end();
}

TEST(one_lost_record_is_reported)
{
	analyse_without("@memory seq=7 ", NULL);
	assert_int_equal(loss.records, 1);
	assert_non_null(strstr(loss.text, "INCOMPLETE: 1 of "));
	assert_int_equal(loss.bench_count, 0);
	end();
}

/* The skip record was its only record. */
TEST(announced_benchmark_without_records_is_named)
{
	analyse_without("@skip seq=", NULL);
	assert_int_equal(loss.bench_count, 1);
	assert_string_equal(loss.benches[0], "irq.tsc_deadline");
	assert_true(loss_has_bench(&loss, "irq.tsc_deadline"));
	assert_false(loss_has_bench(&loss, "mem.latency"));
	assert_non_null(strstr(loss.text, " lost, 1 benchmark missing"));
	end();
}

/* Its begin and end records are no result. */
TEST(benchmark_with_only_begin_and_end_is_named)
{
	analyse_without(" bench=8 ", NULL);
	assert_int_equal(loss.bench_count, 1);
	assert_string_equal(loss.benches[0], "irq.self_ipi");
	end();
}

TEST(lost_name_records_are_counted)
{
	analyse_without("@planned ", "@skip ");
	assert_int_equal(loss.bench_count, 0);
	assert_int_equal(loss.unnamed, 1);
	end();
}

TEST(log_without_end_marker_is_reported)
{
	analyse_without("@end ", NULL);
	assert_string_equal(loss.text, "INCOMPLETE: no end marker");
	end();
}

TEST(long_end_status_is_cut)
{
	char status[512];
	struct log_account account = {0};

	memset(status, 'x', sizeof(status));
	status[sizeof(status) - 1] = '\0';
	loss_from_account(&account, status, &loss);
	assert_int_equal(strlen(loss.text),
			 strlen("INCOMPLETE: the target ended with \"\"") + 60);
	loss_from_account(&account, "complete", &loss);
	assert_string_equal(loss.text, "");
	loss_from_account(&account, "aborted", &loss);
	assert_string_equal(loss.text, "INCOMPLETE: the target ended with \"aborted\"");
	loss_free(&loss);
}

TEST(loss_is_printed_with_its_path)
{
	analyse_without("@end ", NULL);
	messages_begin();
	loss_warn(&loss, "a.log");
	assert_non_null(strstr(messages_end(), ": a.log: INCOMPLETE: no end marker\n"));
	loss_free(&loss);
	messages_begin();
	loss_warn(&loss, "a.log");
	assert_string_equal(messages_end(), "");
	end();
}

TEST(several_losses_are_all_reported)
{
	analyse_without("@end ", "@skip ");
	assert_non_null(strstr(loss.text, "INCOMPLETE: 3 of "));
	assert_non_null(strstr(loss.text, " lost, no end marker, 1 benchmark missing"));
	end();
}
