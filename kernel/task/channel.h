/* SPDX-License-Identifier: MIT */
/* A pipe of words: a receiver waits for a word, a sender for space. */
#ifndef KERNEL_TASK_CHANNEL_H
#define KERNEL_TASK_CHANNEL_H

#include <stdint.h>

#include "kernel/task/thread_queue.h"

#define CHANNEL_WORDS 16

/* Zero-initialised: empty. */
struct channel {
	uint64_t words[CHANNEL_WORDS];
	uint32_t sent, received;        /* total numbers of words */
	struct thread_queue senders, receivers;
};

void channel_send(struct channel *channel, uint64_t word);
uint64_t channel_receive(struct channel *channel);

#endif
