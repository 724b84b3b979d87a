/* SPDX-License-Identifier: MIT */
/* QEMU as a process: its start, what it says meanwhile, its end. */
#ifndef TOOLS_RUN_QEMU_PROCESS_H
#define TOOLS_RUN_QEMU_PROCESS_H

#include "tools/base/capped_file.h"
#include "tools/base/child.h"
#include "tools/run/qemu.h"

struct qemu {
	struct child child;
	struct capped_file messages;    /* its own output, and that of whatever it starts */
};

/* Start it with its own output going to a file, which is kept short, and its monitor on a socket
 * (-1: it has none). False, having said why, if it can't be. */
bool qemu_start(struct qemu *qemu, const struct arguments *arguments, const char *messages,
		int monitor);

/* Whether it has ended. To be asked often. */
bool qemu_has_ended(struct qemu *qemu);

/* End it, and all that it has started, if it still runs. Returns its wait status. */
int qemu_end(struct qemu *qemu);

/* What a program answers with these arguments, the first of which is it, in a buffer that the
 * caller frees, with its messages; NULL, having said why, if it can't be run, fails, or does not
 * end by the children's deadline. Its output goes through the scratch file. */
char *qemu_answer(const struct arguments *arguments, const char *scratch);

/* The first line of `program --version`, printable, in a buffer that the caller frees; NULL, having
 * said why, if it can't be run, or not until the children's deadline. Its output goes through the
 * scratch file. */
char *qemu_version(const char *program, const char *scratch);

/* The same, with a scratch file of its own. */
char *qemu_version_of(const char *program);

/* Where a QEMU looks for firmware and other data (`-L help`): directories, a line each, in a buffer
 * that the caller frees; empty, having said why, if it can't be asked. */
char *qemu_data_directories(const char *program);

#endif
