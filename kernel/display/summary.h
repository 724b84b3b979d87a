/* SPDX-License-Identifier: MIT */
/* What a person wants to know of a run first, as text: what machine it was, whether the run is
 * valid, and the ten figures. */
#ifndef KERNEL_DISPLAY_SUMMARY_H
#define KERNEL_DISPLAY_SUMMARY_H

/* Write it into the log, under PERSISTENT_LOG_SUMMARY (boot/handoff.h), by which the loader finds it. Screens
 * have it already. Boot CPU, after the run's last record. */
void summary_write(void);

#endif
