/* SPDX-License-Identifier: MIT */
#include "tools/serve/clients.h"

#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"

#define CLIENTS_MAX 4096
#define LINES_PER_SECOND 20
#define OTHERS "others"

struct client *clients_find(struct clients *clients, const char *address)
{
	struct client *client;

	for (size_t i = 0; i < clients->count; i++) {
		if (strcmp(clients->items[i]->address, address) == 0)
			return clients->items[i];
	}
	if (clients->count == CLIENTS_MAX)
		return clients->items[CLIENTS_MAX - 1];
	if (clients->items == NULL)
		clients->items = xcalloc(CLIENTS_MAX, sizeof(*clients->items));
	client = xcalloc(1, sizeof(*client));
	text_copy(client->address, sizeof(client->address),
		  clients->count == CLIENTS_MAX - 1 ? OTHERS : address);
	clients->items[clients->count++] = client;
	return client;
}

bool client_may_report(struct client *client, time_t now, unsigned *dropped)
{
	if (client->second != now) {
		client->second = now;
		client->lines = 0;
	}
	if (client->lines == LINES_PER_SECOND) {
		client->dropped_lines++;
		return false;
	}
	client->lines++;
	*dropped = client->dropped_lines;
	client->dropped_lines = 0;
	return true;
}

void clients_free(struct clients *clients)
{
	for (size_t i = 0; i < clients->count; i++)
		free(clients->items[i]);
	free(clients->items);
	*clients = (struct clients){0};
}
