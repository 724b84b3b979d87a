/* SPDX-License-Identifier: MIT */
/* The resources of a server that each address has used, so that one client leaves room for the
 * others. */
#ifndef TOOLS_SERVE_CLIENTS_H
#define TOOLS_SERVE_CLIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define CLIENT_ADDRESS_CHARS 48

struct client {
	char address[CLIENT_ADDRESS_CHARS];
	uint64_t bytes;                 /* of results, stored or being received */
	unsigned lines, dropped_lines;  /* of events, in this second, and before the next line */
	time_t second;
};

struct clients {
	struct client **items;
	size_t count;
};

/* Find an address, or add it. After some thousand addresses, all others share one client. Clients
 * stay valid until clients_free(). */
struct client *clients_find(struct clients *clients, const char *address);

/* Whether an event of a client may be reported, since the number of events in a second is limited.
 * Sets *dropped to the number of the client's earlier events that were not reported. */
bool client_may_report(struct client *client, time_t now, unsigned *dropped);

void clients_free(struct clients *clients);

#endif
