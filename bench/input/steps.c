/* SPDX-License-Identifier: MIT */
/* A parser that checks every character, because the text may come from anywhere. */
#include "bench/input/steps.h"

#include <stdbool.h>

static void steps_skip_blanks(const char **at)
{
	while (**at == ' ')
		++*at;
}

static bool steps_take_pause(const char **at, uint32_t *pause_us)
{
	uint64_t number = 0;
	const char *begin = *at;

	for (; **at >= '0' && **at <= '9'; ++*at) {
		number = number * 10 + (uint64_t)(**at - '0');
		if (number > STEPS_PAUSE_US_MAX)
			return false;
	}
	*pause_us = (uint32_t)number;
	return *at != begin && **at == ' ';
}

static bool take_device(const char **at, uint8_t *device)
{
	switch (*(*at)++) {
	case 'k':
		*device = INPUT_KEYBOARD;
		return **at == ' ';
	case 'm':
		*device = INPUT_MOUSE;
		return **at == ' ';
	case 's':
		*device = INPUT_SYNC;
		return **at == ' ' || **at == '\n' || **at == '\0';
	default:
		--*at;
		return false;
	}
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool steps_take_byte(const char **at, struct input_step *step)
{
	int high = digit(**at), low = high >= 0 ? digit((*at)[1]) : -1;

	if (low < 0 || step->count == INPUT_STEP_BYTES_MAX)
		return false;
	step->bytes[step->count++] = (uint8_t)(high * 16 + low);
	*at += 2;
	return **at == ' ' || **at == '\n' || **at == '\0';
}

static bool take_step(const char **at, struct input_step *step)
{
	*step = (struct input_step){0};
	if (!steps_take_pause(at, &step->pause_us))
		return false;
	steps_skip_blanks(at);
	if (!take_device(at, &step->device))
		return false;
	steps_skip_blanks(at);
	while (**at != '\n' && **at != '\0') {
		if (!steps_take_byte(at, step))
			return false;
		steps_skip_blanks(at);
	}
	return (step->count > 0) == (step->device != INPUT_SYNC);
}

/* Take a label: l, a blank, and the text up to the end of the line. */
static bool take_label(const char **at, struct step_label *label)
{
	size_t length = 0;

	*at += 1;
	if (**at != ' ')
		return false;
	for (++*at; **at != '\n' && **at != '\0'; ++*at) {
		if (length == STEPS_LABEL_CHARS - 1 || **at < ' ' || **at > '~')
			return false;
		label->text[length++] = **at;
	}
	label->text[length] = '\0';
	return true;
}

static bool take_line(const char **at, struct input_steps *steps)
{
	if (**at == 'l') {
		struct step_label *label = &steps->labels[steps->label_count];

		if (steps->label_count == steps->capacity || !take_label(at, label))
			return false;
		label->step = steps->count;
		steps->label_count++;
		return true;
	}
	if (steps->count == steps->capacity || !take_step(at, &steps->items[steps->count]))
		return false;
	steps->count++;
	return true;
}

unsigned long steps_parse(const char *text, struct input_steps *steps)
{
	steps->count = steps->label_count = 0;
	for (unsigned long line = 1; *text != '\0'; line++) {
		if (!take_line(&text, steps))
			return line;
		if (*text == '\n')
			text++;
	}
	return 0;
}

uint64_t steps_duration_us(const struct input_step *steps, size_t count)
{
	uint64_t duration_us = 0;

	for (size_t i = 0; i < count; i++)
		duration_us += steps[i].pause_us;
	return duration_us;
}
