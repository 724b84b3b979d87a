/* SPDX-License-Identifier: MIT */
/* input.mouse_click: the left button on the background. A press is a packet of three bytes, each
 * with its own interrupt. The release is another packet. */
#include "bench/input/event.h"

static const struct input_event click = {.steps = {
	{INPUT_EVENT_PAUSE_US, INPUT_MOUSE, 3, {0x09, 0, 0}},
	{INPUT_EVENT_PAUSE_US, INPUT_MOUSE, 3, {0x08, 0, 0}},
}};

const struct benchmark bench_input_mouse_click = {
	.name = "input.mouse_click",
	.summary = "one press of a mouse button without effect, sent by the keyboard controller",
	.needs = CAN_CLOCK | CAN_KEYBOARD | CAN_MOUSE | CAN_LAPIC_TIMER | CAN_THREADS,
	.variant = &click,
	.suites = SUITE_QUICK | SUITE_FULL,
	INPUT_EVENT_BENCHMARK,
};

/* The third step is a packet without a change. */
static const struct input_event held_click = {
	.steps = {
		{INPUT_EVENT_PAUSE_US, INPUT_MOUSE, 3, {0x09, 0, 0}},
		{INPUT_EVENT_PAUSE_US, INPUT_MOUSE, 3, {0x08, 0, 0}},
		{INPUT_EVENT_PAUSE_US, INPUT_MOUSE, 3, {0x08, 0, 0}},
	},
	.is_spun_through = true,
};

const struct benchmark bench_input_mouse_click_polling = {
	.name = "input.mouse_click_polling",
	.summary = "the same for an application that polls for the button's release",
	.needs = CAN_CLOCK | CAN_KEYBOARD | CAN_MOUSE | CAN_LAPIC_TIMER | CAN_THREADS,
	.variant = &held_click,
	.suites = SUITE_FULL,
	INPUT_EVENT_BENCHMARK,
};
