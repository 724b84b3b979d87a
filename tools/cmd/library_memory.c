/* SPDX-License-Identifier: MIT */
/* Separate from tools/base/alloc.c, whose users need not link these libraries. */
#include "tools/cmd/library_memory.h"

#include <err.h>
#include <gsl/gsl_errno.h>
#include <jansson.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"

/* All other failures are errors of this program. */
static void handle_gsl_error(const char *reason, const char *file, int line, int number)
{
	if (number == GSL_ENOMEM)
		errx(EXIT_MACHINE, "out of memory");
	warnx("%s:%d: %s", file, line, reason);
	abort();
}

void library_memory_init(void)
{
	json_set_alloc_funcs(xmalloc, free);
	gsl_set_error_handler(handle_gsl_error);
}
