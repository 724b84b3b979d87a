/* SPDX-License-Identifier: MIT */
/* See link.h. */
#include "boot/efi/netboot/link.h"

#include "boot/efi/firmware.h"
#include "lib/text/string.h"

#define SECOND_100NS (10 * 1000 * 1000ull)
#define TIME_TO_LIVE 64

/* Section 7.3.11, "EFI_BOOT_SERVICES.LocateDevicePath()": the call moves the path to its unmatched
 * rest. */
static EFI_STATUS find_service(const struct netboot_link *link, EFI_GUID *service,
			       EFI_HANDLE *card)
{
	EFI_DEVICE_PATH *path = link->path;

	return firmware_services->LocateDevicePath(service, &path, card);
}

bool link_has_service(const struct netboot_link *link, EFI_GUID *service)
{
	EFI_HANDLE card;

	return find_service(link, service, &card) == EFI_SUCCESS;
}

EFI_STATUS link_open_child(const struct netboot_link *link, EFI_GUID *service, EFI_GUID *protocol,
			   struct link_child *child)
{
	EFI_HANDLE card;
	EFI_STATUS status = find_service(link, service, &card);

	*child = (struct link_child){0};
	if (status == EFI_SUCCESS)
		status = firmware_services->HandleProtocol(card, service,
							   (void **)&child->binding);
	if (status == EFI_SUCCESS)
		status = child->binding->create_child(child->binding, &child->handle);
	if (status == EFI_SUCCESS)
		status = firmware_services->HandleProtocol(child->handle, protocol,
							   &child->protocol);
	return status;
}

void link_close_child(struct link_child *child)
{
	if (child->handle != NULL)
		child->binding->destroy_child(child->binding, child->handle);
}

EFI_STATUS link_await(const EFI_STATUS *status, void (*poll)(void *protocol), void *protocol,
		      unsigned seconds)
{
	const volatile EFI_STATUS *awaited = status;
	EFI_EVENT timer;
	EFI_STATUS result =
		firmware_services->CreateEvent(EVT_TIMER, 0, NULL, NULL, &timer);

	if (result != EFI_SUCCESS)
		return result;
	result = firmware_services->SetTimer(timer, TimerRelative, seconds * SECOND_100NS);
	while (result == EFI_SUCCESS && *awaited == EFI_NOT_READY) {
		poll(protocol);
		if (*awaited == EFI_NOT_READY &&
		    firmware_services->CheckEvent(timer) == EFI_SUCCESS)
			result = EFI_TIMEOUT;
	}
	firmware_services->CloseEvent(timer);
	return result != EFI_SUCCESS ? result : *awaited;
}

/* ---- Connections ---- */

static void poll_tcp(void *protocol)
{
	EFI_TCP4 *tcp = protocol;

	tcp->Poll(tcp);
}

static EFI_STATUS connect(const struct netboot_link *link, EFI_TCP4 *tcp, EFI_EVENT event,
			  unsigned seconds)
{
	EFI_TCP4_CONFIG_DATA config = {
		.TimeToLive = TIME_TO_LIVE,
		.AccessPoint = {
			.StationAddress = link->address,
			.SubnetMask = link->mask,
			.RemotePort = link->server.port,
			.ActiveFlag = TRUE,
		},
	};
	EFI_TCP4_CONNECTION_TOKEN token = {{event, EFI_NOT_READY}};
	EFI_TCP4_CLOSE_TOKEN close = {{event, EFI_NOT_READY}, TRUE};
	EFI_STATUS status;

	memcpy(&config.AccessPoint.RemoteAddress, link->server.address,
	       sizeof(config.AccessPoint.RemoteAddress));
	status = tcp->Configure(tcp, &config);
	if (status == EFI_SUCCESS)
		status = tcp->Connect(tcp, &token);
	if (status == EFI_SUCCESS)
		status = link_await(&token.CompletionToken.Status, poll_tcp, tcp, seconds);
	if (status == EFI_SUCCESS && tcp->Close(tcp, &close) == EFI_SUCCESS)
		link_await(&close.CompletionToken.Status, poll_tcp, tcp, seconds);
	tcp->Configure(tcp, NULL);      /* ends both requests, so that the firmware no longer uses
					 * their tokens */
	return status;
}

EFI_STATUS link_try_connection(const struct netboot_link *link, unsigned seconds)
{
	EFI_GUID binding = TCP4_BINDING_GUID, protocol = TCP4_PROTOCOL_GUID;
	struct link_child child;
	EFI_EVENT event;
	EFI_STATUS status = firmware_services->CreateEvent(0, 0, NULL, NULL, &event);

	if (status != EFI_SUCCESS)
		return status;
	status = link_open_child(link, &binding, &protocol, &child);
	if (status == EFI_SUCCESS)
		status = connect(link, child.protocol, event, seconds);
	link_close_child(&child);
	firmware_services->CloseEvent(event);
	return status;
}
