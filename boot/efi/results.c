/* SPDX-License-Identifier: MIT */
/* See results.h. A file gets its name only when all of it is written and flushed: a log that has
 * it is whole, whenever the power goes. Sections 13.4, "Simple File System Protocol", and 13.5,
 * "File Protocol". */
#include "boot/efi/results.h"

#include "boot/efi/summary.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define DIRECTORY "bareline"
#define PATH_CHARS 128
#define NAMES_MAX 99                    /* of one second and one machine */
#define INFO_BYTES 1024
#define PARTIAL "partial.tmp"
#define READ_WRITE (EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE)
#define READ_WRITE_CREATE (READ_WRITE | EFI_FILE_MODE_CREATE)

static EFI_GUID file_system_guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
static EFI_GUID file_system_info_guid = EFI_FILE_SYSTEM_INFO_ID;
static EFI_GUID file_info_guid = EFI_FILE_INFO_ID;
static EFI_GUID block_guid = EFI_BLOCK_IO_PROTOCOL_GUID;

static char problem[160];

/* Section 13.5.16 and others have information in a buffer of its own size and alignment. */
static union {
	EFI_FILE_SYSTEM_INFO volume;
	EFI_FILE_INFO file;
	char bytes[INFO_BYTES];
} information;

static void widen(CHAR16 *to, const char *text)
{
	while ((*to++ = (CHAR16)*text++) != 0)
		;
}

static EFI_STATUS open_file(EFI_FILE_HANDLE in, const char *path, UINT64 mode, UINT64 attributes,
			    EFI_FILE_HANDLE *file)
{
	CHAR16 wide[PATH_CHARS];

	widen(wide, path);
	return in->Open(in, file, wide, mode, attributes);
}

static EFI_STATUS open_volume(EFI_HANDLE volume, EFI_FILE_HANDLE *root)
{
	EFI_FILE_IO_INTERFACE *files;
	EFI_STATUS status = firmware_services->HandleProtocol(volume, &file_system_guid,
							      (void **)&files);

	return status != EFI_SUCCESS ? status : files->OpenVolume(files, root);
}

static bool is_of_lost_device(EFI_STATUS status)
{
	static const EFI_STATUS statuses[] = {
		EFI_NO_MEDIA, EFI_MEDIA_CHANGED, EFI_NOT_FOUND, EFI_DEVICE_ERROR, EFI_TIMEOUT,
		EFI_NO_RESPONSE, EFI_INVALID_PARAMETER, EFI_UNSUPPORTED,
	};

	for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
		if (status == statuses[i])
			return true;
	}
	return false;
}

static const char *explain(const char *what, EFI_STATUS status)
{
	const char *why = status == EFI_VOLUME_FULL ? "it is full"
			  : status == EFI_WRITE_PROTECTED ? "it is write-protected"
			  : is_of_lost_device(status) ? "it does not answer, or is gone"
						      : "the firmware refuses";

	fmt_buffer(problem, sizeof(problem), "%s: %s (EFI status %lu)", what, why,
		   (unsigned long)(status & 0xffff));
	return problem;
}

/* Its information may claim that what can't be written can. */
static bool is_read_only(EFI_HANDLE volume, EFI_FILE_HANDLE root)
{
	EFI_BLOCK_IO *block;
	UINTN size = sizeof(information);

	if (firmware_services->HandleProtocol(volume, &block_guid, (void **)&block) ==
		    EFI_SUCCESS && block->Media->ReadOnly)
		return true;
	return root->GetInfo(root, &file_system_info_guid, &size, &information) == EFI_SUCCESS &&
	       information.volume.ReadOnly;
}

const char *results_obstacle(EFI_HANDLE volume)
{
	EFI_FILE_HANDLE root;
	bool read_only;

	if (open_volume(volume, &root) != EFI_SUCCESS)
		return "the loader came from no volume with a file system";
	read_only = is_read_only(volume, root);
	root->Close(root);
	return read_only ? "the volume that the loader came from is read-only" : NULL;
}

/* ---- A file ---- */

static EFI_STATUS rename_file(EFI_FILE_HANDLE file, const char *name)
{
	UINTN size = sizeof(information);
	EFI_STATUS status = file->GetInfo(file, &file_info_guid, &size, &information);

	if (status != EFI_SUCCESS)
		return status;
	widen(information.file.FileName, name);
	information.file.Size = SIZE_OF_EFI_FILE_INFO + (strlen(name) + 1) * sizeof(CHAR16);
	return file->SetInfo(file, &file_info_guid, information.file.Size, &information);
}

static EFI_STATUS fill_file(EFI_FILE_HANDLE file, const char *text, size_t size)
{
	UINTN written = size;
	EFI_STATUS status = file->Write(file, &written, (void *)(uintptr_t)text);

	if (status == EFI_SUCCESS && written != size)
		status = EFI_VOLUME_FULL;
	return status == EFI_SUCCESS ? file->Flush(file) : status;
}

static EFI_STATUS write_file(EFI_FILE_HANDLE directory, const char *name, const char *text,
			     size_t size)
{
	EFI_FILE_HANDLE file;
	EFI_STATUS status = open_file(directory, PARTIAL, READ_WRITE_CREATE, 0, &file);

	if (status != EFI_SUCCESS)
		return status;
	status = fill_file(file, text, size);
	if (status == EFI_SUCCESS)
		status = rename_file(file, name);
	if (status == EFI_SUCCESS)
		return file->Close(file);
	file->Delete(file);             /* closes it too */
	return status;
}

/* ---- A directory ---- */

static bool exists(EFI_FILE_HANDLE in, const char *name)
{
	EFI_FILE_HANDLE file;

	if (open_file(in, name, EFI_FILE_MODE_READ, 0, &file) != EFI_SUCCESS)
		return false;
	file->Close(file);
	return true;
}

static EFI_STATUS create_directory(EFI_FILE_HANDLE in, const char *wanted,
				   char name[RESULTS_NAME_CHARS], EFI_FILE_HANDLE *directory)
{
	fmt_buffer(name, RESULTS_NAME_CHARS, "%s", wanted);
	for (unsigned number = 2; exists(in, name); number++) {
		if (number > NAMES_MAX)
			return EFI_ACCESS_DENIED;
		fmt_buffer(name, RESULTS_NAME_CHARS, "%s-%u", wanted, number);
	}
	return open_file(in, name, READ_WRITE_CREATE, EFI_FILE_DIRECTORY, directory);
}

/* Both are made of the log again at home, so they are not worth a failure. */
static void write_summaries(EFI_FILE_HANDLE directory, const struct loan_log *log,
			    const char *name)
{
	const char *text = (const char *)log + LOAN_LOG_TEXT;
	char *buffer;

	if (firmware_services->AllocatePool(EfiLoaderData,
					    summary_bytes_max(text, log->used_bytes),
					    (void **)&buffer) != EFI_SUCCESS)
		return;
	write_file(directory, "summary.txt", buffer,
		   summary_text(buffer, text, log->used_bytes));
	write_file(directory, "summary.html", buffer,
		   summary_page(buffer, text, log->used_bytes, name));
	firmware_services->FreePool(buffer);
}

static const char *write_all(EFI_FILE_HANDLE root, const struct loan_log *log,
			     char name[RESULTS_NAME_CHARS])
{
	EFI_FILE_HANDLE all, own;
	EFI_STATUS status = open_file(root, DIRECTORY, READ_WRITE_CREATE, EFI_FILE_DIRECTORY, &all);

	if (status != EFI_SUCCESS)
		return explain("the stick takes no directory", status);
	status = create_directory(all, log->name, name, &own);
	all->Close(all);
	if (status != EFI_SUCCESS)
		return explain("the stick takes no directory", status);
	status = write_file(own, "log.txt", (const char *)log + LOAN_LOG_TEXT, log->used_bytes);
	if (status != EFI_SUCCESS) {
		own->Delete(own);
		return explain("the stick does not take the log", status);
	}
	write_summaries(own, log, name);
	own->Close(own);
	return NULL;
}

const char *results_write(EFI_HANDLE volume, const struct loan_log *log,
			  char name[RESULTS_NAME_CHARS])
{
	EFI_FILE_HANDLE root;
	const char *why;
	EFI_STATUS status = open_volume(volume, &root);

	if (status != EFI_SUCCESS)
		return explain("the stick can't be opened", status);
	why = write_all(root, log, name);
	root->Close(root);
	return why;
}
