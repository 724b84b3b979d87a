/* SPDX-License-Identifier: MIT */
/* A serial line to which a workload sends. A request is one character, and ends when the line has
 * received the character. */
#include "kernel/flow/real_device.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/loop_line.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"

#define LIMIT_MS 1000                   /* time of ten thousand characters */

static uint8_t sent;

static int real_line_open(struct flow_real_device *device, const struct flow_real *wanted,
			  uint32_t apic_id)
{
	const char *missing;

	(void)wanted;
	device->name = loop_line_find(&missing);
	if (device->name == NULL)
		return -EINVAL;
	if (loop_line_open(VECTOR_LOOP_LINE, apic_id) != 0)
		return flow_real_fail(device, -ENOTSUP, "%s: cannot route its interrupt",
				      device->name);
	return 0;
}

static void real_line_start(struct flow_thread *thread)
{
	sent = (uint8_t)(thread->word & FLOW_WORD_CHARACTER);
	loop_line_send(sent);
}

static void real_line_take(uint8_t character)
{
	if (character == sent)
		flow_real_done(&flow_real_line);
	else
		flow_real_fail(&flow_real_line, -EIO, "%s: received %#x, sent %#x",
			       flow_real_line.name, character, sent);
}

static void on_line(struct trap_frame *frame)
{
	uint8_t character;

	(void)frame;
	interrupt_acknowledge();
	flow_acquire();
	if (loop_line_receive(&character) && flow_real_line.request != NULL)
		real_line_take(character);
	flow_release();
}

/* Discards interrupts that are pending at the end. */
static void on_late(struct trap_frame *frame)
{
	(void)frame;
	interrupt_acknowledge();
}

static void real_line_begin(void)
{
	interrupt_handle(VECTOR_LOOP_LINE, on_line);
	loop_line_enable_interrupts(true);
}

static void real_line_end(void)
{
	interrupt_handle(VECTOR_LOOP_LINE, on_late);
	loop_line_enable_interrupts(false);
	interrupts_handle_pending();
	interrupt_handle(VECTOR_LOOP_LINE, NULL);
}

struct flow_real_device flow_real_line = {
	.kind = FLOW_SERIAL, .limit_ms = LIMIT_MS,
	.open = real_line_open, .close = loop_line_close,
	.begin = real_line_begin, .end = real_line_end,
	.start = real_line_start,
};
