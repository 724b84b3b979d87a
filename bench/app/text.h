/* SPDX-License-Identifier: MIT */
/* What programs over a text share: its memory, a screen in memory, a script that types, and what
 * the log says of what came of it. */
#ifndef BENCH_APP_TEXT_H
#define BENCH_APP_TEXT_H

#include "bench/input/live.h"
#include "bench/input/script.h"
#include "lib/app/canvas.h"
#include "lib/app/gap_buffer.h"

#define APP_CODE_DRAW MESSAGE_CODE_POSTED

/* What tells benchmarks of one program apart: a benchmark's variant. */
struct app_mode {
	bool is_live;                   /* a person or a host types, and not a script */
	bool never_idles;
	bool blinks;                    /* the cursor does */
};

struct app_text {
	struct app_mode mode;
	struct script script;
	struct application application;
	struct canvas canvas;
	char *text;                     /* room for as much as the text may grow to */
	uint32_t draw;                  /* the message in the queue that says so; 0: none */
};

/* What one of them has of its own. */
struct app_text_plan {
	const char *program;            /* as editor_screen has it */
	uint32_t text_bytes, capacity_bytes;
	uint64_t seed;                  /* that the text is made from */
	void (*run)(void *argument);    /* for struct application, with the benchmark's state */
	struct script_plan script;
};

/* Setup: returns as that does. app is at the begin of the benchmark's state. */
int app_text_open(struct bench_ctx *ctx, struct app_text *app, const struct app_text_plan *plan);

/* An empty screen and no message taken, before each sample. The text is the program's to write. */
void app_text_begin(struct app_text *app);

/* A sample, of session_stages. */
int app_text_run(struct bench_ctx *ctx, struct app_text *app, uint64_t values[BENCH_STAGES_MAX]);

/* Ask for a draw that follows from the message handled just now, once for all that ask before. */
void app_text_ask_for_draw(struct app_text *app);

/* Teardown: write the session and, if there was one, the screen and the text. misspelled: words
 * that were found to be. */
void app_text_close(struct bench_ctx *ctx, struct app_text *app, const struct app_text_plan *plan,
		    const struct gap_buffer *text, uint32_t misspelled);

/* By a script, and by a person or a host. */
#define APP_TEXT_SCRIPTED \
	.differs_hosted = "keys come from an event device; without one, the process writes them " \
			  "to the queue itself and no idle loop runs", \
	.unit = UNIT_COUNTS, \
	.suites = SUITE_FULL, \
	.axes = script_axes, \
	.stages = session_stages, \
	.no_lead_in = true

#define APP_TEXT_LIVE \
	.unit = UNIT_COUNTS, \
	.needs = SESSION_NEEDS, \
	.axes = live_axes, \
	.stages = session_stages, \
	.waits_for_person = true, \
	.limit_ms = LIVE_LIMIT_MS, \
	.no_lead_in = true

#endif
