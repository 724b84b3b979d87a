/* SPDX-License-Identifier: MIT */
/* The HTTP server: files for machines, results from them, and a status page. */
#ifndef TOOLS_SERVE_HTTP_H
#define TOOLS_SERVE_HTTP_H

#include <stdbool.h>

#include "tools/serve/machines.h"
#include "tools/serve/upload.h"

struct http_server;

struct http_settings {
	const char *directory;
	const char *address;            /* IPv4; no other is listened on */
	unsigned port;
	unsigned timeout_seconds;       /* of a connection, and one more for each 8 KiB */
	struct upload_store *store;
	struct machines *machines;
	/* Called after each event, with one line of text. */
	void (*report)(void *context, const struct machine *machine, const char *event);
	void *context;
};

/* Whether this program was built with libmicrohttpd. If not, prints a message. */
bool http_is_built(void);

/* Start the server. On failure, prints the cause and returns NULL. The settings must outlive it. */
struct http_server *http_start(const struct http_settings *settings);

/* Serve requests until none has arrived for wait_ms. */
void http_serve(struct http_server *server, int wait_ms);

/* Discard results that are not whole. */
void http_stop(struct http_server *server);

#endif
