/* SPDX-License-Identifier: MIT */
#include "tools/base/proof.h"

#include <err.h>
#include <stdarg.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"

void proof_require(bool holds, const char *format, ...)
{
	va_list values;
	char *text;

	if (holds)
		return;
	va_start(values, format);
	text = xvasprintf(format, values);
	va_end(values);
	errx(EXIT_FAILED, "%s, which is an error of bareline", text);
}
