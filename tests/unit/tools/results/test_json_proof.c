/* SPDX-License-Identifier: MIT */
/* A written results.json is proved, and any other number in it is found. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/tools/messages.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/results/json.h"
#include "tools/results/json_proof.h"

/* Change the first digit of the first number of that name that a benchmark has. */
static void change_number(char *text, const char *key)
{
	char *at = strstr(text, "\"benchmarks\"");

	assert_non_null(at);
	do {
		at = strstr(at, key);
		assert_non_null(at);
		at += strlen(key) + strspn(at + strlen(key), "\": [\n");
	} while (*at < '0' || *at > '9');
	*at = *at == '9' ? '8' : (char)(*at + 1);
}

static const char *prove_changed(const struct analysis *analysis, const char *key, bool *proved)
{
	char path[] = "/tmp/bareline-proof-XXXXXX", *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	int descriptor = mkstemp(path);

	results_json_write(analysis, file);
	fclose(file);
	if (key != NULL)
		change_number(text, key);
	assert_int_equal(write(descriptor, text, size), (ssize_t)size);
	close(descriptor);
	messages_begin();
	*proved = results_json_prove(path, analysis);
	unlink(path);
	free(text);
	return messages_end();
}

TEST(every_kind_of_number_of_results_is_proved)
{
	static const char *const keys[] = {"\"iterations\"", "\"median\"", "\"p99\"", "\"mean\"",
					   "\"sigma\"", "\"median_low\"", "\"values\"", "\"max\""};
	struct sample_log log = sample_log_make(&(struct sample_log_options){.short_curve = true});
	struct result *result = sample_log_load(log.text, log.length);
	struct analysis *analysis = analysis_new(result);
	bool proved;

	prove_changed(analysis, NULL, &proved);
	assert_true(proved);
	for (size_t i = 0; i < COUNT(keys); i++) {
		assert_non_null(strstr(prove_changed(analysis, keys[i], &proved),
				       "which is an error of bareline"));
		assert_false(proved);
	}
	analysis_free(analysis);
	result_free(result);
	free(log.text);
}
