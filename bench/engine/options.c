/* SPDX-License-Identifier: MIT */
/* Parses parameters that select benchmarks, with one function per word. */
#include "bench/engine/options.h"

#include "bench/input/run.h"
#include "lib/event/idle_option.h"
#include "lib/pmc_event.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

static const char *const suite_names[] = {
	[SUITE_QUICK] = "quick", [SUITE_FULL] = "full",
	[SUITE_NOISE] = "noise", [SUITE_FLOW] = "flow",
	[SUITE_EXACT] = "exact",
};

static int parse_suite(struct options *options, const char *value)
{
	static const enum suite suites[] = {SUITE_QUICK, SUITE_FULL, SUITE_NOISE, SUITE_FLOW,
					    SUITE_EXACT};

	for (size_t i = 0; i < sizeof(suites) / sizeof(suites[0]); i++) {
		if (strcmp(value, suite_names[suites[i]]) == 0) {
			options->suite = suites[i];
			return 0;
		}
	}
	return -EINVAL;
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

typedef int add_name(struct options *options, const char *text, size_t length);

static int each_name(struct options *options, const char *names, add_name *add)
{
	const char *comma;
	int status = 0;

	while (status == 0 && (comma = strchr(names, ',')) != NULL) {
		status = add(options, names, (size_t)(comma - names));
		names = comma + 1;
	}
	return status != 0 ? status : add(options, names, strlen(names));
}

/* If a word has no valid pattern, store the empty pattern, which matches nothing. Without any
 * pattern, everything would be selected. */
static int options_parse_bench(struct options *options, const char *value)
{
	int status = each_name(options, value, add_pattern);

	if (status != 0 && options->pattern_count == 0)
		options->patterns[options->pattern_count++][0] = '\0';
	return status;
}

static int options_parse_samples(struct options *options, const char *value)
{
	unsigned long samples;

	if (!text_number(value, &samples) || samples == 0 || samples > BENCH_SAMPLES_MAX)
		return -EINVAL;
	options->samples = (uint32_t)samples;
	return 0;
}

static int options_parse_input(struct options *options, const char *value)
{
	unsigned long messages;

	if (!text_number(value, &messages) || messages == 0 || messages > INPUT_MESSAGES_MAX)
		return -EINVAL;
	options->input_messages = (uint32_t)messages;
	return 0;
}

static int options_parse_pace(struct options *options, const char *value)
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

static int parse_time(const char *value, uint64_t least_ns, uint64_t most_ns, uint64_t *time_ns)
{
	unsigned long ns;

	if (!text_duration(value, &ns) || ns < least_ns || ns > most_ns)
		return -EINVAL;
	*time_ns = ns;
	return 0;
}

static int parse_duration(struct options *options, const char *value)
{
	return parse_time(value, IDLE_DURATION_NS_MIN, IDLE_DURATION_NS_MAX, &options->duration_ns);
}

static int parse_quantum(struct options *options, const char *value)
{
	return parse_time(value, IDLE_QUANTUM_NS_MIN, IDLE_QUANTUM_NS_MAX, &options->quantum_ns);
}

static int parse_limit(struct options *options, const char *value)
{
	return parse_time(value, IDLE_DURATION_NS_MIN, IDLE_DURATION_NS_MAX, &options->limit_ns);
}

static int options_add_events(struct options *options, const char *text, size_t length)
{
	char name[OPTIONS_PATTERN_CHARS];
	uint32_t events;

	if (length >= sizeof(name))
		return -EINVAL;
	memcpy(name, text, length);
	name[length] = '\0';
	events = pmc_events_named(name);
	options->events |= events;
	return events != 0 ? 0 : -EINVAL;
}

static int options_parse_events(struct options *options, const char *value)
{
	return each_name(options, value, options_add_events);
}

/* OBJECT:PERCENT */
static int options_add_scale(struct options *options, const char *text, size_t length)
{
	struct options_scale *scale = &options->scales[options->scale_count];
	char pair[OPTIONS_PATTERN_CHARS];
	unsigned long percent;
	char *colon;

	if (length >= sizeof(pair) || options->scale_count == OPTIONS_SCALES_MAX)
		return -EINVAL;
	memcpy(pair, text, length);
	pair[length] = '\0';
	colon = strchr(pair, ':');
	if (colon == NULL || colon == pair || colon - pair >= OPTIONS_SCALE_CHARS ||
	    !text_number(colon + 1, &percent) || percent > OPTIONS_PERCENT_MAX)
		return -EINVAL;
	*colon = '\0';
	text_copy(scale->object, sizeof(scale->object), pair);
	scale->percent = (uint32_t)percent;
	options->scale_count++;
	return 0;
}

static int options_parse_scale(struct options *options, const char *value)
{
	return each_name(options, value, options_add_scale);
}

static int options_parse_nodes(struct options *options, const char *value)
{
	unsigned long nodes;

	if (!text_number(value, &nodes) || nodes < 2 || nodes > OPTIONS_FLOW_NODES_MAX)
		return -EINVAL;
	options->flow_nodes = (uint32_t)nodes;
	return 0;
}

static int options_parse_offset(struct options *options, const char *value)
{
	bool is_negative = *value == '-';
	unsigned long ns;

	if (!text_duration(value + is_negative, &ns) || ns > OPTIONS_FLOW_OFFSET_NS_MAX)
		return -EINVAL;
	options->flow_offset_ns = is_negative ? -(int64_t)ns : (int64_t)ns;
	return 0;
}

static int options_parse_drift(struct options *options, const char *value)
{
	bool is_negative = *value == '-';
	unsigned long ppm;

	if (!text_number(value + is_negative, &ppm) || ppm > OPTIONS_FLOW_DRIFT_PPM_MAX)
		return -EINVAL;
	options->flow_drift_ppm = is_negative ? -(int32_t)ppm : (int32_t)ppm;
	return 0;
}

static int options_parse_link(struct options *options, const char *value)
{
	static const char *const names[] = {
		[FLOW_BY_MEMORY] = "memory", [FLOW_BY_SERIAL] = "serial",
		[FLOW_BY_ETHERNET] = "ethernet",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(value, names[i]) == 0) {
			options->flow_link = (enum flow_carrier)i;
			return 0;
		}
	}
	return -EINVAL;
}

static int options_parse_node(struct options *options, const char *value)
{
	unsigned long node;

	if (!text_number(value, &node) || node >= OPTIONS_FLOW_NODES_MAX)
		return -EINVAL;
	options->flow_node = (uint32_t)node;
	return 0;
}

static int options_parse_disk_cache(struct options *options, const char *value)
{
	unsigned long bytes;

	if (!text_number(value, &bytes) || bytes > OPTIONS_DISK_CACHE_MAX)
		return -EINVAL;
	options->disk_cache_is_set = true;
	options->disk_cache_bytes = bytes;
	return 0;
}

static int options_parse_disk_pattern(struct options *options, const char *value)
{
	if (value[0] == '\0' || strlen(value) >= sizeof(options->pattern_disk))
		return -EINVAL;
	text_copy(options->pattern_disk, sizeof(options->pattern_disk), value);
	return 0;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* NAME:TOKEN, with up to 16 hexadecimal digits. */
static int options_parse_disk_scratch(struct options *options, const char *value)
{
	const char *separator = strchr(value, ':');
	size_t length = separator != NULL ? (size_t)(separator - value) : 0;
	uint64_t token = 0;
	unsigned digits = 0;

	if (length == 0 || length >= sizeof(options->scratch_disk))
		return -EINVAL;
	while (hex_digit(separator[1 + digits]) >= 0 && digits < 16)
		token = token << 4 | (unsigned)hex_digit(separator[1 + digits++]);
	if (separator[1 + digits] != '\0' || token == 0)
		return -EINVAL;
	text_copy(options->scratch_disk, length + 1, value);
	options->scratch_token = token;
	return 0;
}

static int options_parse_serials(struct options *options, const char *value)
{
	bool is_yes = strcmp(value, "yes") == 0;

	if (!is_yes && strcmp(value, "no") != 0)
		return -EINVAL;
	options->shows_serials = is_yes;
	return 0;
}

static const struct {
	const char *word;
	int (*take)(struct options *options, const char *value);
} words[] = {
	{"suite", parse_suite},
	{"bench", options_parse_bench},
	{"samples", options_parse_samples},
	{"input", options_parse_input},
	{"pace", options_parse_pace},
	{"duration", parse_duration},
	{"quantum", parse_quantum},
	{"limit", parse_limit},
	{"pmc", options_parse_events},
	{"flow.scale", options_parse_scale},
	{"flow.nodes", options_parse_nodes},
	{"flow.offset", options_parse_offset},
	{"flow.drift", options_parse_drift},
	{"flow.link", options_parse_link},
	{"flow.node", options_parse_node},
	{"disk.cache", options_parse_disk_cache},
	{"disk.pattern", options_parse_disk_pattern},
	{"disk.scratch", options_parse_disk_scratch},
	{"serials", options_parse_serials},
};

void options_init(struct options *options)
{
	*options = (struct options){.suite = SUITE_QUICK};
}

int options_parse(struct options *options, const char *word, const char *value)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(words[i].word, word) == 0)
			return value != NULL ? words[i].take(options, value) : -EINVAL;
	}
	return -ENOENT;
}

bool options_pattern_matches(const char *pattern, const struct benchmark *bench)
{
	if (bench->waits_for_user)
		return strcmp(pattern, bench->name) == 0;
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
