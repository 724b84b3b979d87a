/* SPDX-License-Identifier: MIT */
/* Work of known length for each message. Draws that come later than their keys show batching: the
 * faster the keys, the fewer draws. */
#include "bench/input/editor.h"

#include "bench/platform.h"
#include "bench/selftest/chains.h"
#include "lib/cpu/clock.h"
#include "lib/text/ticks.h"

#define CODE_DRAW MESSAGE_CODE_POSTED
#define CODE_ENTER 0x1cu                /* scan code set 1 */

#define BLOCK_ELEMENTS (256 * CHAIN_ELEMENTS)
#define CALIBRATIONS 9

static void editor_work(const struct editor *editor, uint64_t us)
{
	uint64_t ticks = ticks_of_us(us, platform_clock_hz());
	uint64_t elements = ticks * BLOCK_ELEMENTS / editor->block_ticks;

	chain_multiply(editor->ctx, elements - elements % CHAIN_ELEMENTS);
}

static void editor_draw(struct editor *editor)
{
	editor->draw = 0;
	editor->application.draws++;
	editor_work(editor, EDITOR_DRAW_US);
}

static void change(struct editor *editor)
{
	editor->changes++;
	editor_work(editor, EDITOR_CHANGE_US);
	if (editor->draw == 0)
		editor->draw = platform_message_post(CODE_DRAW);
	else
		platform_message_join(editor->draw);
}

static void save(struct editor *editor)
{
	editor->saves++;
	platform_device_wait(EDITOR_SAVE_US);
}

static void editor_take(struct editor *editor, uint32_t code)
{
	editor->application.taken++;
	if ((code & (MESSAGE_CODE_MOUSE | MESSAGE_CODE_RELEASED | MESSAGE_CODE_SYNC)) != 0)
		return;
	change(editor);
	if (code == CODE_ENTER)
		save(editor);
}

static void editor_run(void *argument)
{
	struct editor *editor = argument;
	struct application *application = &editor->application;
	struct message message;

	application->taken = editor->changes = application->draws = editor->saves = 0;
	editor->draw = 0;
	while ((application->taken < application->wanted || editor->draw != 0) &&
	       platform_message_get(&message)) {
		if (message.code == CODE_DRAW)
			editor_draw(editor);
		else
			editor_take(editor, message.code);
	}
}

void editor_open(struct editor *editor, struct bench_ctx *ctx)
{
	*editor = (struct editor){
		.ctx = ctx, .block_ticks = UINT64_MAX,
		.application = {.run = editor_run, .argument = editor},
	};
	for (int i = 0; i < CALIBRATIONS; i++) {
		uint64_t begin_tsc = clock_read(), ticks;

		chain_multiply(ctx, BLOCK_ELEMENTS);
		ticks = clock_read() - begin_tsc;
		if (ticks < editor->block_ticks)
			editor->block_ticks = ticks;
	}
}
