/* SPDX-License-Identifier: MIT */
/* Numbers of system calls, which are Linux's generic ones: include/uapi/asm-generic/unistd.h. */
#ifndef BENCH_OS_RING_GENERIC_H
#define BENCH_OS_RING_GENERIC_H

/* Entries of a table of system calls: there are about 460. */
#define RING_GENERIC_CALLS 512

#define RING_GENERIC_READ 63
#define RING_GENERIC_WRITE 64
#define RING_GENERIC_YIELD 124

#endif
