/* SPDX-License-Identifier: MIT */
/* See linux.h. Linux kernel documentation, "The EFI Boot Stub"; sections 7.4, "Image Services",
 * and 10.3, "Device Path Nodes". */
#include "boot/efi/linux.h"

#include "boot/efi/linux_line.h"
#include "boot/efi/processor.h"
#include "lib/cpu/identity.h"
#include "lib/text/string.h"

#define KERNEL "\\linux\\" ARCH_NAME "\\vmlinuz"
#define KERNEL_PATH L"" KERNEL
#define NODE_BYTES 4                    /* type, subtype and length of a node */
#define NODE_MEDIA 4
#define NODE_MEDIA_FILE 4
#define NODE_END 0x7f
#define NODES_BYTES_MAX 4096
#define KEY_WAIT_SECONDS 60

static size_t node_bytes(const UINT8 *node)
{
	return (size_t)node[2] | (size_t)node[3] << 8;
}

/* Length of the path without its end node; 0 if the path has no end node. */
static size_t path_bytes(const UINT8 *path)
{
	size_t at = 0;

	while (at < NODES_BYTES_MAX && path[at] != NODE_END && node_bytes(path + at) >= NODE_BYTES)
		at += node_bytes(path + at);
	return path[at] == NODE_END ? at : 0;
}

static void put_node(UINT8 *to, UINT8 type, UINT8 kind, size_t bytes)
{
	to[0] = type;
	to[1] = kind;
	to[2] = (UINT8)bytes;
	to[3] = (UINT8)(bytes >> 8);
}

/* The file's device path on the volume; NULL without memory, or if the volume has no path. */
static EFI_DEVICE_PATH *find_kernel(EFI_HANDLE volume)
{
	static const CHAR16 name[] = KERNEL_PATH;
	EFI_GUID guid = EFI_DEVICE_PATH_PROTOCOL_GUID;
	UINT8 *path, *made;
	size_t used;

	if (firmware_services->HandleProtocol(volume, &guid, (void **)&path) != EFI_SUCCESS ||
	    (used = path_bytes(path)) == 0 ||
	    firmware_services->AllocatePool(EfiLoaderData, used + 2 * NODE_BYTES + sizeof(name),
					    (void **)&made) != EFI_SUCCESS)
		return NULL;
	memcpy(made, path, used);
	put_node(made + used, NODE_MEDIA, NODE_MEDIA_FILE, NODE_BYTES + sizeof(name));
	memcpy(made + used + NODE_BYTES, name, sizeof(name));
	used += NODE_BYTES + sizeof(name);
	put_node(made + used, NODE_END, 0xff, NODE_BYTES);
	return (EFI_DEVICE_PATH *)made;
}

bool linux_is_there(EFI_HANDLE volume)
{
	EFI_GUID guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
	EFI_FILE_IO_INTERFACE *files;
	EFI_FILE_HANDLE root, kernel;
	EFI_STATUS status;

	if (firmware_services->HandleProtocol(volume, &guid, (void **)&files) != EFI_SUCCESS ||
	    files->OpenVolume(files, &root) != EFI_SUCCESS)
		return false;
	status = root->Open(root, &kernel, KERNEL_PATH, EFI_FILE_MODE_READ, 0);
	if (status == EFI_SUCCESS)
		kernel->Close(kernel);
	root->Close(root);
	return status == EFI_SUCCESS;
}

static bool give_line(EFI_HANDLE kernel, const char *line, const char *results)
{
	static char text[LINUX_LINE_MAX + 1];
	static CHAR16 wide[LINUX_LINE_MAX + 1];
	struct processor_linux needs = processor_linux();
	EFI_GUID guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;
	EFI_LOADED_IMAGE *loaded;
	size_t length = 0;

	if (!linux_line_make(text, line, &needs, results) ||
	    firmware_services->HandleProtocol(kernel, &guid, (void **)&loaded) != EFI_SUCCESS)
		return false;
	for (; text[length] != '\0'; length++)
		wide[length] = (CHAR16)text[length];
	loaded->LoadOptions = wide;
	loaded->LoadOptionsSize = (UINT32)((length + 1) * sizeof(CHAR16));
	return true;
}

/* Print the reason of a failure on a cleared screen, because the firmware's console would print
 * over the results. */
static void linux_fail(const char *why)
{
	firmware_clear();
	firmware_print("Bareline: %s.\nThe bare-metal results are on the stick. Press a key to "
		       "return to the firmware.\n", why);
	firmware_wait_for_key(KEY_WAIT_SECONDS);
}

/* Section 7.4.1, "EFI_BOOT_SERVICES.LoadImage()": an untrusted image may be loaded, with
 * EFI_SECURITY_VIOLATION, but must not be started. */
static bool load_kernel(EFI_HANDLE image, EFI_HANDLE volume, EFI_HANDLE *kernel)
{
	EFI_DEVICE_PATH *path = find_kernel(volume);
	EFI_STATUS status = EFI_NOT_FOUND;

	*kernel = NULL;
	if (path != NULL)
		status = firmware_services->LoadImage(FALSE, image, path, NULL, 0, kernel);
	if (status == EFI_SUCCESS)
		return true;
	if (*kernel != NULL)
		firmware_services->UnloadImage(*kernel);
	if (status == EFI_ACCESS_DENIED || status == EFI_SECURITY_VIOLATION)
		linux_fail(KERNEL ": rejected by Secure Boot; sign it with the loader's key");
	else
		linux_fail(KERNEL ": cannot load it; create the stick with `make stick`");
	return false;
}

void linux_start(EFI_HANDLE image, EFI_HANDLE volume, const char *line, const char *results)
{
	EFI_HANDLE kernel;

	if (!load_kernel(image, volume, &kernel))
		return;
	if (!give_line(kernel, line, results)) {
		linux_fail("Linux command line: too long; remove parameters");
		return;
	}
	firmware_services->StartImage(kernel, NULL, NULL);
	linux_fail(KERNEL ": returned instead of starting Linux");
}
