/* SPDX-License-Identifier: MIT */
/* input.keystroke: a key without a binding: F12 is pressed and released. */
#include "bench/input/event.h"

static const struct input_event keystroke = {.steps = {
	{INPUT_EVENT_PAUSE_US, INPUT_KEYBOARD, 1, {0x58}},
	{INPUT_EVENT_PAUSE_US, INPUT_KEYBOARD, 1, {0xd8}},
}};

const struct benchmark bench_input_keystroke = {
	.name = "input.keystroke",
	.summary = "one keystroke without effect, sent by the keyboard controller",
	.differs_hosted = "the same controller command; a process reads the keyboard's event "
			  "device",
	.needs = CAN_CLOCK | CAN_KEYBOARD | CAN_THREADS,
	.variant = &keystroke,
	.suites = SUITE_QUICK | SUITE_FULL,
	INPUT_EVENT_BENCHMARK,
};

/* The third step is another release. */
static const struct input_event held_key = {
	.steps = {
		{INPUT_EVENT_PAUSE_US, INPUT_KEYBOARD, 1, {0x58}},
		{INPUT_EVENT_PAUSE_US, INPUT_KEYBOARD, 1, {0xd8}},
		{INPUT_EVENT_PAUSE_US, INPUT_KEYBOARD, 1, {0xd8}},
	},
	.is_spun_through = true,
};

const struct benchmark bench_input_keystroke_polling = {
	.name = "input.keystroke_polling",
	.summary = "the same for an application that polls for the key's release",
	.needs = CAN_CLOCK | CAN_KEYBOARD | CAN_THREADS,
	.variant = &held_key,
	.suites = SUITE_FULL,
	INPUT_EVENT_BENCHMARK,
};
