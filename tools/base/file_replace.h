/* SPDX-License-Identifier: MIT */
/* Which existing files an output may replace. An output replaces a file that this program wrote, or
 * an empty file. It never replaces an input of the command. file_create() and directory_make()
 * apply the rule, so it holds for all outputs. */
#ifndef TOOLS_BASE_FILE_REPLACE_H
#define TOOLS_BASE_FILE_REPLACE_H

#include <stdbool.h>
#include <sys/stat.h>

/* The rule, for the help of --force. */
#define FILE_REPLACE_HELP \
	"replace output files, and write into output directories, that bareline did not make; " \
	"inputs and devices are never replaced"

/* Permit outputs to replace files that this program did not write: --force. */
void file_replace_force(void);
bool file_replace_is_forced(void);

/* Note a file or a directory that the user named as input. Does nothing for NULL and for a path
 * that does not exist. The other form notes a file that is opened to be read. */
void file_note_input(const char *path);
void file_note_open_input(int number);

/* Whether this file or directory was noted as input, or is standard input. The other form leaves
 * out files that the user did not name. */
bool file_is_input(const struct stat *status);
bool file_is_named_input(const struct stat *status);

/* Whether two paths lead to one file, which need not exist. */
bool file_is_same(const char *path, const char *other);

/* Mark an open file as written by this program: by the extended attribute user.bareline. */
void file_mark(int number);

/* Note a finished output, for file systems without extended attributes. A noted output that the
 * command then reads does not count as an input. */
void file_note_output(const char *path);

/* Whether an output may replace the regular file. new_path is the file with the new content, or
 * NULL if there is no new content yet. is_update: the file may be an input. If the output may not
 * replace the file, prints the cause. */
bool file_may_replace(const char *path, const struct stat *former, const char *new_path,
		      bool is_update);

/* Whether an output may be written to what is not a regular file: a pipe, a terminal, /dev/null or
 * /dev/full. */
bool file_is_sink(const struct stat *status);

#endif
