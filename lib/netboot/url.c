/* SPDX-License-Identifier: MIT */
/* See url.h. */
#include "lib/netboot/url.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define SCHEME "http://"
#define SECURE_SCHEME "https://"
#define HTTP_PORT 80

/* Read a decimal number of at most max and advance *at. */
static bool take_number(const char **at, const char *end, uint32_t max, uint32_t *number)
{
	const char *begin = *at;

	*number = 0;
	for (; *at < end && **at >= '0' && **at <= '9'; (*at)++) {
		*number = *number * 10 + (uint32_t)(**at - '0');
		if (*number > max)
			return false;
	}
	return *at > begin;
}

static bool take_address(const char **at, const char *end, uint8_t address[4])
{
	for (unsigned i = 0; i < 4; i++) {
		uint32_t number;

		if (i > 0 && (*at == end || *(*at)++ != '.'))
			return false;
		if (!take_number(at, end, 255, &number))
			return false;
		address[i] = (uint8_t)number;
	}
	return true;
}

/* RFC 3986, "Characters", without those that need an escape or begin a query. */
static bool is_path_character(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '/' || c == '-' || c == '.' || c == '_' || c == '~';
}

static bool begins(const char *text, size_t length, const char *with)
{
	return length >= strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

const char *netboot_url_parse(struct netboot_url *url, const char *text, size_t length)
{
	const char *at = text + strlen(SCHEME), *host = at, *end = text + length, *path;
	uint32_t port = HTTP_PORT;

	if (begins(text, length, SECURE_SCHEME))
		return "https is not supported";
	if (!begins(text, length, SCHEME))
		return "not an http URL";
	if (!take_address(&at, end, url->address))
		return "the server is not named by its IPv4 address";
	if (at < end && *at == ':') {
		at++;
		if (!take_number(&at, end, 65535, &port) || port == 0)
			return "invalid port";
	}
	if (at - host >= NETBOOT_HOST_CHARS || at == end || *at != '/')
		return "no slash after the host";
	memcpy(url->host, host, (size_t)(at - host));
	url->host[at - host] = '\0';
	for (path = at; at < end; at++) {
		if (!is_path_character(*at))
			return "unusual characters in the path";
	}
	while (end[-1] != '/')
		end--;
	if (end - text >= NETBOOT_URL_CHARS || end <= path)
		return "the URL is too long";
	memcpy(url->base, text, (size_t)(end - text));
	url->base[end - text] = '\0';
	url->port = (uint16_t)port;
	return NULL;
}

void netboot_url_from_address(struct netboot_url *url, const uint8_t address[4])
{
	memcpy(url->address, address, sizeof(url->address));
	url->port = HTTP_PORT;
	fmt_buffer(url->host, sizeof(url->host), "%u.%u.%u.%u", address[0], address[1], address[2],
		   address[3]);
	fmt_buffer(url->base, sizeof(url->base), SCHEME "%s/", url->host);
}
