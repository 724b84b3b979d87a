/* SPDX-License-Identifier: MIT */
/* QEMU as a process: start, messages, end. */
#ifndef TOOLS_RUN_QEMU_PROCESS_H
#define TOOLS_RUN_QEMU_PROCESS_H

#include "tools/base/capped_file.h"
#include "tools/base/child.h"
#include "tools/run/qemu_command.h"

struct qemu {
	struct child child;
	struct capped_file messages;    /* output of QEMU and of its child processes */
};

/* Start QEMU with its output in the file messages, which is kept short, and its monitor on a socket
 * (-1: none). On failure, prints the cause and returns false. */
bool qemu_start(struct qemu *qemu, const struct arguments *arguments, const char *messages,
		int monitor);

/* Whether QEMU has ended. Call it often. */
bool qemu_has_ended(struct qemu *qemu);

/* Ask QEMU to end, and wait for at most so long. QEMU then lets its plugins write their files. */
void qemu_quit(struct qemu *qemu, double seconds);

/* End QEMU and its child processes. Returns its wait status. */
int qemu_end(struct qemu *qemu);

/* Print the last messages of a QEMU that failed. */
void qemu_print_messages(const char *messages);

/* End a QEMU whose messages are in this file. If QEMU had already ended with success, returns true.
 * Otherwise, prints how it ended and its messages, and returns false. */
bool qemu_stop(struct qemu *qemu, const struct arguments *arguments, const char *messages);

/* Wait for the end of QEMU, at most until the children's deadline, then do as qemu_stop(). */
bool qemu_finish(struct qemu *qemu, const struct arguments *arguments, const char *messages);

/* Create a scratch file, which the caller removes. path is a copy of this template, and becomes the
 * path of the file. */
#define QEMU_SCRATCH "/tmp/bareline-qemu-XXXXXX"
void qemu_scratch_make(char *path);

/* Run a program, arguments->items[0], and return its output with its messages, to be freed. The
 * output goes through the scratch file. If the program cannot run, fails, or does not end before
 * the children's deadline, prints the cause and returns NULL. */
char *qemu_answer(const struct arguments *arguments, const char *scratch);

/* Returns the first line of `program --version`, made printable, to be freed. Fails as qemu_answer
 * does. */
char *qemu_version(const char *program, const char *scratch);

/* Like qemu_version(), with a scratch file of its own. */
char *qemu_version_of(const char *program);

/* Returns the directories in which a QEMU searches firmware and other data (`-L help`), one per
 * line, to be freed. On failure, prints the cause and returns "". */
char *qemu_data_directories(const char *program);

#endif
