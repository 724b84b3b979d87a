/* SPDX-License-Identifier: MIT */
/* See netboot.h. */
#include "boot/efi/netboot/netboot.h"

#include "boot/efi/netboot/http.h"
#include "boot/efi/netboot/link.h"
#include "boot/efi/netboot/origin.h"
#include "boot/efi/netboot/tftp.h"
#include "lib/netboot/words.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define REPORT_CHARS 1024
#define REASON_CHARS 112
#define PATH_CHARS (NETBOOT_NAME_CHARS + 16)

static struct {
	bool is_origin;
	const char *unsupported;        /* reason why results cannot be sent, or NULL */
	bool is_silent;                 /* no server answered */
	struct netboot_machine machine;
	struct netboot_link link;
	char config[NETBOOT_CONFIG_BYTES_MAX + 1];
	size_t config_bytes;
	bool has_config;
	char report[REPORT_CHARS];
} net;

/* ---- Messages ---- */

/* Print a line, and keep it for the log. */
static void report(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void report(const char *format, ...)
{
	size_t used = strlen(net.report);
	char line[256];
	va_list args;

	va_start(args, format);
	fmt_vbuffer(line, sizeof(line), format, args);
	va_end(args);
	firmware_print("Bareline: network: %s\n", line);
	fmt_buffer(net.report + used, sizeof(net.report) - used, "network: %s\n", line);
}

static const char *explain_status(EFI_STATUS status)
{
	static const struct {
		EFI_STATUS status;
		const char *text;
	} texts[] = {
		{EFI_TIMEOUT, "no answer in time"}, {EFI_NOT_FOUND, "not found"},
		{EFI_UNSUPPORTED, "not supported by the firmware"},
		{EFI_BUFFER_TOO_SMALL, "too large"}, {EFI_ABORTED, "aborted"},
		{EFI_TFTP_ERROR, "refused by the server"}, {EFI_ICMP_ERROR, "network unreachable"},
		{EFI_NO_MEDIA, "no network cable"}, {EFI_OUT_OF_RESOURCES, "no memory"},
		{EFIERR(100), "network unreachable"}, {EFIERR(101), "server unreachable"},
		{EFIERR(102), "protocol unreachable"}, {EFIERR(103), "port unreachable"},
		{EFIERR(104), "connection closed"}, {EFIERR(105), "connection refused or reset"},
		{EFIERR(106), "connection refused"},
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (texts[i].status == status)
			return texts[i].text;
	}
	return "failed";
}

/* Write "HTTP status 403" or "HTTP: no answer in time (EFI status 18)". */
static size_t explain(char *to, size_t size, const struct netboot_reply *reply)
{
	if (reply->code != 0)
		return fmt_buffer(to, size, "%s status %u", reply->what, reply->code);
	return fmt_buffer(to, size, "%s: %s (EFI status %lu)", reply->what,
			  explain_status(reply->status), (unsigned long)(reply->status & 0xffff));
}

/* ---- Addresses ---- */

static bool is_zero(const EFI_IPv4_ADDRESS *address)
{
	static const EFI_IPv4_ADDRESS zero;

	return memcmp(address, &zero, sizeof(zero)) == 0;
}

/* UEFI Specification 2.10, section 24.3, "PXE Base Code Protocol": firmware that booted by PXE, or
 * iPXE, leaves the protocol running. The server of the last reply counts. */
static const char *find_pxe_addresses(EFI_HANDLE device)
{
	EFI_GUID guid = EFI_PXE_BASE_CODE_PROTOCOL_GUID;
	EFI_PXE_BASE_CODE_PROTOCOL *pxe;
	const EFI_PXE_BASE_CODE_MODE *mode;
	const EFI_PXE_BASE_CODE_PACKET *packet;

	if (firmware_services->HandleProtocol(device, &guid, (void **)&pxe) != EFI_SUCCESS ||
	    pxe->Mode == NULL || !pxe->Mode->Started)
		return "firmware does not state its network address";
	mode = pxe->Mode;
	if (mode->UsingIpv6)
		return "IPv6 is not supported";
	packet = mode->PxeReplyReceived ? &mode->PxeReply
		 : mode->ProxyOfferReceived ? &mode->ProxyOffer : &mode->DhcpAck;
	memcpy(&net.link.address, &mode->StationIp, sizeof(net.link.address));
	memcpy(&net.link.mask, &mode->SubnetMask, sizeof(net.link.mask));
	memcpy(&net.link.tftp_server, packet->Dhcpv4.BootpSiAddr, sizeof(net.link.tftp_server));
	return NULL;
}

/* Read the file on the TFTP server that names an HTTP server with another address or port. */
static void find_server_by_tftp(void)
{
	char text[NETBOOT_URL_CHARS];
	struct netboot_reply reply = tftp_read(&net.link, NETBOOT_SERVER_FILE, text, sizeof(text));
	size_t length = reply.bytes;
	struct netboot_url url;
	const char *why;

	netboot_url_from_address(&net.link.server, net.link.tftp_server.Addr);
	if (reply.status != EFI_SUCCESS)
		return;
	while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
		length--;
	why = netboot_url_parse(&url, text, length);
	if (why == NULL)
		net.link.server = url;
	else
		report("%s: %s", NETBOOT_SERVER_FILE, why);
}

static const char *find_own_addresses(EFI_HANDLE device, const struct netboot_origin *origin)
{
	if (origin->is_version_6)
		return "IPv6 is not supported";
	if (origin->uri == NULL)
		return find_pxe_addresses(device);
	memcpy(&net.link.address, origin->address, sizeof(net.link.address));
	memcpy(&net.link.mask, origin->mask, sizeof(net.link.mask));
	memcpy(&net.link.gateway, origin->gateway, sizeof(net.link.gateway));
	return NULL;
}

/* The parameter server= is preferred, then the URI of HTTP boot, then PXE's server. */
static const char *find_server(const struct netboot_origin *origin, const char *server)
{
	struct netboot_link *link = &net.link;
	const char *why = NULL;

	if (server[0] != '\0')
		why = netboot_url_parse(&link->server, server, strlen(server));
	else if (origin->uri != NULL)
		why = netboot_url_parse(&link->server, origin->uri, origin->uri_length);
	else if (is_zero(&link->tftp_server))
		return "the network boot names no server; use server=URL";
	else
		find_server_by_tftp();
	if (why == NULL && is_zero(&link->tftp_server))
		memcpy(&link->tftp_server, link->server.address, sizeof(link->tftp_server));
	return why;
}

static const char *find_addresses(EFI_HANDLE device, const struct netboot_origin *origin,
				  const char *server)
{
	const char *why = find_own_addresses(device, origin);

	if (why == NULL && is_zero(&net.link.address))
		why = "firmware does not state its network address";
	return why != NULL ? why : find_server(origin, server);
}

/* ---- Configuration ---- */

static struct netboot_reply fetch(const char *path, bool by_http)
{
	return by_http ? http_get(&net.link, path, net.config, NETBOOT_CONFIG_BYTES_MAX)
		       : tftp_read(&net.link, path, net.config, NETBOOT_CONFIG_BYTES_MAX);
}

/* Whether the server has answered, even if only that it has no such file. */
static bool has_answered(const struct netboot_reply *reply)
{
	return reply->code != 0 || reply->status == EFI_SUCCESS ||
	       reply->status == EFI_TFTP_ERROR || reply->status == EFI_BUFFER_TOO_SMALL;
}

/* Fetch the first configuration that exists. Returns whether the server answers. */
static bool fetch_configuration(bool by_http)
{
	char path[PATH_CHARS], why[REASON_CHARS];

	for (unsigned which = 0; (which = netboot_config_path(path, sizeof(path), &net.machine,
							      which)) != 0;) {
		struct netboot_reply reply = fetch(path, by_http);

		net.has_config = reply.status == EFI_SUCCESS &&
				 (!by_http || reply.code == 200);
		if (net.has_config) {
			net.config_bytes = reply.bytes;
			report("configuration %s: %lu bytes by %s", path,
			       (unsigned long)reply.bytes, reply.what);
			return true;
		}
		if (reply.code != 404 && reply.status != EFI_TFTP_ERROR) {
			explain(why, sizeof(why), &reply);
			report("configuration %s: %s", path, why);
		}
		if (!has_answered(&reply))
			return false;
	}
	return true;
}

void netboot_begin(EFI_HANDLE device, const struct netboot_machine *machine, const char *server)
{
	EFI_GUID guid = EFI_DEVICE_PATH_PROTOCOL_GUID;
	struct netboot_origin origin;

	if (device == NULL || firmware_services->HandleProtocol(
				      device, &guid, (void **)&net.link.path) != EFI_SUCCESS)
		return;
	origin_parse(&origin, (const uint8_t *)net.link.path);
	if (!origin.is_network)
		return;
	net.is_origin = true;
	net.machine = *machine;
	netboot_mac_text(net.machine.mac, origin.mac);
	net.unsupported = find_addresses(device, &origin, server);
	if (net.unsupported != NULL) {
		report("%s", net.unsupported);
		return;
	}
	report("machine %s, address %u.%u.%u.%u, server %s", net.machine.mac,
	       net.link.address.Addr[0], net.link.address.Addr[1], net.link.address.Addr[2],
	       net.link.address.Addr[3], net.link.server.base);
	if (!http_is_available(&net.link))
		report("firmware has no HTTP driver; using TFTP");
	net.is_silent = !(http_is_available(&net.link) && fetch_configuration(true)) &&
			!fetch_configuration(false);
	if (!net.is_silent && !net.has_config)
		report("no configuration for this machine");
}

bool netboot_is_origin(void)
{
	return net.is_origin;
}

const char *netboot_unsupported_reason(void)
{
	return net.unsupported;
}

const char *netboot_warning(void)
{
	return net.is_silent ? "The server does not answer. Results stay in memory until it does."
			     : NULL;
}

bool netboot_has_configuration(void)
{
	return net.has_config;
}

static void refuse_word(void *context, const char *word, const char *why)
{
	(void)context;
	report("configuration: %s: %s", word, why);
}

size_t netboot_append_words(char *line, size_t length, size_t size)
{
	if (!net.has_config || length >= size)
		return length;
	return netboot_words_append(line, length, size, net.config, net.config_bytes, refuse_word,
				    NULL);
}

const char *netboot_lines(void)
{
	return net.report;
}

/* ---- Results ---- */

static bool is_stored(const struct netboot_reply *reply)
{
	return reply->code != 0 ? reply->code >= 200 && reply->code < 300
				: reply->status == EFI_SUCCESS;
}

/* Send the log under the first free name, because a machine without a clock may repeat a name. */
static struct netboot_reply put(const struct persistent_log *log, char path[PATH_CHARS])
{
	const char *text = (const char *)log + PERSISTENT_LOG_TEXT;
	struct netboot_reply reply = {0};
	char name[NETBOOT_NAME_CHARS];

	for (unsigned number = 1; number <= NETBOOT_NUMBER_MAX; number++) {
		netboot_result_name(name, &net.machine, log->name, number);
		fmt_buffer(path, PATH_CHARS, NETBOOT_RESULTS "/%s", name);
		reply = http_put(&net.link, path, text, log->used_bytes);
		if (reply.code != 409)
			break;
	}
	return reply;
}

bool netboot_send(const struct persistent_log *log, char *note, size_t size)
{
	const char *text = (const char *)log + PERSISTENT_LOG_TEXT;
	char path[PATH_CHARS], name[NETBOOT_NAME_CHARS], why[REASON_CHARS];
	struct netboot_reply reply;
	size_t used = 0;

	if (net.unsupported != NULL) {
		text_copy(note, size, net.unsupported);
		return false;
	}
	if (http_is_available(&net.link)) {
		reply = put(log, path);
		explain(why, sizeof(why), &reply);
		if (is_stored(&reply)) {
			fmt_buffer(note, size, "%s%s, %lu bytes, %s", net.link.server.base, path,
				   (unsigned long)log->used_bytes, why);
			return true;
		}
		used = fmt_buffer(note, size, "%s, ", why);
	}
	netboot_result_name(name, &net.machine, log->name, 1);
	fmt_buffer(path, sizeof(path), NETBOOT_RESULTS "/%s", name);
	reply = tftp_write(&net.link, path, text, log->used_bytes);
	explain(why, sizeof(why), &reply);
	if (is_stored(&reply))
		fmt_buffer(note, size, "%s by TFTP, %lu bytes", path,
			   (unsigned long)log->used_bytes);
	else
		fmt_buffer(note + used, size - used, "%s", why);
	return is_stored(&reply);
}
