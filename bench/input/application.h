/* SPDX-License-Identifier: MIT */
/* What a session knows of the application that takes its messages. */
#ifndef BENCH_INPUT_APPLICATION_H
#define BENCH_INPUT_APPLICATION_H

#include <stdint.h>

struct application {
	void (*run)(void *argument);    /* for struct input_run; takes the wanted ones, and ends */
	void *argument;
	uint32_t wanted;                /* input messages */
	uint32_t taken, draws;          /* what it has done in this run */
};

#endif
