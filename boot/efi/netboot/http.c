/* SPDX-License-Identifier: MIT */
/* See http.h. UEFI Specification 2.10, section 29.6, "EFI HTTP Protocols". */
#include "boot/efi/netboot/http.h"

#include "boot/efi/firmware.h"
#include "lib/netboot/names.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define CONNECT_SECONDS 10
#define REPLY_SECONDS 20
#define SLOWEST_BYTES_PER_SECOND (16u << 10)
#define PATH_CHARS (NETBOOT_NAME_CHARS + 16)
#define NUMBER_CHARS 24
#define LENGTH_HEADER "content-length"
#define LENGTH_DIGITS_MAX 9

struct call {
	UINT32 method;
	const char *path;
	void *body;                     /* body to send, or room for the body of the reply */
	size_t bytes;
};

struct http {
	struct http_protocol *protocol;
	struct http_token sent, received;
	struct netboot_reply *reply;
};

/* EFI_HTTP_STATUS_CODE numbers the codes of these ranges one after another. */
unsigned http_status_code(UINT32 index)
{
	static const struct {
		UINT16 first, last;
	} ranges[] = {{100, 101}, {200, 206}, {300, 305}, {307, 307}, {400, 417}, {500, 505},
		      {308, 308}, {0, 0}};
	unsigned at = 1;

	for (size_t i = 0; ranges[i].first != 0; i++) {
		unsigned count = ranges[i].last - ranges[i].first + 1u;

		if (index >= at && index - at < count)
			return ranges[i].first + (index - at);
		at += count;
	}
	return 0;
}

bool http_is_available(const struct netboot_link *link)
{
	EFI_GUID binding = HTTP_BINDING_GUID;

	return link_has_service(link, &binding);
}

/* ---- Headers of a reply ---- */

static bool is_length_header(const CHAR8 *name)
{
	static const char wanted[] = LENGTH_HEADER;

	for (size_t i = 0; i < sizeof(wanted); i++) {
		char c = (char)name[i];

		if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != wanted[i])
			return false;
	}
	return true;
}

/* The length of the body, or -1 if the headers do not state it. */
static long body_length(const struct http_message *message)
{
	for (UINTN i = 0; message->headers != NULL && i < message->header_count; i++) {
		const CHAR8 *value = message->headers[i].value;
		long length = 0;
		unsigned digits = 0;

		if (message->headers[i].name == NULL || value == NULL ||
		    !is_length_header(message->headers[i].name))
			continue;
		for (; value[digits] >= '0' && value[digits] <= '9'; digits++) {
			if (digits == LENGTH_DIGITS_MAX)
				return -1;
			length = length * 10 + (value[digits] - '0');
		}
		return digits > 0 ? length : -1;
	}
	return -1;
}

/* ---- Requests ---- */

static void poll_http(void *protocol)
{
	struct http_protocol *http = protocol;

	http->poll(http);
}

static EFI_STATUS await(struct http *http, struct http_token *token, unsigned seconds)
{
	EFI_STATUS status = link_await(&token->status, poll_http, http->protocol, seconds);

	if (token->status == EFI_NOT_READY)
		http->protocol->cancel(http->protocol, token);
	return status;
}

static EFI_STATUS receive(struct http *http, struct http_message *message)
{
	EFI_STATUS status;

	http->received.status = EFI_NOT_READY;
	http->received.message = message;
	status = http->protocol->response(http->protocol, &http->received);
	return status != EFI_SUCCESS ? status : await(http, &http->received, REPLY_SECONDS);
}

/* Firmware returns a body in pieces. */
static EFI_STATUS receive_rest(struct http *http, char *body, size_t length)
{
	while (http->reply->bytes < length) {
		struct http_message message = {
			.body = body + http->reply->bytes,
			.body_bytes = length - http->reply->bytes,
		};
		EFI_STATUS status = receive(http, &message);

		if (status != EFI_SUCCESS)
			return status;
		if (message.body_bytes == 0 || message.body_bytes > length - http->reply->bytes)
			return EFI_PROTOCOL_ERROR;
		http->reply->bytes += message.body_bytes;
	}
	return EFI_SUCCESS;
}

static EFI_STATUS receive_reply(struct http *http, const struct call *call)
{
	char ignored[512];              /* the text of an error page */
	bool is_get = call->method == HTTP_METHOD_GET;
	struct http_response response = {0};
	struct http_message message = {
		.response = &response,
		.body = is_get ? call->body : ignored,
		.body_bytes = is_get ? call->bytes : sizeof(ignored),
	};
	UINTN room = message.body_bytes;
	EFI_STATUS status = receive(http, &message);
	long length;

	http->reply->code = http_status_code(response.status);
	length = body_length(&message);
	if (message.headers != NULL)
		firmware_services->FreePool(message.headers);
	if (!is_get || status != EFI_SUCCESS || http->reply->code != 200)
		return status;
	if (length < 0)
		return EFI_UNSUPPORTED;
	if ((size_t)length > room || message.body_bytes > (size_t)length)
		return EFI_BUFFER_TOO_SMALL;
	http->reply->bytes = message.body_bytes;
	return receive_rest(http, call->body, (size_t)length);
}

static void widen(CHAR16 *to, const char *text)
{
	while ((*to++ = (CHAR16)*text++) != 0)
		;
}

static EFI_STATUS send(struct http *http, const struct netboot_link *link, const struct call *call)
{
	char url[NETBOOT_URL_CHARS + PATH_CHARS], length[NUMBER_CHARS], host[NETBOOT_HOST_CHARS];
	CHAR16 wide[sizeof(url)];
	bool is_put = call->method == HTTP_METHOD_PUT;
	struct http_header headers[] = {
		{(CHAR8 *)"Host", (CHAR8 *)host}, {(CHAR8 *)"User-Agent", (CHAR8 *)"bareline"},
		{(CHAR8 *)"Connection", (CHAR8 *)"close"},
		{(CHAR8 *)"Content-Length", (CHAR8 *)length},
	};
	struct http_request request = {call->method, wide};
	struct http_message message = {
		.request = &request,
		.header_count = sizeof(headers) / sizeof(headers[0]) - !is_put,
		.headers = headers,
		.body_bytes = is_put ? call->bytes : 0,
		.body = is_put ? call->body : NULL,
	};
	EFI_STATUS status;

	fmt_buffer(url, sizeof(url), "%s%s", link->server.base, call->path);
	widen(wide, url);
	text_copy(host, sizeof(host), link->server.host);
	fmt_buffer(length, sizeof(length), "%lu", (unsigned long)call->bytes);
	http->sent.status = EFI_NOT_READY;
	http->sent.message = &message;
	status = http->protocol->request(http->protocol, &http->sent);
	if (status != EFI_SUCCESS)
		return status;
	return await(http, &http->sent,
		     REPLY_SECONDS + (unsigned)(message.body_bytes / SLOWEST_BYTES_PER_SECOND));
}

static EFI_STATUS exchange(struct http *http, const struct netboot_link *link,
			   const struct call *call)
{
	struct http_access_point access = {.address = link->address, .mask = link->mask};
	struct http_config config = {
		.version = 1, .timeout_ms = REPLY_SECONDS * 1000, .access_point = &access,
	};
	EFI_STATUS status = http->protocol->configure(http->protocol, &config);

	if (status == EFI_SUCCESS)
		status = send(http, link, call);
	return status != EFI_SUCCESS ? status : receive_reply(http, call);
}

static EFI_STATUS call_with_events(struct http *http, const struct netboot_link *link,
				   const struct call *call)
{
	EFI_STATUS status =
		firmware_services->CreateEvent(0, 0, NULL, NULL, &http->sent.event);

	if (status != EFI_SUCCESS)
		return status;
	status = firmware_services->CreateEvent(0, 0, NULL, NULL, &http->received.event);
	if (status == EFI_SUCCESS) {
		status = exchange(http, link, call);
		http->protocol->configure(http->protocol, NULL);
		firmware_services->CloseEvent(http->received.event);
	}
	firmware_services->CloseEvent(http->sent.event);
	return status;
}

static struct netboot_reply http_call(const struct netboot_link *link, const struct call *call)
{
	EFI_GUID binding = HTTP_BINDING_GUID, protocol = HTTP_PROTOCOL_GUID;
	struct netboot_reply reply = {.what = "HTTP"};
	struct link_child child;

	reply.status = link_try_connection(link, CONNECT_SECONDS);
	if (reply.status != EFI_SUCCESS)
		return reply;
	reply.status = link_open_child(link, &binding, &protocol, &child);
	if (reply.status == EFI_SUCCESS) {
		struct http http = {.protocol = child.protocol, .reply = &reply};

		reply.status = call_with_events(&http, link, call);
	}
	link_close_child(&child);
	return reply;
}

struct netboot_reply http_get(const struct netboot_link *link, const char *path, void *buffer,
			      size_t size)
{
	return http_call(link, &(struct call){HTTP_METHOD_GET, path, buffer, size});
}

struct netboot_reply http_put(const struct netboot_link *link, const char *path, const void *text,
			      size_t size)
{
	return http_call(link, &(struct call){HTTP_METHOD_PUT, path, (void *)(uintptr_t)text,
					      size});
}
