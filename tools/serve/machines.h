/* SPDX-License-Identifier: MIT */
/* The machines that a server has seen: what they fetched, and the results that they sent. */
#ifndef TOOLS_SERVE_MACHINES_H
#define TOOLS_SERVE_MACHINES_H

#include <stddef.h>
#include <time.h>

#include "lib/netboot/names.h"

#define MACHINES_MAX 4096
#define MACHINES_PER_ADDRESS 64         /* beyond that, the least recently seen machine of the
					 * address is forgotten */
#define MACHINE_ADDRESS_CHARS 48
#define MACHINE_VERDICT_CHARS 160

enum machine_rating { MACHINE_UNRATED, MACHINE_GOOD, MACHINE_BAD };

struct machine {
	char address[MACHINE_ADDRESS_CHARS];    /* "" until it is seen */
	char first_address[MACHINE_ADDRESS_CHARS]; /* that first named it, or "" */
	char mac[NETBOOT_MAC_CHARS], uuid[NETBOOT_UUID_CHARS];  /* "" if unknown */
	char config[NETBOOT_NAME_CHARS];        /* path of the last configuration, or "" */
	char run[NETBOOT_RUN_CHARS];            /* of the last result, or "" */
	char verdict[MACHINE_VERDICT_CHARS];    /* on the last result */
	enum machine_rating rating;             /* whether the last result is usable */
	unsigned results;
	time_t began, ended;                    /* last configuration and result; 0: none */
	time_t seen;                            /* last; 0: before this program started */
};

struct machines {
	struct machine *items;
	size_t count;
};

/* Find a machine, or add it. Texts that are not known are "". If there is no room, the least
 * recently seen machine is forgotten: among those of the same address if the address has its share,
 * else among those without results if there are any. Two requests are of one machine if they have
 * the same UUID or the same MAC address. If one of the requests has neither a UUID nor a MAC
 * address, the same address decides. */
struct machine *machines_find(struct machines *machines, const char *address, const char *mac,
			      const char *uuid);

/* Note that a machine at this address has requested the configuration NAME.cfg. NAME states the
 * machine's UUID or MAC address. is_there: the configuration was sent. Returns the machine. */
struct machine *machines_add_config(struct machines *machines, const char *address,
				    const char *name, int is_there);

/* Total number of results. */
unsigned machines_results(const struct machines *machines);

void machines_free(struct machines *machines);

#endif
