/* The end of a run, however it went: files written, table printed, exit status found. */
#ifndef TOOLS_RUN_FINISH_H
#define TOOLS_RUN_FINISH_H

#include <jansson.h>

#include "tools/run/progress.h"

/* Close the live run and leave its directory complete. outcome says in words how it ended; failure
 * is the same when it failed, else NULL, and is shown last, with the end of the console. manifest
 * is released. Returns the exit status: failed too when the results are invalid or incomplete. */
int finish_run(struct live *live, const char *directory, json_t *manifest, const char *failure);

#endif
