/* SPDX-License-Identifier: MIT */
/* Which machine a run was made on, and when: by the records of its log. docs/machines.md describes
 * keys and precedence. */
#ifndef TOOLS_ANALYSIS_IDENTITY_H
#define TOOLS_ANALYSIS_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/identifier.h"
#include "tools/record/result.h"

#define IDENTITY_CARDS_MAX 16

/* Texts are NULL if the log does not state them. Keys have 16 hexadecimal digits. */
struct identity {
	const char *id;                 /* of the machine: hash of the first identifier that it has,
					 * in the order of enum identifier. Survives updates, other
					 * memory and new installations. */
	const char *id_from;            /* name of that identifier, such as "uuid" */
	const char *model;              /* key of maker, product, processor and memory fit-out.
					 * Firmware version, microcode and configured memory speed
					 * are not part of it: updates change them. */
	const char *hardware;           /* key of the same items, except the memory fit-out: a
					 * machine keeps this key after someone took a module out */
	char *name;                     /* maker and product, or the processor */
	char *cpu;
	char *microcode;
	char *memory;                   /* "2 x 16 GiB DDR4-3200, 2 channels" */
	char *firmware;                 /* vendor, version and date */
	const char *made;               /* start of the run, RFC 3339 in UTC, by the target */
	const char *made_from;          /* source of made: rtc, uefi or system */
	const char *made_problem;       /* why the target states no time */

	/* Hashes that identity_compare() compares. */
	char hashes[IDENTIFIERS][IDENTIFIER_HASH_CHARS];        /* "": unknown; the smallest
								 * of cards */
	char cards[IDENTITY_CARDS_MAX][IDENTIFIER_HASH_CHARS];
	size_t card_count;
	char keys[2][IDENTIFIER_HASH_CHARS];
};

/* The identity in the records of a run, which must outlive it. Allocated: its address is fixed. */
struct identity *identity_new(const struct result *result);
void identity_free(struct identity *identity);

enum identity_relation {IDENTITY_UNKNOWN, IDENTITY_SAME, IDENTITY_DIFFERENT};

/* Whether two runs are of the same machine, by the first kind of identifier that both have. Some
 * runs have only one kind: a process without privileges sees only network cards, and the kernel
 * under a BIOS only SMBIOS. Two sets of network cards are the same if they share a card. *kind is
 * set unless the relation is unknown. */
enum identity_relation identity_compare(const struct identity *a, const struct identity *b,
					enum identifier *kind);

#endif
