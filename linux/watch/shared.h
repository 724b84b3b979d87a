/* SPDX-License-Identifier: MIT */
/* Memory that the watched program and bareline-linux share. The library in the program appends, and
 * bareline-linux reads. */
#ifndef LINUX_WATCH_SHARED_H
#define LINUX_WATCH_SHARED_H

#include <stdint.h>

/* Environment variables: the file of the memory, and the device number of the terminal. If an X
 * server delivers the keys, also the path of the server's socket, and the major opcode of its X
 * Input Extension (0: none). */
#define WATCH_FILE "BARELINE_WATCH"
#define WATCH_TERMINAL "BARELINE_WATCH_TERMINAL"
#define WATCH_DISPLAY "BARELINE_WATCH_DISPLAY"
#define WATCH_X_INPUT "BARELINE_WATCH_X_INPUT"

#define WATCH_CALLS_MAX 131072

enum watch_call_kind {
	WATCH_READ,             /* read of the terminal, or of keys from the X server */
	WATCH_POLL,             /* poll, select, epoll_wait for the terminal or X server */
	WATCH_HAND,             /* wake-up or start of another thread or process */
	WATCH_OUTPUT,           /* requests to the X server were written */
};

struct watch_call {
	uint64_t begin_tsc;
	uint64_t end_tsc;       /* 0: the call has not returned */
	uint32_t thread;        /* Linux's number of the thread; 0: the entry is not written yet */
	uint8_t kind;           /* enum watch_call_kind */
	uint8_t may_wait;       /* a call on a blocking descriptor without a time limit of 0 */
	uint8_t found;          /* the terminal was readable or was read, or the woken thread
				 * waited */
	uint8_t is_full;        /* a read that returned as many bytes as it asked for */
	int32_t result;         /* for a read: number of bytes or pressed keys; negative: an error.
				 * For output: number of bytes */
	uint32_t repeats;       /* vain peeks of the same thread that directly followed */
};

struct watch_shared {
	uint32_t count;         /* appended calls; calls beyond the maximum are lost */
	uint32_t vain_peeks;    /* returned calls that found nothing and could not wait */
	struct watch_call calls[WATCH_CALLS_MAX];
};

#endif
