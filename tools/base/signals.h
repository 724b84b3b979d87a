/* SPDX-License-Identifier: MIT */
/* SIGINT, SIGTERM and SIGHUP, for what has to end in good order. */
#ifndef TOOLS_BASE_SIGNALS_H
#define TOOLS_BASE_SIGNALS_H

/* From now on they only set a flag. */
void signals_catch(void);

/* The signal that came, or 0. */
int signals_caught(void);

#endif
