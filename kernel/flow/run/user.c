/* SPDX-License-Identifier: MIT */
/* Raises the interrupt of an action: the keyboard controller simulates a byte, or this CPU
 * interrupts itself. */
#include "kernel/flow/run/user.h"

#include "bench/engine/warning.h"
#include "bench/flow/script.h"
#include "kernel/flow/port.h"
#include "kernel/flow/sched.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/key.h"
#include "lib/cpu/interrupts.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define ARRIVAL_LIMIT_MS 2000

/* Keys of scan code set 1 from 10h on, without Shift. IBM Personal System/2 Hardware Interface
 * Technical Reference, "Scan Code Set 1". */
#define FIRST_CODE 0x10
static const char keys[] = "qwertyuiop[]\n\0asdfghjkl;'`\0\\zxcvbnm,./";

/* Used by the handler during an action. */
static struct {
	bool by_keyboard, has_warned;
	unsigned object;
	uint8_t character;
	volatile bool has_arrived;
	int error;
} user;

static uint8_t code_of(char character)
{
	unsigned key = 0;

	while (key < sizeof(keys) - 1 && keys[key] != character)
		key++;
	return (uint8_t)(FIRST_CODE + key);
}

static char character_of(uint8_t code)
{
	unsigned key = code - FIRST_CODE;

	return key < sizeof(keys) - 1 ? keys[key] : '\0';
}

static void on_action(struct trap_frame *frame)
{
	key_byte byte = {.value = code_of((char)user.character)};
	uint32_t word;

	(void)frame;
	if (user.by_keyboard && !key_read(&byte))
		byte.value = 0;
	word = (uint8_t)character_of(byte.value);
	interrupt_acknowledge();
	flow_acquire();
	user.error = flow_port_act(user.object, word == '\n' ? word | FLOW_WORD_NEWLINE : word);
	flow_release();
	user.has_arrived = true;
}

void flow_user_open(bool by_keyboard)
{
	user.by_keyboard = by_keyboard && key_open(VECTOR_ACTION);
	if (by_keyboard && !user.by_keyboard && !user.has_warned) {
		warning("flow", "keyboard controller cannot inject keys; using self-IPIs");
		user.has_warned = true;
	}
	interrupt_handle(VECTOR_ACTION, on_action);
}

void flow_user_close(void)
{
	if (user.by_keyboard)
		key_close();
	user.by_keyboard = false;
	interrupt_handle(VECTOR_ACTION, NULL);
}

static int strike(void)
{
	if (user.by_keyboard)
		return key_strike(code_of((char)user.character));
	self_interrupt(VECTOR_ACTION);
	return 0;
}

int flow_user_act(unsigned object, char character)
{
	struct spin spin = spin_for(ticks_of_ms(ARRIVAL_LIMIT_MS, clock_limit_hz()));
	int error;

	user.object = object;
	user.character = (uint8_t)character;
	user.has_arrived = false;
	error = strike();
	interrupts_on();
	while (error == 0 && !user.has_arrived && spin_on(&spin))
		;
	interrupts_off();
	if (error != 0)
		return error;
	return user.has_arrived ? user.error : -ETIMEDOUT;
}
