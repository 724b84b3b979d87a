/* SPDX-License-Identifier: MIT */
/* See tftp.h. UEFI Specification 2.10, section 30.3, "EFI MTFTPv4 Protocol"; RFC 1350. */
#include "boot/efi/netboot/tftp.h"

#include "boot/efi/firmware.h"
#include "lib/netboot/names.h"
#include "lib/text/string.h"

#define TFTP_PORT 69
#define TRIES 3
#define TRY_SECONDS 3
#define READ_SECONDS 20
#define SLOWEST_BYTES_PER_SECOND (8u << 10)
#define BLOCK_BYTES "1428"              /* fills an Ethernet frame */
#define PATH_CHARS (NETBOOT_NAME_CHARS + 16)

static void poll_tftp(void *protocol)
{
	struct mtftp4_protocol *tftp = protocol;

	tftp->poll(tftp);
}

static EFI_STATUS transfer(const struct netboot_link *link, struct mtftp4_protocol *tftp,
			   struct mtftp4_token *token, bool is_write)
{
	struct mtftp4_config config = {
		.address = link->address, .mask = link->mask, .gateway = link->gateway,
		.server = link->tftp_server, .server_port = TFTP_PORT,
		.tries = TRIES, .timeout_seconds = TRY_SECONDS,
	};
	UINT64 sent_bytes = is_write ? token->buffer_bytes : 0;
	unsigned seconds = READ_SECONDS + (unsigned)(sent_bytes / SLOWEST_BYTES_PER_SECOND);
	EFI_STATUS status = tftp->configure(tftp, &config);

	if (status != EFI_SUCCESS)
		return status;
	token->status = EFI_NOT_READY;
	status = is_write ? tftp->write_file(tftp, token) : tftp->read_file(tftp, token);
	if (status == EFI_SUCCESS)
		status = link_await(&token->status, poll_tftp, tftp, seconds);
	tftp->configure(tftp, NULL);    /* ends the transfer */
	return status;
}

static struct netboot_reply tftp_call(const struct netboot_link *link, const char *path,
				      void *buffer, size_t size, bool is_write)
{
	EFI_GUID binding = MTFTP4_BINDING_GUID, protocol = MTFTP4_PROTOCOL_GUID;
	struct netboot_reply reply = {.what = "TFTP"};
	char name[PATH_CHARS];
	struct mtftp4_option block = {(CHAR8 *)"blksize", (CHAR8 *)BLOCK_BYTES};
	struct mtftp4_token token = {
		.file = (CHAR8 *)name, .mode = (CHAR8 *)"octet",
		.option_count = 1, .options = &block,
		.buffer = buffer, .buffer_bytes = size,
	};
	struct link_child child;

	text_copy(name, sizeof(name), path);
	reply.status = firmware_services->CreateEvent(0, 0, NULL, NULL, &token.event);
	if (reply.status != EFI_SUCCESS)
		return reply;
	reply.status = link_open_child(link, &binding, &protocol, &child);
	if (reply.status == EFI_SUCCESS)
		reply.status = transfer(link, child.protocol, &token, is_write);
	link_close_child(&child);
	firmware_services->CloseEvent(token.event);
	if (reply.status == EFI_SUCCESS && token.buffer_bytes <= size)
		reply.bytes = token.buffer_bytes;
	return reply;
}

struct netboot_reply tftp_read(const struct netboot_link *link, const char *path, void *buffer,
			       size_t size)
{
	return tftp_call(link, path, buffer, size, false);
}

struct netboot_reply tftp_write(const struct netboot_link *link, const char *path,
				const void *text, size_t size)
{
	return tftp_call(link, path, (void *)(uintptr_t)text, size, true);
}
