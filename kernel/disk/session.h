/* SPDX-License-Identifier: MIT */
/* Use of the open disk by an application that runs beside the idle loop (kernel/input). The disk's
 * interrupt collects completed requests, and a waiting application lets other threads run. Polled
 * disks are not affected. Boot CPU. */
#ifndef KERNEL_DISK_SESSION_H
#define KERNEL_DISK_SESSION_H

#include <stdbool.h>
#include <stdint.h>

struct trap_frame;

/* Callbacks, called with interrupts off. */
struct disk_session {
	void (*started)(uint32_t under_way);    /* a request was submitted; requests in progress */
	void (*done)(uint32_t under_way);       /* a request completed; requests in progress */
	void (*waits)(bool does);               /* the application begins or stops waiting */
	bool (*rest)(uint64_t limit_tsc);       /* sleep until an interrupt; false on timeout */
	bool (*stays_off)(void);        /* whether interrupts stay off from submission to wait */
	void (*interrupted)(struct trap_frame *frame);  /* must call disk_session_collect */
};

/* Time of the first instruction of the latest disk interrupt. */
extern volatile uint64_t disk_entered_tsc;

/* Begin and end a session. Completed requests that were not waited for are discarded at the end. */
void disk_session_begin(const struct disk_session *session);
void disk_session_end(void);

/* For the handler: collect completed requests. */
void disk_session_collect(void);

#endif
