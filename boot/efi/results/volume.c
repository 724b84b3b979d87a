/* SPDX-License-Identifier: MIT */
/* See volume.h. UEFI Specification, 13.4, "Simple File System Protocol", and 13.5, "File
 * Protocol". */
#include "boot/efi/results/volume.h"

#include "lib/text/string.h"

#define INFO_BYTES 1024
#define PARTIAL "partial.tmp"
#define TRIAL "bareline.tmp"
#define CLUSTER_BYTES_MAX 0x10000u      /* FAT's maximum, for firmware that does not report the
					 * size */
#define COMPARED_BYTES 512u             /* bytes compared at either end */
#define ENTRIES_MAX 65536               /* maximum of a FAT directory */

static EFI_GUID file_system_guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
static EFI_GUID file_system_info_guid = EFI_FILE_SYSTEM_INFO_ID;
static EFI_GUID file_info_guid = EFI_FILE_INFO_ID;
static EFI_GUID block_guid = EFI_BLOCK_IO_PROTOCOL_GUID;

/* Buffer for information structures, as in section 13.5.16, which need their own size and
 * alignment. */
static union {
	EFI_FILE_SYSTEM_INFO volume;
	EFI_FILE_INFO file;
	char bytes[INFO_BYTES];
} information;

/* ---- Volume ---- */

EFI_STATUS volume_open(EFI_HANDLE volume, EFI_FILE_HANDLE *root)
{
	EFI_FILE_IO_INTERFACE *files;

	if (firmware_services->HandleProtocol(volume, &file_system_guid, (void **)&files) !=
	    EFI_SUCCESS)
		return EFI_NO_MEDIA;
	return files->OpenVolume(files, root);
}

static bool get_information(EFI_FILE_HANDLE file, EFI_GUID *what)
{
	UINTN size = sizeof(information);

	return file->GetInfo(file, what, &size, &information) == EFI_SUCCESS;
}

/* Ask the medium too, because the volume's information may wrongly report it as writable. */
bool volume_is_read_only(EFI_HANDLE volume, EFI_FILE_HANDLE root)
{
	EFI_BLOCK_IO *block;

	if (firmware_services->HandleProtocol(volume, &block_guid, (void **)&block) ==
		    EFI_SUCCESS && block->Media->ReadOnly)
		return true;
	return get_information(root, &file_system_info_guid) && information.volume.ReadOnly;
}

/* Section 13.5.17, "EFI_FILE_SYSTEM_INFO". */
struct volume_room volume_room(EFI_FILE_HANDLE root)
{
	struct volume_room room = {~0ull, CLUSTER_BYTES_MAX};

	if (!get_information(root, &file_system_info_guid))
		return room;
	room.free_bytes = information.volume.FreeSpace;
	if (information.volume.BlockSize > 0)
		room.cluster_bytes = information.volume.BlockSize;
	return room;
}

/* ---- Files ---- */

static void widen(CHAR16 *to, const char *text)
{
	while ((*to++ = (CHAR16)*text++) != 0)
		;
}

EFI_STATUS volume_open_file(EFI_FILE_HANDLE in, const char *path, UINT64 mode, UINT64 attributes,
			    EFI_FILE_HANDLE *file)
{
	CHAR16 wide[VOLUME_PATH_CHARS];

	widen(wide, path);
	return in->Open(in, file, wide, mode, attributes);
}

/* Section 13.5.16, "EFI_FILE_INFO": if a time is all zero, SetInfo keeps it. The firmware's own
 * times may be invalid, so that it would refuse them. */
static EFI_STATUS rename_file(EFI_FILE_HANDLE file, const char *name)
{
	if (!get_information(file, &file_info_guid))
		return EFI_DEVICE_ERROR;
	memset(&information.file.CreateTime, 0, sizeof(EFI_TIME));
	memset(&information.file.LastAccessTime, 0, sizeof(EFI_TIME));
	memset(&information.file.ModificationTime, 0, sizeof(EFI_TIME));
	widen(information.file.FileName, name);
	information.file.Size = SIZE_OF_EFI_FILE_INFO + (strlen(name) + 1) * sizeof(CHAR16);
	return file->SetInfo(file, &file_info_guid, information.file.Size, &information);
}

static EFI_STATUS put(EFI_FILE_HANDLE file, const char *text, size_t size)
{
	UINTN written = size;
	EFI_STATUS status = file->Write(file, &written, (void *)(uintptr_t)text);

	return status == EFI_SUCCESS && written != size ? EFI_VOLUME_FULL : status;
}

static EFI_STATUS write_as(EFI_FILE_HANDLE directory, const char *name,
			   const struct volume_file *content, EFI_FILE_HANDLE *file)
{
	EFI_STATUS status = volume_open_file(directory, name, VOLUME_CREATE, 0, file);

	if (status != EFI_SUCCESS)
		return status;
	status = put(*file, content->text, content->size);
	if (status == EFI_SUCCESS)
		status = (*file)->Flush(*file);
	if (status != EFI_SUCCESS)
		(*file)->Delete(*file);         /* also closes it */
	return status;
}

EFI_STATUS volume_write(EFI_FILE_HANDLE directory, const struct volume_file *content)
{
	EFI_FILE_HANDLE file;
	EFI_STATUS status = write_as(directory, PARTIAL, content, &file);

	if (status != EFI_SUCCESS)
		return status;
	if (rename_file(file, content->name) != EFI_SUCCESS) {
		file->Delete(file);
		status = write_as(directory, content->name, content, &file);
	}
	return status == EFI_SUCCESS ? file->Close(file) : status;
}

static bool has_at(EFI_FILE_HANDLE file, UINT64 at, const char *text, size_t size)
{
	char there[COMPARED_BYTES];
	UINTN count = size;

	return file->SetPosition(file, at) == EFI_SUCCESS &&
	       file->Read(file, &count, there) == EFI_SUCCESS && count == size &&
	       memcmp(there, text, size) == 0;
}

bool volume_has(EFI_FILE_HANDLE directory, const struct volume_file *wanted)
{
	size_t part = wanted->size < COMPARED_BYTES ? wanted->size : COMPARED_BYTES;
	size_t last = wanted->size - part;
	EFI_FILE_HANDLE file;
	bool has;

	if (volume_open_file(directory, wanted->name, VOLUME_READ, 0, &file) != EFI_SUCCESS)
		return false;
	has = get_information(file, &file_info_guid) &&
	      information.file.FileSize == wanted->size && has_at(file, 0, wanted->text, part) &&
	      has_at(file, last, wanted->text + last, part);
	file->Close(file);
	return has;
}

/* An empty file has no cluster, so allocating no cluster always succeeds. A directory needs at
 * least one cluster. */
EFI_STATUS volume_try_clusters(EFI_FILE_HANDLE root, unsigned clusters)
{
	static char piece[EFI_PAGE_SIZE];
	UINT64 wanted = clusters * volume_room(root).cluster_bytes;
	EFI_FILE_HANDLE file;
	EFI_STATUS status = volume_open_file(root, TRIAL, VOLUME_CREATE, 0, &file);

	if (status != EFI_SUCCESS)
		return status;
	for (UINT64 done = 0; status == EFI_SUCCESS && done < wanted; done += sizeof(piece))
		status = put(file, piece, sizeof(piece));
	if (status == EFI_SUCCESS)
		status = file->Flush(file);
	file->Delete(file);
	return status;
}

bool volume_remove(EFI_FILE_HANDLE in, const char *path)
{
	EFI_FILE_HANDLE file;

	if (volume_open_file(in, path, VOLUME_WRITE, 0, &file) != EFI_SUCCESS)
		return false;
	file->Delete(file);
	return true;
}

/* ---- Directories ---- */

/* Convert to ASCII. Returns false if the name is too long, not ASCII, or begins with a dot. */
static bool narrow(char *to, size_t size, const CHAR16 *wide)
{
	size_t length = 0;

	for (; wide[length] != 0; length++) {
		if (length + 1 >= size || wide[length] > '~')
			return false;
		to[length] = (char)wide[length];
	}
	to[length] = '\0';
	return length > 0 && to[0] != '.';
}

bool volume_next_name(EFI_FILE_HANDLE directory, char *name, size_t size)
{
	for (unsigned i = 0; i < ENTRIES_MAX; i++) {
		UINTN bytes = sizeof(information);

		if (directory->Read(directory, &bytes, &information) != EFI_SUCCESS || bytes == 0)
			return false;
		if (narrow(name, size, information.file.FileName))
			return true;
	}
	return false;
}

static bool exists(EFI_FILE_HANDLE in, const char *name)
{
	EFI_FILE_HANDLE file;

	if (volume_open_file(in, name, VOLUME_READ, 0, &file) != EFI_SUCCESS)
		return false;
	file->Close(file);
	return true;
}

/* Microsoft, "FAT: General Overview of On-Disk Format": the first entry of every directory except
 * the root is ".", itself. */
static bool names_itself_first(EFI_FILE_HANDLE directory)
{
	UINTN size = sizeof(information);

	return directory->SetPosition(directory, 0) == EFI_SUCCESS &&
	       directory->Read(directory, &size, &information) == EFI_SUCCESS && size > 0 &&
	       information.file.FileName[0] == '.' && information.file.FileName[1] == 0;
}

/* Some firmware does not report the size of a directory, or its "." entry. If an entry has no
 * cluster, it has neither. */
bool volume_is_directory(EFI_FILE_HANDLE directory, const char *own_name)
{
	if (!get_information(directory, &file_info_guid) ||
	    (information.file.Attribute & EFI_FILE_DIRECTORY) == 0)
		return false;
	if (information.file.PhysicalSize == 0 && !names_itself_first(directory))
		return false;
	return !exists(directory, own_name);
}
