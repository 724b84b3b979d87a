/* SPDX-License-Identifier: MIT */
/* The application of input scripts: an editor as far as its structure goes. A key that goes down
 * changes the text and lets the screen be drawn anew, once for all keys that wait; Enter saves, and
 * waits for the device. */
#ifndef BENCH_INPUT_EDITOR_H
#define BENCH_INPUT_EDITOR_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/input/application.h"

/* How long each takes: few, so that a typist at full speed does not wait, and known. */
#define EDITOR_CHANGE_US 500
#define EDITOR_DRAW_US 1000
#define EDITOR_SAVE_US 5000

struct editor {
	struct bench_ctx *ctx;
	uint64_t block_ticks;           /* that a block of multiplications takes */
	struct application application;
	uint32_t changes, saves;
	uint32_t draw;                  /* the message in the queue that says so; 0: none */
};

/* Find out how much work fills how much time, and fill in the application. From setup. */
void editor_open(struct editor *editor, struct bench_ctx *ctx);

#endif
