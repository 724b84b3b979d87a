/* SPDX-License-Identifier: MIT */
/* The work of the tasks of os.* benchmarks. All of it is in .user.text. */
#ifndef BENCH_OS_WORK_H
#define BENCH_OS_WORK_H

#define WORK_TURNS 100

#ifndef __ASSEMBLER__
#include <stdint.h>

/* A loop of WORK_TURNS iterations that add 1 to the word at address. Returns the word. */
uint64_t work_write(uint64_t address);

/* Read every word of size_bytes, which is not 0. */
void work_read(const void *memory, uint64_t size_bytes);
#endif

#endif
