/* SPDX-License-Identifier: MIT */
/* Ranges of the options for watching idle machines. Targets and host tool check the same ranges. */
#ifndef LIB_EVENT_IDLE_OPTION_H
#define LIB_EVENT_IDLE_OPTION_H

#define IDLE_DURATION_NS_MIN 1000ul
#define IDLE_DURATION_NS_MAX (12 * 3600 * 1000000000ul)  /* a watchdog's clock covers 24 hours */
#define IDLE_QUANTUM_NS_MIN 10000ul
#define IDLE_QUANTUM_NS_MAX 10000000ul

#endif
