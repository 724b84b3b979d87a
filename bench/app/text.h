/* SPDX-License-Identifier: MIT */
/* Shared by applications that edit text: memory, a screen in memory, an input script, and the
 * records of the result. */
#ifndef BENCH_APP_TEXT_H
#define BENCH_APP_TEXT_H

#include "bench/input/live.h"
#include "bench/input/script.h"
#include "lib/app/canvas.h"
#include "lib/app/gap_buffer.h"

#define APP_CODE_DRAW MESSAGE_CODE_POSTED

/* How a benchmark differs from the others of its application. */
struct app_mode {
	bool is_live;                   /* input from a user or a host, not from a script */
	bool never_idles;
	bool blinks;                    /* the cursor blinks */
};

struct app_text {
	struct app_mode mode;
	struct script script;
	struct application application;
	struct canvas canvas;
	char *text;                     /* capacity is the text's maximum size */
	uint32_t draw;                  /* number of the queued draw message; 0: none */
};

/* Parameters of one application. */
struct app_text_plan {
	const char *program;            /* as in editor_screen */
	uint32_t text_bytes, capacity_bytes;
	uint64_t seed;                  /* seed of the initial text */
	void (*run)(void *argument);    /* for struct application, called with the benchmark's
					 * state */
	struct script_plan script;
};

/* Setup function of the benchmark. app must be the first member of the benchmark's state. */
int app_text_open(struct bench_ctx *ctx, struct app_text *app, const struct app_text_plan *plan);

/* Before each sample: clear the screen and the message counts. The caller writes the text. */
void app_text_begin(struct app_text *app);

/* Sample function of the benchmark, with session_stages. */
int app_text_run(struct bench_ctx *ctx, struct app_text *app, uint64_t values[BENCH_STAGES_MAX]);

/* Queue a draw message as a consequence of the current message. Further calls do nothing until it
 * is handled. */
void app_text_ask_for_draw(struct app_text *app);

/* Teardown: write the records of the session and, if the session ran, those of screen and text.
 * misspelled is the number of misspelled words. Returns whether the session ran, with *log set to
 * the number of its message log. */
bool app_text_close(struct bench_ctx *ctx, struct app_text *app, const struct app_text_plan *plan,
		    const struct gap_buffer *text, uint32_t misspelled, uint64_t *log);

/* What the benchmarks verify, for input from a script and for input from a user or a host. */
#define APP_TEXT_VERIFIED \
	"all messages arrived; the host tool replays them to the same text and screen"

#define APP_TEXT_SCRIPTED \
	.differs_hosted = "keys come from an event device; without one, the process writes them " \
			  "to the queue itself and no idle loop runs", \
	.unit = UNIT_COUNTS, \
	.suites = SUITE_FULL, \
	.needs = CAN_CLOCK, \
	.axes = script_axes, \
	.stages = session_stages, \
	.no_lead_in = true, \
	.verified = APP_TEXT_VERIFIED

#define APP_TEXT_LIVE \
	.unit = UNIT_COUNTS, \
	.needs = SESSION_NEEDS, \
	.axes = live_axes, \
	.stages = session_stages, \
	.waits_for_user = true, \
	.limit_ms = LIVE_LIMIT_MS, \
	.no_lead_in = true, \
	.verified = APP_TEXT_VERIFIED

#endif
