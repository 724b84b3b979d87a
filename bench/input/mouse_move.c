/* SPDX-License-Identifier: MIT */
/* input.mouse_move: one step to the right, and back. Bit 4 of a packet's first byte is the sign of
 * its second byte. IBM PS/2 Hardware Interface Technical Reference, "Mouse Data Packet". */
#include "bench/input/event.h"

static const struct input_event move = {.steps = {
	{INPUT_EVENT_PAUSE_US, INPUT_MOUSE, 3, {0x08, 1, 0}},
	{INPUT_EVENT_PAUSE_US, INPUT_MOUSE, 3, {0x18, 0xff, 0}},
}};

const struct benchmark bench_input_mouse_move = {
	.name = "input.mouse_move",
	.summary = "one mouse movement without effect, sent by the keyboard controller",
	.needs = CAN_CLOCK | CAN_KEYBOARD | CAN_MOUSE | CAN_LAPIC_TIMER | CAN_THREADS,
	.variant = &move,
	.suites = SUITE_QUICK | SUITE_FULL,
	INPUT_EVENT_BENCHMARK,
};
