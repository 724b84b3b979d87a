/* SPDX-License-Identifier: MIT */
/* Firmware's network protocols that GNU-EFI's headers lack. References are to the UEFI
 * Specification 2.10. */
#ifndef BOOT_EFI_NETBOOT_PROTOCOLS_H
#define BOOT_EFI_NETBOOT_PROTOCOLS_H

#include <efi.h>

/* Section 11.6, "EFI Service Binding Protocol". */
struct service_binding {
	EFI_STATUS (EFIAPI *create_child)(struct service_binding *, EFI_HANDLE *child);
	EFI_STATUS (EFIAPI *destroy_child)(struct service_binding *, EFI_HANDLE child);
};

/* Section 29.6, "EFI HTTP Protocols". */
#define HTTP_BINDING_GUID \
	{0xbdc8e6af, 0xd9bc, 0x4379, {0xa7, 0x2a, 0xe0, 0xc4, 0xe7, 0x5d, 0xae, 0x1c}}
#define HTTP_PROTOCOL_GUID \
	{0x7a59b29b, 0x910b, 0x4171, {0x82, 0x42, 0xa8, 0x5a, 0x0d, 0xf2, 0x5b, 0x5b}}

enum { HTTP_METHOD_GET = 0, HTTP_METHOD_PUT = 6 };

struct http_access_point {
	BOOLEAN uses_default_address;
	EFI_IPv4_ADDRESS address, mask;
	UINT16 port;
};

struct http_config {
	UINT32 version;                 /* version of HTTP: 0 is 1.0, 1 is 1.1 */
	UINT32 timeout_ms;
	BOOLEAN is_version_6;           /* whether the version of the Internet Protocol is 6 */
	struct http_access_point *access_point;
};

struct http_request {
	UINT32 method;
	CHAR16 *url;
};

struct http_response {
	UINT32 status;                  /* index of a status code, see http_status_code */
};

struct http_header {
	CHAR8 *name, *value;
};

struct http_message {
	union {
		struct http_request *request;
		struct http_response *response;
	};
	UINTN header_count;
	struct http_header *headers;
	UINTN body_bytes;
	void *body;
};

struct http_token {
	EFI_EVENT event;
	EFI_STATUS status;
	struct http_message *message;
};

struct http_protocol {
	EFI_STATUS (EFIAPI *get_mode_data)(struct http_protocol *, struct http_config *);
	EFI_STATUS (EFIAPI *configure)(struct http_protocol *, struct http_config *);
	EFI_STATUS (EFIAPI *request)(struct http_protocol *, struct http_token *);
	EFI_STATUS (EFIAPI *cancel)(struct http_protocol *, struct http_token *);
	EFI_STATUS (EFIAPI *response)(struct http_protocol *, struct http_token *);
	EFI_STATUS (EFIAPI *poll)(struct http_protocol *);
};

/* Section 30.3, "EFI MTFTPv4 Protocol". */
#define MTFTP4_BINDING_GUID \
	{0x2fe800be, 0x8f01, 0x4aa6, {0x94, 0x6b, 0xd7, 0x13, 0x88, 0xe1, 0x83, 0x3f}}
#define MTFTP4_PROTOCOL_GUID \
	{0x78247c57, 0x63db, 0x4708, {0x99, 0xc2, 0xa8, 0xb4, 0xa9, 0xa6, 0x1f, 0x6b}}

struct mtftp4_config {
	BOOLEAN uses_default_address;
	EFI_IPv4_ADDRESS address, mask;
	UINT16 local_port;
	EFI_IPv4_ADDRESS gateway, server;
	UINT16 server_port, tries, timeout_seconds;
};

struct mtftp4_option {
	CHAR8 *name, *value;
};

struct mtftp4_token {
	EFI_STATUS status;
	EFI_EVENT event;
	void *override_data;
	CHAR8 *file, *mode;
	UINT32 option_count;
	struct mtftp4_option *options;
	UINT64 buffer_bytes;
	void *buffer, *context;
	void *check_packet, *timeout_callback, *packet_needed;
};

struct mtftp4_protocol {
	void *get_mode_data;
	EFI_STATUS (EFIAPI *configure)(struct mtftp4_protocol *, struct mtftp4_config *);
	void *get_info, *parse_options;
	EFI_STATUS (EFIAPI *read_file)(struct mtftp4_protocol *, struct mtftp4_token *);
	EFI_STATUS (EFIAPI *write_file)(struct mtftp4_protocol *, struct mtftp4_token *);
	void *read_directory;
	EFI_STATUS (EFIAPI *poll)(struct mtftp4_protocol *);
};

/* Section 28.1, "EFI TCPv4 Protocol". GNU-EFI has the protocol, but the names of these members
 * differ between its versions. */
#define TCP4_BINDING_GUID \
	{0x00720665, 0x67eb, 0x4a99, {0xba, 0xf7, 0xd3, 0xc3, 0x3a, 0x1c, 0x7c, 0xc9}}
#define TCP4_PROTOCOL_GUID \
	{0x65530bc7, 0xa359, 0x410f, {0xb0, 0x10, 0x5a, 0xad, 0xc7, 0xec, 0x2b, 0x62}}

#endif
