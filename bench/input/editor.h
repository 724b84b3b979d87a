/* SPDX-License-Identifier: MIT */
/* The application of input scripts, which has the structure of an editor. A key press changes the
 * text and queues one draw message for all waiting keys. Enter saves the text and waits for the
 * device. */
#ifndef BENCH_INPUT_EDITOR_H
#define BENCH_INPUT_EDITOR_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/input/application.h"

/* Durations of each action: known, and short enough for a fast typist. */
#define EDITOR_CHANGE_US 500
#define EDITOR_DRAW_US 1000
#define EDITOR_SAVE_US 5000

struct editor {
	struct bench_ctx *ctx;
	uint64_t block_ticks;           /* duration of a block of multiplications */
	struct application application;
	uint32_t changes, saves;
	uint32_t draw;                  /* number of the queued draw message; 0: none */
};

/* Calibrate the work and set up the application. From setup. */
void editor_open(struct editor *editor, struct bench_ctx *ctx);

#endif
