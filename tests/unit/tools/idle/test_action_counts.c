/* SPDX-License-Identifier: MIT */
/* Event counts of actions, from a made-up trace and message log. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/idle_log.h"
#include "tools/idle/action_counts.h"

#define PASSES 60
#define LOG_BEGIN 4000u                 /* start of the log; the trace's is 5000 */
#define AHEAD 1000u
#define KEY 0x1eu
#define KEY_TICKS 500000u               /* extra length of a key's pass */
#define PER_THOUSAND 800u               /* instructions per 1000 cycles */
#define READING_INSTRUCTIONS_PLACE 1
#define READING_CYCLES_PLACE 2

static struct result *result;
static struct idle_traces traces;
static struct message_runs runs;
static struct action_counts counts;

static uint64_t instructions(size_t pass)
{
	return pass < PASSES ? PER_THOUSAND : 0;
}

/* A key handled in one pass. */
static void add_key(struct message_event events[], uint32_t *count, uint64_t tsc, uint32_t message)
{
	const struct message_event made[] = {
		{.tsc = tsc, .kind = MESSAGE_BUSY},
		{.tsc = tsc + 1,
		 .kind = MESSAGE_ENQUEUE,
		 .message = message,
		 .code = KEY,
		 .queued = 1},
		{.tsc = tsc + 2, .kind = MESSAGE_GET, .message = message, .code = KEY},
		{.tsc = tsc + KEY_TICKS, .kind = MESSAGE_WAIT},
		{.tsc = tsc + KEY_TICKS + 1, .kind = MESSAGE_IDLE},
	};

	for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); i++)
		events[(*count)++] = made[i];
}

/* Keys in passes 20 and 40. The log begins before the trace. */
static void load(const struct idle_log_options *options, const char *point)
{
	const struct injected injected[] = {{20, KEY_TICKS, IDLE_LOG_KEYBOARD, 0},
					  {40, KEY_TICKS, IDLE_LOG_KEYBOARD, 2}};
	struct wire_record log = {.kind = WIRE_message_log}, block = {.kind = WIRE_message_events};
	static struct message_columns columns;
	struct message_event events[16];
	uint32_t count = 0;

	add_key(events, &count, AHEAD + 20ull * IDLE_LOG_PASS + IDLE_LOG_ARRIVAL, 1);
	add_key(events, &count, AHEAD + 40ull * IDLE_LOG_PASS + KEY_TICKS + IDLE_LOG_ARRIVAL, 2);
	result = idle_log_begin("real", "app.editor");
	idle_log_run(result, options, injected, 2);
	log.message_log = (struct wire_message_log){
		.id = 1, .bench = 1, .point = point, .source = "controller", .begin_tsc = LOG_BEGIN,
		.end_tsc = LOG_BEGIN + (PASSES + 5ull) * IDLE_LOG_PASS, .events = count,
	};
	message_events_pack(events, count, 0, &columns, &block.message_events);
	block.message_events.log = 1;
	idle_log_add(result, &log);
	idle_log_add(result, &block);
	idle_log_end(result);
	idle_traces_find(result, &traces);
	message_runs_find(result, &runs);
	action_counts_find(&traces, &runs.items[0], &counts);
}

static void unload(void)
{
	action_counts_free(&counts);
	message_runs_free(&runs);
	idle_traces_free(&traces);
	result_free(result);
}

/* A key's pass counted additional cycles equal to its additional length, and the second one two
 * SMIs. */
TEST(action_counts_exceed_those_of_idle_passes)
{
	load(&(struct idle_log_options){.point = "pace=paced", .passes = PASSES,
					.aperf = instructions,
					.readings = "smi,instructions,cycles"}, "pace=paced");
	assert_non_null(counts.trace);
	assert_int_equal(counts.count, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_ptr_equal(counts.items[i].action, &runs.items[0].actions.items[i]);
		assert_true(counts.items[i].excess[READING_CYCLES_PLACE] == KEY_TICKS);
		assert_true(counts.items[i].excess[READING_INSTRUCTIONS_PLACE] ==
			    KEY_TICKS * PER_THOUSAND / 1000.0);
		assert_true(counts.items[i].excess[0] == (i == 1 ? 2 : 0));     /* SMIs */
	}
	unload();
}

TEST(loop_of_another_point_gives_no_counts)
{
	load(&(struct idle_log_options){.point = "pace=fast", .passes = PASSES,
					.aperf = instructions,
					.readings = "smi,instructions,cycles"}, "pace=paced");
	assert_null(counts.trace);
	assert_int_equal(counts.count, 0);
	unload();
}

TEST(too_few_undisturbed_passes_give_no_counts)
{
	load(&(struct idle_log_options){.point = "pace=paced", .passes = 15,
					.aperf = instructions,
					.readings = "smi,instructions,cycles"}, "pace=paced");
	assert_null(counts.trace);
	unload();
}
