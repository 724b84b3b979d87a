/* SPDX-License-Identifier: MIT */
/* See http.h. libmicrohttpd parses requests, and this file decides on them. One thread does all of
 * it, so nothing is shared. Another process reads the logs. */
#include "tools/serve/http.h"

#include <err.h>

#ifndef HAVE_LIBMICROHTTPD

bool http_is_built(void)
{
	warnx("serve: this program was built without libmicrohttpd; build it with that package, or "
	      "use another server (docs/network-boot.md)");
	return false;
}

struct http_server *http_start(const struct http_settings *settings)
{
	(void)settings;
	return NULL;
}

void http_serve(struct http_server *server, int wait_ms)
{
	(void)server;
	(void)wait_ms;
}

void http_stop(struct http_server *server)
{
	(void)server;
}

#else

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/netboot/names.h"
#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/clock.h"
#include "tools/serve/clients.h"
#include "tools/serve/files.h"
#include "tools/serve/status.h"
#include "tools/serve/verdict.h"

#define CONNECTIONS_MAX 256
#define CONNECTIONS_PER_ADDRESS 16
#define IDLE_SECONDS 60                 /* a connection without any byte */
#define BYTES_PER_SECOND 8192           /* extend a connection: half of what the loader permits */
#define PAGE_SECONDS 1                  /* the page is made once in this time */
#define EVENT_CHARS 256
#define PAGE_POLICY "default-src 'none'; style-src 'unsafe-inline'"

struct http_server {
	const struct http_settings *settings;
	struct MHD_Daemon *daemon;
	struct transfer *transfers;     /* under way */
	struct connection *connections; /* open */
	struct clients clients;
	struct verdicts verdicts;
	struct MHD_Response *page;
	time_t page_time;
};

/* An open connection, which may not have sent a whole request. */
struct connection {
	struct connection *next;
	int socket;
	time_t deadline;
};

/* A request: an upload, or one whose body is discarded. */
struct transfer {
	struct transfer *next;
	struct http_server *server;
	struct upload *upload;          /* NULL: none, or finished */
	struct connection *connection;
	uint64_t received_bytes;
	char name[NETBOOT_NAME_CHARS];  /* of the result */
	unsigned status;                /* 0: not decided */
	bool is_put;
	uint64_t discarded_bytes;
};

bool http_is_built(void)
{
	return true;
}

/* ---- Connections ---- */

/* Seconds of a clock that is never changed, unlike the time of day. */
static time_t monotonic_seconds(void)
{
	return (time_t)clock_seconds();
}

static struct connection *connection_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info != NULL ? info->socket_context : NULL;
}

static void open_connection(struct http_server *server, struct MHD_Connection *client,
			    void **own)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(client, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct connection *connection = xmalloc(sizeof(*connection));

	*connection = (struct connection){
		.next = server->connections, .socket = info != NULL ? info->connect_fd : -1,
		.deadline = monotonic_seconds() + server->settings->timeout_seconds,
	};
	server->connections = *own = connection;
}

static void close_connection(struct http_server *server, struct connection *connection)
{
	struct connection **link = &server->connections;

	while (*link != connection)
		link = &(*link)->next;
	*link = connection->next;
	free(connection);
}

static void note_connection(void *context, struct MHD_Connection *client, void **own,
			    enum MHD_ConnectionNotificationCode code)
{
	if (code == MHD_CONNECTION_NOTIFY_STARTED)
		open_connection(context, client, own);
	else if (*own != NULL)
		close_connection(context, *own);
}

/* End connections that last too long. A client could keep a connection from being idle with a byte
 * a minute, so the whole time of a connection is limited too. libmicrohttpd then finds the
 * connection closed. */
static void end_old_connections(struct http_server *server)
{
	time_t now = monotonic_seconds();

	for (struct connection *connection = server->connections; connection != NULL;
	     connection = connection->next) {
		if (now >= connection->deadline)
			shutdown(connection->socket, SHUT_RDWR);
	}
}

/* ---- Requests ---- */

static void find_address(struct MHD_Connection *connection, char to[MACHINE_ADDRESS_CHARS])
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const struct sockaddr_in *client = info != NULL ? (const void *)info->client_addr : NULL;

	to[0] = '\0';
	if (client != NULL && client->sin_family == AF_INET)
		inet_ntop(AF_INET, &client->sin_addr, to, MACHINE_ADDRESS_CHARS);
}

static enum MHD_Result reply(struct MHD_Connection *connection, unsigned status,
			     struct MHD_Response *response)
{
	enum MHD_Result result;

	if (response == NULL)
		return MHD_NO;
	MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
	result = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result reply_text(struct MHD_Connection *connection, unsigned status,
				  const char *text)
{
	struct MHD_Response *response = MHD_create_response_from_buffer(
		strlen(text), (void *)(uintptr_t)text, MHD_RESPMEM_MUST_COPY);

	if (response != NULL)
		MHD_add_response_header(response, "Content-Type", "text/plain; charset=utf-8");
	if (response != NULL && status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, "Allow", "GET, HEAD, PUT");
	return reply(connection, status, response);
}

static const char *status_text(unsigned status)
{
	switch (status) {
	case UPLOAD_STORED: return "stored\n";
	case UPLOAD_IDENTICAL: return "already stored\n";
	case MHD_HTTP_BAD_REQUEST: return "not a result: wrong name or length\n";
	case MHD_HTTP_FORBIDDEN: return "only results/NAME.log can be stored\n";
	case MHD_HTTP_NOT_FOUND: return "not found\n";
	case MHD_HTTP_METHOD_NOT_ALLOWED: return "method not allowed\n";
	case UPLOAD_NAME_TAKEN: return "a different result has this name\n";
	case MHD_HTTP_LENGTH_REQUIRED: return "length required\n";
	case UPLOAD_TOO_LARGE: return "too large\n";
	case UPLOAD_FULL: return "no room for more results\n";
	case UPLOAD_SHARE_USED: return "this address has sent its share of results\n";
	}
	return "failed\n";
}

static struct client *client_of(struct http_server *server, struct MHD_Connection *connection)
{
	char address[MACHINE_ADDRESS_CHARS];

	find_address(connection, address);
	return clients_find(&server->clients, address);
}

static void report(struct http_server *server, struct MHD_Connection *connection,
		   struct machine *machine, const char *event)
{
	char address[MACHINE_ADDRESS_CHARS], with_dropped[EVENT_CHARS];
	time_t now = time(NULL);
	unsigned dropped;

	find_address(connection, address);
	if (machine == NULL)
		machine = machines_find(server->settings->machines, address, "", "");
	machine->seen = now;
	if (!client_may_report(client_of(server, connection), now, &dropped))
		return;
	snprintf(with_dropped, sizeof(with_dropped), "%s (%u events of this address not shown)",
		 event, dropped);
	server->settings->report(server->settings->context, machine,
				 dropped > 0 ? with_dropped : event);
}

/* ---- Files and the page ---- */

static void forget_page(struct http_server *server)
{
	if (server->page != NULL)
		MHD_destroy_response(server->page);
	server->page = NULL;
}

static void make_page(struct http_server *server)
{
	char *page = status_page(server->settings->machines, time(NULL));

	server->page = MHD_create_response_from_buffer(strlen(page), page, MHD_RESPMEM_MUST_FREE);
	if (server->page == NULL) {
		free(page);
		return;
	}
	MHD_add_response_header(server->page, "Content-Type", "text/html; charset=utf-8");
	MHD_add_response_header(server->page, "Content-Security-Policy", PAGE_POLICY);
	MHD_add_response_header(server->page, "Cache-Control", "no-store");
	MHD_add_response_header(server->page, "X-Content-Type-Options", "nosniff");
}

/* Connections that read slowly share the pages of a second. */
static enum MHD_Result send_page(struct http_server *server, struct MHD_Connection *connection)
{
	time_t now = time(NULL);

	if (now - server->page_time >= PAGE_SECONDS || now < server->page_time)
		forget_page(server);
	if (server->page == NULL)
		make_page(server);
	server->page_time = now;
	return server->page != NULL ? MHD_queue_response(connection, MHD_HTTP_OK, server->page)
				    : MHD_NO;
}

/* The name of a configuration without its suffix; false for another path. */
static bool parse_config_path(const char *path, char name[NETBOOT_NAME_CHARS])
{
	static const char prefix[] = "/" NETBOOT_CONFIGS "/", suffix[] = ".cfg";
	size_t length = strlen(path), around = strlen(prefix) + strlen(suffix);

	if (length <= around || length - around >= NETBOOT_NAME_CHARS ||
	    strncmp(path, prefix, strlen(prefix)) != 0 ||
	    strcmp(path + length - strlen(suffix), suffix) != 0)
		return false;
	snprintf(name, NETBOOT_NAME_CHARS, "%.*s", (int)(length - around), path + strlen(prefix));
	return true;
}

static void report_file(struct http_server *server, struct MHD_Connection *connection,
			const char *path, bool is_there)
{
	char name[NETBOOT_NAME_CHARS], address[MACHINE_ADDRESS_CHARS], event[EVENT_CHARS];
	struct machine *machine = NULL;

	find_address(connection, address);
	if (parse_config_path(path, name))
		machine = machines_add_config(server->settings->machines, address, name, is_there);
	if (!is_there)
		return;
	snprintf(event, sizeof(event), "fetches %s", path + 1);
	report(server, connection, machine, event);
}

static enum MHD_Result send_file(struct http_server *server, struct MHD_Connection *connection,
				 const char *path)
{
	int file = files_open(server->settings->directory, path);
	struct MHD_Response *response;
	struct stat info;

	report_file(server, connection, path, file >= 0);
	if (file < 0)
		return reply_text(connection, MHD_HTTP_NOT_FOUND,
				  status_text(MHD_HTTP_NOT_FOUND));
	if (fstat(file, &info) != 0) {
		close(file);
		return MHD_NO;
	}
	if (connection_of(connection) != NULL)
		connection_of(connection)->deadline += info.st_size / BYTES_PER_SECOND;
	response = MHD_create_response_from_fd64((uint64_t)info.st_size, file);
	if (response == NULL)
		close(file);
	else
		MHD_add_response_header(response, "Content-Type", "application/octet-stream");
	return reply(connection, MHD_HTTP_OK, response);
}

/* ---- Results ---- */

/* The declared length of the body. */
static bool find_length(struct MHD_Connection *connection, uint64_t *bytes)
{
	const char *text = MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
						       MHD_HTTP_HEADER_CONTENT_LENGTH);
	char *end;

	if (text == NULL || text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	*bytes = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0';
}

/* Decide on a PUT before its body. */
static void begin_put(struct transfer *transfer, struct MHD_Connection *connection,
		      const char *path)
{
	static const char prefix[] = "/" NETBOOT_RESULTS "/";
	struct netboot_result parsed;
	enum upload_status status;
	uint64_t bytes;

	if (strncmp(path, prefix, strlen(prefix)) != 0) {
		transfer->status = MHD_HTTP_FORBIDDEN;
	} else if (!netboot_parse_result_name(path + strlen(prefix), &parsed)) {
		transfer->status = MHD_HTTP_BAD_REQUEST;
	} else if (!find_length(connection, &bytes)) {
		transfer->status = MHD_HTTP_LENGTH_REQUIRED;
	} else {
		text_copy(transfer->name, sizeof(transfer->name), path + strlen(prefix));
		transfer->upload = upload_begin(transfer->server->settings->store,
						client_of(transfer->server, connection),
						transfer->name, bytes, &status);
		if (transfer->upload == NULL)
			transfer->status = status;
	}
}

static void add_result(struct transfer *transfer, struct MHD_Connection *connection)
{
	const struct http_settings *settings = transfer->server->settings;
	char address[MACHINE_ADDRESS_CHARS], event[EVENT_CHARS];
	struct netboot_result parsed;
	struct machine *machine;

	find_address(connection, address);
	if (netboot_parse_result_name(transfer->name, &parsed)) {
		machine = machines_find(settings->machines, address, parsed.mac, parsed.uuid);
		machine->results += transfer->status == UPLOAD_STORED;
		text_copy(machine->run, sizeof(machine->run), parsed.run);
		machine->rating = MACHINE_UNRATED;
		machine->ended = time(NULL);
		text_copy(machine->verdict, sizeof(machine->verdict),
			  verdicts_ask(&transfer->server->verdicts, address, transfer->name)
				  ? "received"
				  : "received, not read");
		snprintf(event, sizeof(event), "result %s %s", parsed.run, machine->verdict);
		report(transfer->server, connection, machine, event);
	}
}

/* A machine may have sent another result since. */
static void take_verdicts(struct http_server *server)
{
	struct netboot_result parsed;
	struct log_verdict verdict;
	char event[EVENT_CHARS];

	while (verdicts_take(&server->verdicts, &verdict)) {
		struct machine *machine;

		if (!netboot_parse_result_name(verdict.name, &parsed))
			continue;
		machine = machines_find(server->settings->machines, "", parsed.mac, parsed.uuid);
		if (strcmp(machine->run, parsed.run) == 0) {
			text_copy(machine->verdict, sizeof(machine->verdict), verdict.text);
			machine->rating = verdict.is_good ? MACHINE_GOOD : MACHINE_BAD;
		}
		snprintf(event, sizeof(event), "result %s: %s", parsed.run, verdict.text);
		server->settings->report(server->settings->context, machine, event);
	}
}

static enum MHD_Result end_put(struct transfer *transfer, struct MHD_Connection *connection)
{
	char event[EVENT_CHARS];

	if (transfer->upload != NULL) {
		transfer->status = upload_finish(transfer->upload, transfer->name);
		transfer->upload = NULL;
	}
	if (transfer->status == UPLOAD_STORED) {
		add_result(transfer, connection);
	} else {
		snprintf(event, sizeof(event), "result refused: %s",
			 status_text(transfer->status));
		event[strcspn(event, "\n")] = '\0';
		report(transfer->server, connection, NULL,
		       transfer->status == UPLOAD_IDENTICAL ? "result received again" : event);
	}
	return reply_text(connection, transfer->status, status_text(transfer->status));
}

/* A client that is interrupted by a reply may not read the reply. So a body of usual size is
 * received even if it is refused. A larger body is not received. */
static enum MHD_Result take_body(struct transfer *transfer, const char *data, size_t *size)
{
	if (transfer->upload != NULL)
		upload_add(transfer->upload, data, *size);
	else
		transfer->discarded_bytes += *size;
	transfer->received_bytes += *size;
	if (transfer->connection != NULL)
		transfer->connection->deadline +=
			(time_t)(transfer->received_bytes / BYTES_PER_SECOND);
	transfer->received_bytes %= BYTES_PER_SECOND;
	*size = 0;
	return transfer->discarded_bytes > NETBOOT_RESULT_BYTES_MAX ? MHD_NO : MHD_YES;
}

/* ---- The server ---- */

static struct transfer *transfer_begin(struct http_server *server,
				       struct connection *connection)
{
	struct transfer *transfer = xmalloc(sizeof(*transfer));

	*transfer = (struct transfer){
		.next = server->transfers, .server = server, .connection = connection,
	};
	server->transfers = transfer;
	return transfer;
}

static void transfer_end(struct transfer *transfer)
{
	struct transfer **link = &transfer->server->transfers;

	while (*link != transfer)
		link = &(*link)->next;
	*link = transfer->next;
	upload_abandon(transfer->upload);
	free(transfer);
}

/* libmicrohttpd calls this for the headers of a request, for each part of its body, and at its
 * end. */
static enum MHD_Result take_request(void *context, struct MHD_Connection *connection,
				    const char *path, const char *method, const char *version,
				    const char *data, size_t *size, void **own)
{
	struct http_server *server = context;
	struct transfer *transfer = *own;
	bool is_get = strcmp(method, MHD_HTTP_METHOD_GET) == 0 ||
		      strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;

	(void)version;
	if (transfer == NULL) {
		transfer = *own = transfer_begin(server, connection_of(connection));
		transfer->is_put = strcmp(method, MHD_HTTP_METHOD_PUT) == 0;
		if (transfer->is_put)
			begin_put(transfer, connection, path);
		else if (!is_get)
			transfer->status = MHD_HTTP_METHOD_NOT_ALLOWED;
		return transfer->status == UPLOAD_TOO_LARGE ? end_put(transfer, connection)
							    : MHD_YES;
	}
	if (*size > 0)
		return take_body(transfer, data, size);
	if (transfer->is_put)
		return end_put(transfer, connection);
	if (transfer->status != 0)
		return reply_text(connection, transfer->status, status_text(transfer->status));
	return strcmp(path, "/") == 0 ? send_page(server, connection)
				      : send_file(server, connection, path);
}

static void complete_request(void *context, struct MHD_Connection *connection, void **own,
			     enum MHD_RequestTerminationCode code)
{
	struct transfer *transfer = *own;

	(void)context;
	(void)code;
	if (transfer == NULL)
		return;
	if (transfer->upload != NULL)
		report(transfer->server, connection, NULL, "result cut off");
	transfer_end(transfer);
	*own = NULL;
}

struct http_server *http_start(const struct http_settings *settings)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_port = htons((uint16_t)settings->port),
	};
	struct http_server *server = xcalloc(1, sizeof(*server));

	server->settings = settings;
	server->verdicts = verdicts_of(settings->store->directory);
	inet_pton(AF_INET, settings->address, &address.sin_addr);
	errno = 0;
	server->daemon = MHD_start_daemon(
		MHD_USE_EPOLL, (uint16_t)settings->port, NULL, NULL, take_request, server,
		MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
		MHD_OPTION_NOTIFY_COMPLETED, complete_request, server,
		MHD_OPTION_NOTIFY_CONNECTION, note_connection, server,
		MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
		MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)CONNECTIONS_PER_ADDRESS,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
		MHD_OPTION_END);
	if (server->daemon != NULL)
		return server;
	warn("%s:%u: cannot listen%s", settings->address, settings->port,
	     errno == EADDRNOTAVAIL ? "; `ip -4 address` lists the addresses of this host" :
	     errno == EADDRINUSE    ? "; use another --port" :
				      "");
	free(server);
	return NULL;
}

void http_serve(struct http_server *server, int wait_ms)
{
	const union MHD_DaemonInfo *info =
		MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	struct pollfd ready[] = {{.fd = info != NULL ? info->epoll_fd : -1, .events = POLLIN},
				 {.fd = server->verdicts.socket, .events = POLLIN}};
	MHD_UNSIGNED_LONG_LONG limit_ms;

	if (MHD_get_timeout(server->daemon, &limit_ms) == MHD_YES &&
	    limit_ms < (MHD_UNSIGNED_LONG_LONG)wait_ms)
		wait_ms = (int)limit_ms;
	poll(ready, 2, wait_ms);
	MHD_run(server->daemon);
	end_old_connections(server);
	take_verdicts(server);
}

void http_stop(struct http_server *server)
{
	MHD_stop_daemon(server->daemon);
	while (server->transfers != NULL)
		transfer_end(server->transfers);
	verdicts_stop(&server->verdicts);
	forget_page(server);
	clients_free(&server->clients);
	free(server);
}

#endif
