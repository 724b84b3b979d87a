/* SPDX-License-Identifier: MIT */
/* See results.h. A file gets its name only after it was written and flushed, so a log with that
 * name is whole, even after a power failure. */
#include "boot/efi/results/results.h"

#include "boot/efi/name.h"
#include "boot/efi/results/summary.h"
#include "boot/efi/results/volume.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define NAMES_MAX 99                    /* number of names for one second and one machine */
#define FILES 3                         /* the log and two summaries */
#define DIRECTORY_CLUSTERS 4            /* two directories, and growth of their parents */
#define KIB 1024u
#define ROOM_KIB 1024                   /* a quick suite needs 540 KiB */
#define ROOM_LINUX_KIB 1536             /* in addition; a quick suite needs 1100 KiB, most of it for
					 * the report */

static char problem[160];

/* Files to write; the first is the log. */
struct results_files {
	struct volume_file file[FILES];
	char *buffers[FILES];           /* texts of the summaries */
	unsigned count;
};

const char *results_unsupported_reason(EFI_HANDLE volume)
{
	EFI_FILE_HANDLE root;
	bool read_only;

	if (volume_open(volume, &root) != EFI_SUCCESS)
		return "the loader's volume has no file system";
	read_only = volume_is_read_only(volume, root);
	root->Close(root);
	return read_only ? "the loader's volume is read-only" : NULL;
}

static const char *warn_below(EFI_HANDLE volume, unsigned wanted_kib, const char *whose)
{
	struct volume_room room;
	EFI_FILE_HANDLE root;

	if (volume_open(volume, &root) != EFI_SUCCESS)
		return NULL;
	room = volume_room(root);
	root->Close(root);
	if (room.free_bytes >= (UINT64)wanted_kib * KIB)
		return NULL;
	fmt_buffer(problem, sizeof(problem), "The stick has %lu KiB free; %s may need %u.",
		   (unsigned long)(room.free_bytes / KIB), whose, wanted_kib);
	return problem;
}

const char *results_warning(EFI_HANDLE volume, bool has_linux)
{
	return has_linux ? warn_below(volume, ROOM_KIB + ROOM_LINUX_KIB, "results of both systems")
			 : warn_below(volume, ROOM_KIB, "results");
}

const char *results_linux_warning(EFI_HANDLE volume)
{
	return warn_below(volume, ROOM_LINUX_KIB, "Linux's results");
}

/* ---- Reasons ---- */

static bool is_of_lost_device(EFI_STATUS status)
{
	static const EFI_STATUS statuses[] = {
		EFI_NO_MEDIA, EFI_MEDIA_CHANGED, EFI_NOT_FOUND, EFI_DEVICE_ERROR, EFI_TIMEOUT,
		EFI_NO_RESPONSE,
	};

	for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
		if (status == statuses[i])
			return true;
	}
	return false;
}

static const char *explain(const char *what, EFI_STATUS status)
{
	const char *why = status == EFI_VOLUME_FULL ? "full"
			  : status == EFI_WRITE_PROTECTED ? "write-protected"
			  : status == EFI_VOLUME_CORRUPTED ? "damaged file system"
			  : status == EFI_UNSUPPORTED ? "not supported by the firmware"
			  : is_of_lost_device(status) ? "no response, or removed"
						      : "refused by the firmware";

	fmt_buffer(problem, sizeof(problem), "%s: %s (EFI status %lu)", what, why,
		   (unsigned long)(status & 0xffff));
	return problem;
}

/* ---- The files ---- */

static void add_summary(struct results_files *files, const struct persistent_log *log,
			const char *name,
			size_t (*write)(char *, const char *, size_t, const char *))
{
	struct volume_file *file = &files->file[files->count];
	const char *text = files->file[0].text;
	char *buffer;

	if (firmware_services->AllocatePool(EfiLoaderData,
					    summary_bytes_max(text, log->used_bytes),
					    (void **)&buffer) != EFI_SUCCESS)
		return;
	file->name = name;
	file->text = files->buffers[files->count++] = buffer;
	file->size = write(buffer, text, log->used_bytes, log->name);
}

/* Make the summaries. If memory is missing, this is no error, because summaries can be made again
 * from the log. */
static void make_files(struct results_files *files, const struct persistent_log *log)
{
	*files = (struct results_files){.count = 1};
	files->file[0] = (struct volume_file){
		"log.txt", (const char *)log + PERSISTENT_LOG_TEXT, log->used_bytes};
	add_summary(files, log, "summary.txt", summary_text);
	add_summary(files, log, "summary.html", summary_page);
}

static void free_files(struct results_files *files)
{
	for (unsigned i = 1; i < files->count; i++)
		firmware_services->FreePool(files->buffers[i]);
}

/* ---- Free space ---- */

static UINT64 bytes_needed(const struct results_files *files, UINT64 cluster_bytes)
{
	UINT64 clusters = DIRECTORY_CLUSTERS;

	for (unsigned i = 0; i < files->count; i++)
		clusters += files->file[i].size / cluster_bytes + 1;
	return clusters * cluster_bytes;
}

/* The volume's information may be an outdated note of another system. So try to allocate the
 * clusters that the directories need. */
static const char *reason_of_room(EFI_FILE_HANDLE root, const struct results_files *files)
{
	struct volume_room room = volume_room(root);
	UINT64 needed = bytes_needed(files, room.cluster_bytes);
	EFI_STATUS status;

	if (room.free_bytes < needed) {
		fmt_buffer(problem, sizeof(problem),
			   "the stick is full: %lu KiB free, %lu KiB needed",
			   (unsigned long)(room.free_bytes / KIB),
			   (unsigned long)((needed + KIB - 1) / KIB));
		return problem;
	}
	status = volume_try_clusters(root, DIRECTORY_CLUSTERS);
	return status != EFI_SUCCESS ? explain("cannot create a file on the stick", status) : NULL;
}

/* ---- Directories ---- */

/* Open a directory, or create it. If a new directory has no place of its own, it is removed
 * again. */
static EFI_STATUS open_directory(EFI_FILE_HANDLE in, const char *name, const char *own_name,
				 EFI_FILE_HANDLE *directory)
{
	EFI_STATUS status = volume_open_file(in, name, VOLUME_WRITE, 0, directory);
	bool is_new = status == EFI_NOT_FOUND;

	if (is_new) {
		status = volume_open_file(in, name, VOLUME_CREATE, EFI_FILE_DIRECTORY, directory);
		if (status == EFI_SUCCESS) {
			(*directory)->Close(*directory);
			status = volume_open_file(in, name, VOLUME_WRITE, 0, directory);
		}
	}
	if (status == EFI_SUCCESS && !volume_is_directory(*directory, own_name)) {
		(*directory)->Close(*directory);
		status = EFI_VOLUME_CORRUPTED;
	}
	if (status != EFI_SUCCESS && is_new)
		volume_remove(in, name);
	return status;
}

/* Open the first usable directory for runs. */
static EFI_STATUS open_all(EFI_FILE_HANDLE root, char name[NAME_DIRECTORY_CHARS],
			   struct results_place *place, EFI_FILE_HANDLE *all)
{
	EFI_STATUS status = EFI_NOT_FOUND;

	for (unsigned number = 1; number <= NAME_DIRECTORIES_MAX; number++) {
		name_numbered(name, NAME_DIRECTORY_CHARS, NAME_DIRECTORY, number);
		status = open_directory(root, name, name, all);
		if (status != EFI_VOLUME_CORRUPTED)
			return status;
		fmt_buffer(place->remark, sizeof(place->remark),
			   "\\%s: not a usable directory; repair it with fsck.vfat -a.\n", name);
	}
	return status;
}

static EFI_STATUS open_own(EFI_FILE_HANDLE all, const char *all_name, const char *wanted,
			   struct results_place *place, EFI_FILE_HANDLE *own)
{
	char name[PERSISTENT_LOG_NAME_CHARS + 4];
	EFI_FILE_HANDLE there;
	EFI_STATUS status;

	for (unsigned number = 1; number <= NAMES_MAX; number++) {
		name_numbered(name, sizeof(name), wanted, number);
		status = volume_open_file(all, name, VOLUME_READ, 0, &there);
		if (status == EFI_SUCCESS)
			there->Close(there);
		if (status != EFI_NOT_FOUND)
			continue;
		fmt_buffer(place->path, sizeof(place->path), "%s\\%s", all_name, name);
		return open_directory(all, name, all_name, own);
	}
	return EFI_ACCESS_DENIED;
}

static EFI_STATUS create_place(EFI_FILE_HANDLE root, const char *wanted,
			       struct results_place *place, EFI_FILE_HANDLE *own)
{
	char name[NAME_DIRECTORY_CHARS];
	EFI_FILE_HANDLE all;
	EFI_STATUS status = open_all(root, name, place, &all);

	if (status != EFI_SUCCESS)
		return status;
	status = open_own(all, name, wanted, place, own);
	all->Close(all);
	return status;
}

/* ---- Writing results ---- */

static void remove_files(EFI_FILE_HANDLE own, const struct results_files *files)
{
	for (unsigned i = 0; i < files->count; i++)
		volume_remove(own, files->file[i].name);
	own->Delete(own);
}

static const char *write_all(EFI_FILE_HANDLE root, const struct persistent_log *log,
			     const struct results_files *files, struct results_place *place)
{
	const char *why = reason_of_room(root, files);
	EFI_FILE_HANDLE own;
	EFI_STATUS status;

	if (why != NULL)
		return why;
	status = create_place(root, log->name, place, &own);
	if (status != EFI_SUCCESS)
		return explain("cannot create a directory on the stick", status);
	for (unsigned i = 0; status == EFI_SUCCESS && i < files->count; i++)
		status = volume_write(own, &files->file[i]);
	if (status == EFI_SUCCESS)
		return own->Close(own) == EFI_SUCCESS ? NULL : "cannot write the log to the stick";
	remove_files(own, files);
	return explain("cannot write the log to the stick", status);
}

/* Read the files back. Reopens the volume's root, so that the file system is read again. */
static const char *read_back(EFI_HANDLE volume, const struct results_files *files,
			     const struct results_place *place)
{
	EFI_FILE_HANDLE root, own;
	EFI_STATUS status = volume_open(volume, &root);
	bool has_all = true;

	if (status != EFI_SUCCESS)
		return explain("cannot read the stick", status);
	status = volume_open_file(root, place->path, VOLUME_WRITE, 0, &own);
	root->Close(root);
	if (status != EFI_SUCCESS)
		return explain("cannot read the new directory", status);
	for (unsigned i = 0; i < files->count; i++)
		has_all = has_all && volume_has(own, &files->file[i]);
	if (has_all) {
		own->Close(own);
		return NULL;
	}
	remove_files(own, files);
	return "the stick returns other data than was written; use another stick";
}

const char *results_write(EFI_HANDLE volume, const struct persistent_log *log,
			  struct results_place *place)
{
	struct results_files files;
	EFI_FILE_HANDLE root;
	const char *why;
	EFI_STATUS status = volume_open(volume, &root);

	*place = (struct results_place){0};
	if (status != EFI_SUCCESS)
		return explain("cannot open the stick", status);
	make_files(&files, log);
	why = write_all(root, log, &files, place);
	root->Close(root);
	if (why == NULL)
		why = read_back(volume, &files, place);
	free_files(&files);
	if (why != NULL)
		place->path[0] = '\0';
	return why;
}
