/* SPDX-License-Identifier: MIT */
/* What the tasks of the os.* benchmarks do. */
#ifndef BENCH_OS_WORK_H
#define BENCH_OS_WORK_H

#include <stdint.h>

/* A loop of 100 turns that each add 1 to the word at address. Returns the word. In .user.text. */
uint64_t work_write(uint64_t address);

/* Read every word. */
void work_read(const void *memory, uint64_t size_bytes);

#endif
