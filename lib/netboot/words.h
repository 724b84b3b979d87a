/* SPDX-License-Identifier: MIT */
/* The configuration of a machine that boots from the network. It is untrusted, so it may only
 * select benchmarks and set limits. */
#ifndef LIB_NETBOOT_WORDS_H
#define LIB_NETBOOT_WORDS_H

#include <stddef.h>

/* Receives each refused word and the reason. Both are printable. */
typedef void netboot_refuse(void *context, const char *word, const char *why);

/* Append the permitted words of a configuration to the command line, which has used characters in a
 * buffer of size. Lines that begin with # are comments. Returns the new length. */
size_t netboot_words_append(char *line, size_t used, size_t size, const char *text, size_t bytes,
			    netboot_refuse *refuse, void *context);

/* The permitted words, separated by blanks. */
extern const char netboot_words_text[];

#endif
