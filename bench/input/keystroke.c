/* SPDX-License-Identifier: MIT */
/* input.keystroke: a key that nothing is bound to. F12 goes down, and up again. */
#include "bench/input/event.h"

static const struct input_event keystroke = {{
	{INPUT_EVENT_PAUSE_US, INPUT_KEYBOARD, 1, {0x58}},
	{INPUT_EVENT_PAUSE_US, INPUT_KEYBOARD, 1, {0xd8}},
}};

const struct benchmark bench_input_keystroke = {
	.name = "input.keystroke",
	.summary = "one keystroke that nothing is bound to, sent by the keyboard controller",
	.differs_hosted = "by the same command, read by a process from the keyboard's event device",
	.needs = CAN_KEYBOARD | CAN_THREADS,
	.variant = &keystroke,
	INPUT_EVENT_BENCHMARK,
};
