/* SPDX-License-Identifier: MIT */
/* The open disk while an application runs that others wait beside (kernel/input): its interrupt
 * collects what is complete, whoever waits for it or not, and who waits lets others run. Of a disk
 * that is polled nothing changes. Boot CPU. */
#ifndef KERNEL_DISK_SESSION_H
#define KERNEL_DISK_SESSION_H

#include <stdbool.h>
#include <stdint.h>

struct trap_frame;

/* What is done beside; called with interrupts off. */
struct disk_session {
	void (*started)(uint32_t under_way);    /* the disk has a request more, and now so many */
	void (*done)(uint32_t under_way);       /* one is complete; and so many are not */
	void (*waits)(bool does);               /* the application waits from now on, or no more */
	bool (*rest)(uint64_t limit_tsc);       /* until an interrupt came; false: in vain */
	bool (*stays_off)(void);        /* interrupts, from a request until it is waited for */
	void (*interrupted)(struct trap_frame *frame);  /* calls disk_session_collect */
};

/* The time of the first instruction of its last interrupt's handler. */
extern volatile uint64_t disk_entered_tsc;

/* From now on, and no longer. What is complete at the end and was not waited for is forgotten. */
void disk_session_begin(const struct disk_session *session);
void disk_session_end(void);

/* For the handler: take from the disk what is complete. */
void disk_session_collect(void);

#endif
