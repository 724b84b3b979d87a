/* SPDX-License-Identifier: MIT */
/* Texts of a run that is passed on, without what tells one machine or user from all others. */
#ifndef TOOLS_SHARE_SCRUB_H
#define TOOLS_SHARE_SCRUB_H

/* What a text is, each kind losing more than the one before it. */
enum scrub_kind {
	SCRUB_PROSE,            /* UUIDs, MAC addresses, user@host, absolute paths */
	SCRUB_COMMAND,          /* all paths, IP addresses, values of serial=, uuid= and the like */
	SCRUB_KERNEL_LINE,      /* values that name a device, a label or a host */
};

struct scrub;

/* Knows this host's name and user, and the patterns above. */
struct scrub *scrub_new(void);
void scrub_free(struct scrub *scrub);

/* Remove this text, too, where it stands as a word, in whatever case; ignored if it is shorter than
 * 3 characters or one that every system has, such as "root". */
void scrub_add_secret(struct scrub *scrub, const char *text);

/* The text without all of that, which the caller frees. */
char *scrub_text(const struct scrub *scrub, const char *text, enum scrub_kind kind);

#endif
