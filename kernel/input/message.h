/* SPDX-License-Identifier: MIT */
/* The kernel's queue of input messages, and the device that an application may wait for. All events
 * are logged. Boot CPU, interrupts off. The functions for the application are in
 * bench/platform/input.h. */
#ifndef KERNEL_INPUT_MESSAGE_H
#define KERNEL_INPUT_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/input/log.h"

#define MESSAGE_QUEUE_MAX 1024

/* Open an empty queue with this log. */
void message_open(struct message_log *log);

/* Whether the application waits for a message and the queue is empty. */
bool message_is_awaited(void);

/* End all waits, which return no message, and refuse further waits. The log stays. */
void message_close(void);

/* Log an event at time tsc, with the queue's length. */
void message_add_event(enum message_event_kind kind, uint32_t message, uint32_t code, uint64_t tsc);

/* For an interrupt handler: queue a message, or count it as dropped, and wake the receiver. */
void message_enqueue(uint32_t code);

/* For the application's timer: queue its message, unless the previous one is still queued. */
void message_enqueue_timer(void);

/* For the interrupt handler of a device, or a simulated device, that has completed work. */
void message_device_done(void);

/* For the application, interrupts off: sleep until a device has completed work. Returns false at
 * limit_tsc, or if the run is over. */
bool message_device_rest(uint64_t limit_tsc);

/* Like message_device_rest(), by HLT on the spot, for an emulator that counts instructions. The
 * emulator's host determines when a read completes. The time is invisible only if the CPU takes no
 * interrupt before HLT. */
bool message_device_halt(uint64_t limit_tsc);

#endif
