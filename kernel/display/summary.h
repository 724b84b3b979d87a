/* SPDX-License-Identifier: MIT */
/* Summary of a run as text: the machine, the verdict and the key metrics. */
#ifndef KERNEL_DISPLAY_SUMMARY_H
#define KERNEL_DISPLAY_SUMMARY_H

/* Write the summary to the log only, because the screen already shows the data. A line
 * PERSISTENT_LOG_SUMMARY (boot/kept_log.h), by which the loader finds the summary, precedes it.
 * Boot CPU, after the run's last record. */
void summary_write(void);

#endif
