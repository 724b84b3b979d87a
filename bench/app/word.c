/* SPDX-License-Identifier: MIT */
/* app.word: a word processor. "Using Latency to Evaluate Computer System Performance", "Microsoft
 * Word". One thread handles keys and, between two peeks at the queue, runs a spell checker for one
 * word, as Word did with its own coroutines. The user waits only for the keys. The host reproduces
 * text, screen and misspelled words (tools/idle/replay.h).
 *
 * With its sync (WM_QUEUE_SYNC in the paper), a test driver asks whether all earlier input is
 * completely processed. So the checker finishes before the next message is taken, and the time of
 * the key includes work that a user would not wait for. This is an artefact of the driver.
 *
 * app.word_polling is this word processor without idling: it polls for the next message. So the
 * idle loop sees a busy CPU throughout, as with Word under Windows 9x. The message log still shows
 * who waited. */
#include "lib/app/word.h"

#include "bench/app/text.h"
#include "lib/app/dictionary.h"
#include "lib/cpu/clock.h"

#define TEXT_BYTES 2048u
#define CAPACITY_BYTES 8192u
#define SEED 1996
#define MESSAGE_TIMEOUT_SECONDS 2              /* of app.word_polling */

#define PAGE_BYTES 4096

struct app_word {
	struct app_text app;
	struct word *word;
	bool is_over;
	bool must_finish;               /* the driver asked whether all its input is processed */
};

_Static_assert(sizeof(struct app_word) <= BENCH_STATE_MAX, "in the benchmark's state");

/* ---- The application ---- */

static void take_key(struct app_word *word, uint32_t code)
{
	word->app.application.taken++;
	word->must_finish |= code == MESSAGE_CODE_SYNC;
	if (word_key(word->word, code))
		app_text_ask_for_draw(&word->app);
}

static void draw_screen(struct app_word *word)
{
	word->app.draw = 0;
	word->app.application.draws++;
	word_draw(word->word);
}

static void take_message(struct app_word *word)
{
	struct message message;

	if (!platform_message_get(&message))
		word->is_over = true;
	else if (message.code == APP_CODE_DRAW)
		draw_screen(word);
	else
		take_key(word, message.code);
}

/* Look for a message. Returns whether there is one. */
static bool look(void)
{
	struct message message;

	return platform_message_peek(&message, true);
}

/* Whether to check one word. A waiting message has priority, unless the driver asked for complete
 * processing. */
static bool may_check(struct app_word *word)
{
	if (word->word->is_checking && word->must_finish && word->app.draw == 0)
		return true;
	return word->word->is_checking && !look();
}

/* Poll until there is a message. The wait has a time limit, because input may be lost. */
static void look_on(void)
{
	uint64_t begin_tsc = clock_read();

	while (!look() &&
	       clock_read() - begin_tsc < MESSAGE_TIMEOUT_SECONDS * platform_limit_hz())
		;
}

static bool has_more(const struct app_word *word)
{
	return word->app.application.taken < word->app.application.wanted || word->app.draw != 0;
}

static void app_word_run(void *argument)
{
	struct app_word *word = argument;

	while (!word->is_over && (has_more(word) || word->word->is_checking)) {
		if (may_check(word)) {
			word->must_finish &= word_check(word->word);
			continue;
		}
		/* After the script has started. */
		if (word->app.mode.never_idles && word->app.application.taken > 0)
			look_on();
		take_message(word);
	}
}

/* ---- The run ---- */

/* "This is ", a wrong word and its correction, cursor movement, and a new line. */
static const struct app_text_plan plan = {
	.program = "word", .text_bytes = TEXT_BYTES, .capacity_bytes = CAPACITY_BYTES,
	.seed = SEED, .run = app_word_run,
	.script = {
		.text = "l printable\n"
			"20000 k 2a\n4000 k 14\n4000 k 94\n4000 k aa\n"
			"12000 k 23\n8000 k a3\n17000 k 17\n8000 k 97\n9000 k 1f\n8000 k 9f\n"
			"21000 k 39\n8000 k b9\n"
			"12000 k 17\n8000 k 97\n14000 k 1f\n8000 k 9f\n14000 k 1f\n8000 k 9f\n"
			"l backspace\n30000 k 0e\n8000 k 8e\n"
			"l printable\n15000 k 39\n8000 k b9\n"
			"l cursor\n25000 k e0 50\n8000 k e0 d0\n12000 k e0 4b\n8000 k e0 cb\n"
			"l newline\n18000 k 1c\n8000 k 9c\n",
		.step_us = 20000,
	},
};

/* The initial text, drawn. */
static void open_text(struct app_word *word)
{
	app_text_begin(&word->app);
	dictionary_write(word->app.text, TEXT_BYTES, SEED, WORD_MISSPELLED_EVERY);
	word_init(word->word, &word->app.canvas, word->app.text, TEXT_BYTES, CAPACITY_BYTES);
	word->is_over = word->must_finish = false;
}

static int app_word_setup(struct bench_ctx *ctx)
{
	struct app_word *word = ctx->state;

	word->word = platform_map(sizeof(*word->word), PAGE_BYTES);
	if (word->word == NULL)
		return bench_skip(ctx, "memory", "no memory for a word processor");
	if (ctx->bench->variant != NULL)
		word->app.mode = *(const struct app_mode *)ctx->bench->variant;
	return app_text_open(ctx, &word->app, &plan);
}

static int app_word_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct app_word *word = ctx->state;

	open_text(word);
	return app_text_run(ctx, &word->app, values);
}

static void app_word_teardown(struct bench_ctx *ctx)
{
	struct app_word *word = ctx->state;
	uint64_t log;

	if (word->word != NULL)
		app_text_close(ctx, &word->app, &plan, &word->word->layout.text,
			       word->word->misspelled, &log);
}

#define APP_WORD \
	.state_bytes = sizeof(struct app_word), \
	.setup = app_word_setup, \
	.sample = app_word_sample, \
	.teardown = app_word_teardown

const struct benchmark bench_app_word = {
	.name = "app.word",
	.summary = "a script of keys and pauses for a word processor that justifies and checks "
		   "spelling",
	APP_TEXT_SCRIPTED,
	APP_WORD,
};

static const struct app_mode busy = {.never_idles = true};

const struct benchmark bench_app_word_polling = {
	.name = "app.word_polling",
	.summary = "the same script for a word processor that polls for messages and never idles",
	.variant = &busy,
	APP_TEXT_SCRIPTED,
	APP_WORD,
};

static const struct app_mode live = {.is_live = true};

const struct benchmark bench_app_word_live = {
	.name = "app.word_live",
	.summary = "keys from a user or a host for the same word processor",
	.variant = &live,
	APP_TEXT_LIVE,
	APP_WORD,
};
