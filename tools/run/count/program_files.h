/* SPDX-License-Identifier: MIT */
/* The files that a program of the host needs in a guest: the program with its interpreter and
 * libraries, and the user's data. Links stay links. */
#ifndef TOOLS_RUN_COUNT_PROGRAM_FILES_H
#define TOOLS_RUN_COUNT_PROGRAM_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "tools/run/boot/archive.h"
#include "tools/run/boot/sha256.h"
#include "tools/run/count/processor.h"

enum program_file_kind {PROGRAM_FILE, PROGRAM_DIRECTORY, PROGRAM_LINK};

struct program_file {
	enum program_file_kind kind;
	char *guest;                    /* path there */
	char *host;                     /* path here; of a link: its target */
	mode_t mode;
	bool is_own;                    /* the program, or ELF files of its directory: they may
					 * differ from those of a baseline */
	char sha256[SHA256_HEX_CHARS + 1];      /* of a file, after program_files_write() */
};

/* Empty when zeroed. */
struct program_files {
	const struct count_processor *processor;        /* set by the caller */
	struct program_file *items;     /* sorted by the path there, after program_files_write() */
	size_t count;
	uint64_t bytes;                 /* of all files */
	void *by_guest;                 /* of tsearch() */
	bool is_shallow;                /* a directory is added without its content */
	bool keeps_links;               /* symbolic links are added as links, also to files that
					 * have another path in the guest */
	struct cached_library *libraries;
	size_t library_count;
	char *cache;                    /* bytes of the host's /etc/ld.so.cache, or NULL */
	size_t cache_size;
};

/* Add a program as a shell would find it, with the interpreter of a script and all libraries.
 * instead is a file that gives the contents, or NULL. Returns the directory of a program without a
 * slash, for the guest's PATH, to be freed, or an empty text. On failure, prints the cause and
 * returns NULL. */
char *program_files_add_program(struct program_files *files, const char *name, const char *instead);

/* Add a file, or a directory with all that it has. A relative path becomes one below the guest's
 * working directory. On failure, prints the cause and returns false. */
bool program_files_add(struct program_files *files, const char *path);

/* Add the file or small directory that the guest did not find at a path, if the host has it. If the
 * guest also lacks the directory of the file, and that directory is small, all of it is added.
 * Returns whether anything was added. */
bool program_files_add_missing(struct program_files *files, const char *guest);

/* Add all files of a directory, which is the guest's root. Links stay links. On failure, prints the
 * cause and returns false. */
bool program_files_add_root(struct program_files *files, const char *root);

/* Mark a file as the program, which may change. The path of the guest leads to the file through any
 * links. Returns false if the guest does not have the file. */
bool program_files_set_own(struct program_files *files, const char *path);

/* Add the file of the host at a path of the archive. */
void program_files_add_as(struct program_files *files, const char *host, const char *guest);

/* Add all files to the archive, and set sha256 and is_own of each. On failure, prints the cause and
 * returns false. */
bool program_files_write(struct program_files *files, struct archive *archive);

void program_files_free(struct program_files *files);

#endif
