/* SPDX-License-Identifier: MIT */
/* Input runs: a process has neither the controller nor its interrupts, so none of these is ever
 * called. */
#include <errno.h>

#include "bench/platform.h"

int platform_input_open(void)
{
	return -ENOTSUP;
}

void platform_input_close(void)
{
}

bool platform_input_script(char *text, size_t size)
{
	(void)text;
	(void)size;
	return false;
}

int platform_input_run(const struct input_run *run)
{
	(void)run;
	return -ENOTSUP;
}

bool platform_message_get(struct message *message)
{
	(void)message;
	return false;
}

bool platform_message_peek(struct message *message)
{
	(void)message;
	return false;
}

uint32_t platform_message_post(uint32_t code)
{
	(void)code;
	return 0;
}

void platform_message_join(uint32_t number)
{
	(void)number;
}

void platform_device_wait(uint64_t service_us)
{
	(void)service_us;
}
