/* SPDX-License-Identifier: MIT */
/* The record format reference as Markdown. */
#ifndef TOOLS_CMD_FORMAT_H
#define TOOLS_CMD_FORMAT_H

#include <stdio.h>

void format_write(FILE *file);

#endif
