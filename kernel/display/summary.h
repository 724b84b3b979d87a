/* SPDX-License-Identifier: MIT */
/* Summary of a run as text: the machine, the verdict and the key metrics. */
#ifndef KERNEL_DISPLAY_SUMMARY_H
#define KERNEL_DISPLAY_SUMMARY_H

/* Write the summary to the log, after a line PERSISTENT_LOG_SUMMARY (boot/kept_log.h) by which the
 * loader finds it. The screen already shows it. Boot CPU, after the run's last record. */
void summary_write(void);

#endif
