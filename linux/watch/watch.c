/* SPDX-License-Identifier: MIT */
/* The program is run in the setup of the first benchmark, which is not isolated. The first
 * benchmark has the session's numbers and the message log. The second has the keys, by label. */
#include "linux/watch/watch.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engine/validity_check.h"
#include "bench/engine/warning.h"
#include "bench/input/log.h"
#include "bench/platform.h"
#include "lib/event/think_wait.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"
#include "lib/text/ticks.h"
#include "linux/watch/program.h"
#include "linux/watch/timeline.h"
#include "linux/watch/witness.h"

#define NAME_CHARS 48
#define LIMIT_MARGIN_MS 60000           /* start, end and analysis of the program */
#define PERSON_LIMIT_MS 86400000
#define OTHER_KEYS "other"
#define ANY_SUITE UINT32_MAX

enum {
	STAGE_KEYS, STAGE_HANDLED, STAGE_THINK, STAGE_WAIT, STAGE_BUSY, STAGE_PEEKS,
	STAGE_REQUESTS, STAGE_OUTPUT,
};

static const char *const session_stages[] = {
	[STAGE_KEYS] = "keys", [STAGE_HANDLED] = "handled", [STAGE_THINK] = "think_us",
	[STAGE_WAIT] = "wait_us", [STAGE_BUSY] = "cpu_us", [STAGE_PEEKS] = "vain_peeks",
	[STAGE_REQUESTS] = "waits", [STAGE_OUTPUT] = "output_bytes", NULL,
};

enum {STAGE_LATENCY, STAGE_TAKEN, STAGE_SEEN, STAGE_CPU};

static const char *const key_stages[] = {
	[STAGE_LATENCY] = "latency", [STAGE_TAKEN] = "taken", [STAGE_SEEN] = "seen",
	[STAGE_CPU] = "cpu", NULL,
};

enum {AXIS_LABEL, AXIS_KEY};

static struct {
	struct watch_program program;
	struct terminal_key keys[TERMINAL_KEYS_MAX];
	struct watch_trace trace;
	struct watch_timeline timeline;
	bool has_run;
	char session_name[NAME_CHARS], keys_name[NAME_CHARS];
	char label_texts[BENCH_AXIS_VALUES_MAX][TERMINAL_LABEL_CHARS];
	const char *labels[BENCH_AXIS_VALUES_MAX];
	uint32_t label_count;
	uint32_t next_key;              /* next key of the point */
	uint32_t unseen;                /* number of the point's keys with a time that belongs to no
					 * observed event */
} watch;

/* ---- The session ---- */

static bool is_watched_by_instructions(void)
{
	return platform_time_base() == TIME_INSTRUCTIONS;
}

static uint64_t session_limit_ms(void)
{
	const struct watch_program *program = &watch.program;

	if (program->by_person)
		return PERSON_LIMIT_MS;
	return program->keys[program->key_count - 1].due_us / US_PER_MS + LIMIT_MARGIN_MS;
}

static void warn_of_gaps(void)
{
	const char *problem = watch_program_switch_problem();

	if (problem != NULL)
		warning("watch", "%s: no context switches are recorded, so CPU times are missing, "
				 "and a key that another thread handles ends too early; set "
				 "kernel.perf_event_paranoid to 2 or less", problem);
	if (watch_program_lost() > 0)
		warning("watch", "%lu records had no room", watch_program_lost());
}

static int session_setup(struct bench_ctx *ctx)
{
	char problem[WATCH_PROBLEM_MAX];
	int error;

	platform_guard_extend((uint32_t)session_limit_ms());
	error = watch_program_run(&watch.program, &watch.trace, problem);
	if (error != 0)
		return bench_error(ctx, error, "%s", problem);
	if (!watch_timeline_make(&watch.trace, &watch.timeline))
		return bench_error(ctx, -ENOMEM, "no memory for the program's events");
	warn_of_gaps();
	watch.has_run = true;
	return 0;
}

static struct message_log session_log(void)
{
	return (struct message_log){
		.events = watch.timeline.events,
		.capacity = (uint32_t)watch.timeline.count,
		.count = (uint32_t)watch.timeline.count,
		.lost = watch_program_lost(),
		.begin_tsc = watch.trace.begin_tsc, .end_tsc = watch.trace.end_tsc,
	};
}

static uint64_t session_us(uint64_t ticks)
{
	return ticks_to_us(ticks, platform_clock_hz());
}

static int session_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct message_log log = session_log();
	struct think_wait machine;
	uint64_t cpu_ticks = 0;

	(void)ctx;
	message_log_run_machine(&log, &machine);
	memset(values, 0, BENCH_STAGES_MAX * sizeof(values[0]));
	values[STAGE_KEYS] = watch.trace.key_count;
	for (uint32_t i = 0; i < watch.trace.key_count; i++) {
		values[STAGE_HANDLED] += watch.timeline.times[i].handled_tsc != 0;
		cpu_ticks += watch.timeline.times[i].cpu_ticks;
	}
	values[STAGE_THINK] = session_us(think_wait_ticks(&machine, STATE_THINK));
	values[STAGE_WAIT] = session_us(think_wait_ticks(&machine, STATE_WAIT));
	values[STAGE_BUSY] = watch.trace.has_switches ? session_us(cpu_ticks) : BENCH_NOT_MEASURED;
	values[STAGE_PEEKS] = watch.timeline.peeks;
	values[STAGE_REQUESTS] = watch.timeline.waits;
	for (size_t i = 0; i < watch.trace.output_count; i++)
		values[STAGE_OUTPUT] += watch.trace.outputs[i].bytes;
	return 0;
}

static void write_labels(uint64_t log)
{
	const char *before = "";

	for (uint32_t i = 0; i < watch.trace.key_count; i++) {
		const char *label = watch.keys[i].label;

		if (strcmp(label, before) != 0)
			wire_write(platform_writer(), WIRE_input_label, &(struct wire_input_label){
				.log = log, .step = i, .text = label,
			});
		before = label;
	}
}

static void session_teardown(struct bench_ctx *ctx)
{
	struct message_log log = session_log();

	if (watch.has_run)
		write_labels(message_log_write(ctx, &log, watch.program.by_person ? "person"
						   : watch.program.on_display ? "display"
									      : "terminal"));
}

static int session_verify(struct bench_ctx *ctx)
{
	char text[WATCH_WITNESS_MAX];

	if (!watch_witness_agrees(&watch.trace, &watch.timeline, text))
		validity_check_failed(ctx, "watch", "%s", text);
	return 0;
}

static struct benchmark session_benchmark = {
	.name = watch.session_name,
	.suites = ANY_SUITE,
	.summary = "keys typed into a program in a pseudo terminal",
	.unit = UNIT_COUNTS,
	.needs = CAN_CLOCK,
	.stages = session_stages,
	.no_lead_in = true,
	.setup = session_setup,
	.sample = session_sample,
	.teardown = session_teardown,
	.verify = session_verify,
	.verified = "times are those of observed events, CPU times add up by thread, and peeks and "
		    "switches are as many as counted elsewhere",
};

/* ---- Keys ---- */

static const char *label_of_key(uint32_t key)
{
	return watch.keys[key].label[0] != '\0' ? watch.keys[key].label : OTHER_KEYS;
}

static void add_label(const char *text)
{
	for (uint32_t i = 0; i < watch.label_count; i++) {
		if (strcmp(watch.labels[i], text) == 0)
			return;
	}
	if (watch.label_count == BENCH_AXIS_VALUES_MAX)
		return;
	strcpy(watch.label_texts[watch.label_count], text);
	watch.labels[watch.label_count] = watch.label_texts[watch.label_count];
	watch.label_count++;
}

/* A label as a word, because a point's name has no blanks. */
static const char *word_of(const char *label, char word[TERMINAL_LABEL_CHARS])
{
	size_t i = 0;

	for (; label[i] != '\0'; i++)
		word[i] = strchr(" =:,\"\\", label[i]) != NULL ? '_' : label[i];
	word[i] = '\0';
	return word;
}

static bool is_of_point(const struct bench_ctx *ctx, uint32_t key)
{
	char word[TERMINAL_LABEL_CHARS];

	return strcmp(word_of(label_of_key(key), word), watch.labels[ctx->point[AXIS_LABEL]]) ==
	       0 && watch.timeline.times[key].handled_tsc != 0;
}

static uint32_t next_of_point(const struct bench_ctx *ctx, uint32_t key)
{
	while (key < watch.trace.key_count && !is_of_point(ctx, key))
		key++;
	return key;
}

static uint32_t keys_of_point(const struct bench_ctx *ctx)
{
	uint32_t count = 0;

	for (uint32_t key = next_of_point(ctx, 0); key < watch.trace.key_count;
	     key = next_of_point(ctx, key + 1))
		count++;
	return count;
}

static size_t label_values(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	char word[TERMINAL_LABEL_CHARS];

	(void)ctx;
	for (uint32_t key = 0; watch.has_run && key < watch.trace.key_count; key++)
		add_label(word_of(label_of_key(key), word));
	for (uint32_t i = 0; i < watch.label_count; i++)
		values[i] = i;
	return watch.label_count;
}

/* The keys. Keys of one label differ, so where instructions are counted each key is a point. */
static size_t key_values(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint32_t count = keys_of_point(ctx);

	values[0] = BENCH_AXIS_DEFAULT;
	if (!is_watched_by_instructions())
		return 1;
	if (count > BENCH_AXIS_VALUES_MAX)
		count = BENCH_AXIS_VALUES_MAX;
	for (uint32_t i = 0; i < count; i++)
		values[i] = i + 1;
	return count;
}

static int keys_setup(struct bench_ctx *ctx)
{
	uint64_t number = ctx->point[AXIS_KEY];

	ctx->samples = keys_of_point(ctx);
	if (ctx->samples == 0)
		return bench_skip(ctx, "answers", "the program handled no such key");
	watch.next_key = next_of_point(ctx, 0);
	watch.unseen = 0;
	if (number != BENCH_AXIS_DEFAULT) {
		ctx->samples = 1;
		while (--number > 0)
			watch.next_key = next_of_point(ctx, watch.next_key + 1);
	}
	if (ctx->samples > BENCH_SAMPLES_MAX)
		ctx->samples = BENCH_SAMPLES_MAX;
	return 0;
}

/* Whether each key of the point has output. */
static bool is_seen(const struct bench_ctx *ctx)
{
	uint32_t key = next_of_point(ctx, 0);

	while (key < watch.trace.key_count && watch.timeline.times[key].seen_tsc != 0)
		key = next_of_point(ctx, key + 1);
	return key == watch.trace.key_count;
}

static int keys_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	uint32_t key = watch.next_key;
	const struct watch_times *times = &watch.timeline.times[key];
	uint64_t sent_tsc = watch.trace.sent[key].tsc;

	values[STAGE_LATENCY] = times->handled_tsc - sent_tsc;
	values[STAGE_TAKEN] = times->taken_tsc - sent_tsc;
	values[STAGE_SEEN] = is_seen(ctx) ? times->seen_tsc - sent_tsc : BENCH_NO_SUCH_STAGE;
	values[STAGE_CPU] = watch.trace.has_switches ? times->cpu_ticks : BENCH_NOT_MEASURED;
	watch.next_key = next_of_point(ctx, key + 1);
	watch.unseen += !watch_witness_saw(&watch.trace, sent_tsc + values[STAGE_LATENCY], false) ||
			!watch_witness_saw(&watch.trace, sent_tsc + values[STAGE_TAKEN], false) ||
			(values[STAGE_SEEN] != BENCH_NO_SUCH_STAGE &&
			 !watch_witness_saw(&watch.trace, sent_tsc + values[STAGE_SEEN], true));
	return 0;
}

/* Check the times. Each time is counted from the sending of its key. */
static int keys_verify(struct bench_ctx *ctx)
{
	if (watch.unseen > 0)
		validity_check_failed(ctx, "watch", "nothing was observed at the times of %u keys",
				      watch.unseen);
	return 0;
}

static const struct axis key_axes[] = {
	[AXIS_LABEL] = {"keys", watch.labels, label_values},
	[AXIS_KEY] = {"key", NULL, key_values},
	{0},
};

static struct benchmark keys_benchmark = {
	.name = watch.keys_name,
	.suites = ANY_SUITE,
	.summary = "one key, until the program has handled it",
	.needs = CAN_CLOCK,
	.axes = key_axes,
	.stages = key_stages,
	.no_lead_in = true,
	.setup = keys_setup,
	.sample = keys_sample,
	.verify = keys_verify,
	.verified = "each time, counted from the key, is that of an observed event",
};

static const struct benchmark *const watch_benchmarks[] = {
	&session_benchmark, &keys_benchmark, NULL,
};

/* ---- Names ---- */

static void set_names(const char *program)
{
	const char *slash = strrchr(program, '/');
	char name[NAME_CHARS / 2];
	size_t i = 0;

	for (const char *c = slash != NULL ? slash + 1 : program; *c != '\0' &&
	     i + 1 < sizeof(name); c++)
		name[i++] = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') ? *c : '_';
	name[i] = '\0';
	fmt_buffer(watch.session_name, NAME_CHARS, "watch.%s", name);
	fmt_buffer(watch.keys_name, NAME_CHARS, "watch.%s_keys", name);
}

const struct benchmark *const *watch_prepare(char *const *arguments, const char *keys,
					     bool on_display)
{
	long count = keys == NULL ? 0 : on_display ? display_keys_load(keys, watch.keys)
						   : terminal_keys_load(keys, watch.keys);

	if (count < 0)
		return NULL;
	if (keys != NULL && count == 0) {
		warnx("%s: the script has no key to send", keys);
		return NULL;
	}
	watch.program = (struct watch_program){
		.arguments = arguments, .keys = watch.keys, .key_count = (uint32_t)count,
		.by_person = keys == NULL, .on_display = on_display,
	};
	if (on_display)
		session_benchmark.summary = "keys sent to a program's window by an X server";
	set_names(arguments[0]);
	return watch_benchmarks;
}
