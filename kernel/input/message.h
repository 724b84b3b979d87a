/* SPDX-License-Identifier: MIT */
/* The kernel's queue of input messages and the device that an application may wait for: all that
 * becomes of them is in the log of the run. Boot CPU, interrupts off; the functions for the
 * application are in bench/platform.h. */
#ifndef KERNEL_INPUT_MESSAGE_H
#define KERNEL_INPUT_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/input/log.h"

#define MESSAGE_QUEUE_MAX 1024

/* An empty queue that keeps this log. */
void message_open(struct message_log *log);

/* Whether the application waits for a message and there is none. */
bool message_is_awaited(void);

/* Whoever waits goes on with nothing, and nobody can wait any more. The log stays as it is. */
void message_close(void);

/* Note an event at that time, with the queue as it is. */
void message_add_event(enum message_event_kind kind, uint32_t message, uint32_t code, uint64_t tsc);

/* For an interrupt handler: put a message in the queue, or count it as dropped, and make who waits
 * for it ready. */
void message_enqueue(uint32_t code);

/* For the alarm of the application's timer: the same with its message,
 * if the last one was taken. */
void message_enqueue_timer(void);

/* For the alarm of the device, or a device's interrupt: it has done its work, or some of it. */
void message_device_done(void);

/* For the application, interrupts off: rest until a device has, at most until limit_tsc. False if
 * it had not by then, or the run is over. */
bool message_device_rest(uint64_t limit_tsc);

/* The same with the CPU halted on the spot, for an emulator that counts instructions: it completes
 * a read when its host gets to it, and only a CPU that takes no interrupt before it halts does not
 * see when. */
bool message_device_halt(uint64_t limit_tsc);

#endif
