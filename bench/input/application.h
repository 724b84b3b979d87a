/* SPDX-License-Identifier: MIT */
/* The application of a session, which handles its messages. */
#ifndef BENCH_INPUT_APPLICATION_H
#define BENCH_INPUT_APPLICATION_H

#include <stdint.h>

struct application {
	void (*run)(void *argument);    /* for struct input_run; handles the wanted messages, then
					 * returns */
	void *argument;
	uint32_t wanted;                /* input messages */
	uint32_t taken, draws;          /* in this run so far */
};

#endif
