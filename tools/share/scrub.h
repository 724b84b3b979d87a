/* SPDX-License-Identifier: MIT */
/* Removes data that identifies a machine or user from the texts of a run. */
#ifndef TOOLS_SHARE_SCRUB_H
#define TOOLS_SHARE_SCRUB_H

/* Kinds of text, in order of how much is removed. */
enum scrub_kind {
	SCRUB_PROSE,            /* UUIDs, MAC addresses, user@host, absolute paths */
	SCRUB_COMMAND,          /* all paths, IP addresses, values of serial=, uuid= and the like */
	SCRUB_KERNEL_LINE,      /* values that name a device, a label or a host */
};

struct scrub;

/* Initialised with this host's name and user, and the patterns above. */
struct scrub *scrub_new(void);
void scrub_free(struct scrub *scrub);

/* Also remove this text as a word, ignoring case. Texts shorter than 3 characters and common ones,
 * such as "root", are ignored. */
void scrub_add_secret(struct scrub *scrub, const char *text);

/* Returns the text without that data, to be freed. */
char *scrub_text(const struct scrub *scrub, const char *text, enum scrub_kind kind);

#endif
