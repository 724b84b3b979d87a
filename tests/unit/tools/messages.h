/* SPDX-License-Identifier: MIT */
/* Collects what the tool writes to standard error. */
#ifndef TESTS_UNIT_TOOLS_MESSAGES_H
#define TESTS_UNIT_TOOLS_MESSAGES_H

void messages_begin(void);

/* The text since messages_begin, up to a limit, valid until the next call. */
const char *messages_end(void);

/* Run a function without messages in a child process. Returns the exit status that a failed proof
 * gave it; 0: the function returned. */
int messages_proof_status(void (*prove)(void *), void *context);

#endif
