/* The words that select benchmarks, one function a word. */
#include "bench/options.h"

#include "bench/input/run.h"
#include "bench/measure.h"
#include "lib/errno.h"
#include "lib/string.h"

static const char *const suite_names[] = {[SUITE_QUICK] = "quick", [SUITE_FULL] = "full"};

static int take_suite(struct options *options, const char *value)
{
	if (strcmp(value, suite_names[SUITE_QUICK]) == 0)
		options->suite = SUITE_QUICK;
	else if (strcmp(value, suite_names[SUITE_FULL]) == 0)
		options->suite = SUITE_FULL;
	else
		return -EINVAL;
	return 0;
}

static int add_pattern(struct options *options, const char *text, size_t length)
{
	char *pattern;

	if (length == 0 || length >= OPTIONS_PATTERN_CHARS ||
	    options->pattern_count == OPTIONS_PATTERNS_MAX)
		return -EINVAL;
	pattern = options->patterns[options->pattern_count++];
	memcpy(pattern, text, length);
	pattern[length] = '\0';
	return 0;
}

static int take_bench(struct options *options, const char *value)
{
	const char *comma;
	int status = 0;

	while (status == 0 && (comma = strchr(value, ',')) != NULL) {
		status = add_pattern(options, value, (size_t)(comma - value));
		value = comma + 1;
	}
	return status != 0 ? status : add_pattern(options, value, strlen(value));
}

static int take_samples(struct options *options, const char *value)
{
	unsigned long samples;

	if (!text_number(value, &samples) || samples == 0 || samples > MEASURE_SAMPLES_MAX)
		return -EINVAL;
	options->samples = (uint32_t)samples;
	return 0;
}

/* input=MESSAGES or input=MESSAGES,SECONDS. */
static int take_input(struct options *options, const char *value)
{
	const char *comma = strchr(value, ',');
	size_t length = comma != NULL ? (size_t)(comma - value) : strlen(value);
	unsigned long messages, seconds = 0;
	char digits[16];

	if (length >= sizeof(digits))
		return -EINVAL;
	memcpy(digits, value, length);
	digits[length] = '\0';
	if (!text_number(digits, &messages) || messages == 0 || messages > INPUT_MESSAGES_MAX)
		return -EINVAL;
	if (comma != NULL && (!text_number(comma + 1, &seconds) || seconds == 0 ||
			      seconds > INPUT_LIMIT_S_MAX))
		return -EINVAL;
	options->input_messages = (uint32_t)messages;
	options->input_limit_s = (uint32_t)seconds;
	return 0;
}

static int take_pace(struct options *options, const char *value)
{
	if (strcmp(value, "paced") == 0)
		options->input_paces = 1 << INPUT_PACED;
	else if (strcmp(value, "fast") == 0)
		options->input_paces = 1 << INPUT_FAST;
	else if (strcmp(value, "both") == 0)
		options->input_paces = 1 << INPUT_PACED | 1 << INPUT_FAST;
	else
		return -EINVAL;
	return 0;
}

static const struct {
	const char *word;
	int (*take)(struct options *options, const char *value);
} words[] = {
	{"suite", take_suite},
	{"bench", take_bench},
	{"samples", take_samples},
	{"input", take_input},
	{"pace", take_pace},
};

void options_init(struct options *options)
{
	*options = (struct options){.suite = SUITE_QUICK};
}

int options_take(struct options *options, const char *word, const char *value)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(words[i].word, word) == 0)
			return value != NULL ? words[i].take(options, value) : -EINVAL;
	}
	return -ENOENT;
}

bool options_pattern_matches(const char *pattern, const struct benchmark *bench)
{
	if (bench->suites == 0 && (*pattern == '*' || *pattern == '?'))
		return false;
	return text_glob(pattern, bench->name);
}

bool options_select(const struct options *options, const struct benchmark *bench)
{
	if (options->pattern_count == 0)
		return (bench->suites & options->suite) != 0;
	for (unsigned i = 0; i < options->pattern_count; i++) {
		if (options_pattern_matches(options->patterns[i], bench))
			return true;
	}
	return false;
}

const char *options_suite_name(enum suite suite)
{
	return suite_names[suite];
}
