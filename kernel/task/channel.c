/* SPDX-License-Identifier: MIT */
/* A woken thread is put at the end of the ready queue. So after its wait, the thread checks its
 * condition again. */
#include "kernel/task/channel.h"

#include "kernel/task/thread.h"

void channel_send(struct channel *channel, uint64_t word)
{
	while (channel->sent - channel->received == CHANNEL_WORDS)
		thread_sleep(&channel->senders);
	channel->words[channel->sent++ % CHANNEL_WORDS] = word;
	thread_wake(&channel->receivers);
}

uint64_t channel_receive(struct channel *channel)
{
	uint64_t word;

	while (channel->sent == channel->received)
		thread_sleep(&channel->receivers);
	word = channel->words[channel->received++ % CHANNEL_WORDS];
	thread_wake(&channel->senders);
	return word;
}
