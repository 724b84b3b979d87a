/* SPDX-License-Identifier: MIT */
/* The run's log in memory that its owner gets back: the firmware's loader, which writes it to a
 * file. */
#ifndef KERNEL_DEV_RUN_LOG_H
#define KERNEL_DEV_RUN_LOG_H

#include "boot/handoff.h"

/* Let the console write into log as well from now on, whole lines of text and records, after
 * what it holds. A line for which there is no room is left out and counted. log must stay. */
void run_log_init(struct persistent_log *log);

/* It is its owner's now: nothing more is written into it. */
void run_log_close(void);

#endif
