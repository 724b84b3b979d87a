/* SPDX-License-Identifier: MIT */
/* Writes the run's log to memory that the firmware's loader saves. */
#ifndef KERNEL_DEV_RUN_LOG_H
#define KERNEL_DEV_RUN_LOG_H

#include "boot/kept_log.h"

/* Add log to the console, which then appends text lines and records to the log's contents. Lines
 * that do not fit are dropped and counted. log must stay valid. */
void run_log_init(struct persistent_log *log);

/* Stop writing, because the loader uses the log from now on. */
void run_log_close(void);

#endif
