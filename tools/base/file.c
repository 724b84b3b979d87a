/* SPDX-License-Identifier: MIT */
/* An incompletely written file is an error and leaves the existing file unchanged. */
#include "tools/base/file.h"

#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file_replace.h"

#define FIRST_BYTES (1u << 16)
#define PART_SUFFIX ".part"
#define FILE_OPEN_FLAGS (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

bool file_is_standard(const char *path)
{
	return path != NULL && strcmp(path, "-") == 0;
}

/* Files being written, under temporary names, so a file under its final name is complete, old or
 * new. A program that exits early removes its temporary files. */
struct part {
	struct part *next;
	FILE *file;
	pid_t owner;            /* child processes must not remove them */
	char *path, *part_path;
	char *name;             /* as the user gave it */
	bool is_update;         /* of an input, which the user asked for */
};

static struct part *parts;

static void part_free(struct part *part)
{
	struct part **link = &parts;

	while (*link != part)
		link = &(*link)->next;
	*link = part->next;
	free(part->name);
	free(part->part_path);
	free(part->path);
	free(part);
}

static void remove_parts(void)
{
	for (const struct part *part = parts; part != NULL; part = part->next) {
		if (part->owner == getpid())
			unlink(part->part_path);
	}
}

static struct part *part_of(const FILE *file)
{
	struct part *part = parts;

	while (part != NULL && part->file != file)
		part = part->next;
	return part;
}

bool file_is_part(const char *name)
{
	size_t length = strlen(name), end = strlen(PART_SUFFIX), digits = 0;

	if (length <= end || strcmp(name + length - end, PART_SUFFIX) != 0)
		return false;
	for (length -= end; length > 0 && isdigit((unsigned char)name[length - 1]); length--)
		digits++;
	return digits > 0 && length > 1 && name[length - 1] == '.';
}

/* A new file gets the owner and the permissions of the one that it replaces. Some file systems have
 * no permissions. */
static bool keep_owner(int number, const struct stat *former)
{
	struct stat status;

	if (fstat(number, &status) != 0)
		return false;
	if ((status.st_uid != former->st_uid || status.st_gid != former->st_gid) &&
	    fchown(number, former->st_uid, former->st_gid) != 0)
		return false;
	return fchmod(number, former->st_mode & 07777) == 0 || errno == EPERM;
}

/* A killed program with the same number may have left a file. */
static FILE *open_part(const char *path, const struct stat *former)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
	int number = open(path, flags, 0666);
	FILE *file = NULL;

	if (number < 0 && errno == EEXIST && unlink(path) == 0)
		number = open(path, flags, 0666);
	if (number < 0)
		return NULL;
	file_mark(number);
	if (former == NULL || keep_owner(number, former))
		file = fdopen(number, "w");
	if (file == NULL)
		close(number);
	return file;
}

/* path is that of the temporary file from here on. */
static FILE *part_create(char *path, const struct stat *former)
{
	static bool is_registered;
	struct part *part = xmalloc(sizeof(*part));

	if (!is_registered && atexit(remove_parts) != 0)
		err(EXIT_MACHINE, "out of memory");
	is_registered = true;
	*part = (struct part){
		.next = parts, .owner = getpid(), .path = path,
		.part_path = xasprintf("%s.%ld" PART_SUFFIX, path, (long)getpid()),
	};
	parts = part;           /* before the file exists: marking it may end the program */
	part->file = open_part(part->part_path, former);
	return part->file;
}

/* The target of a link, so that the link stays; the path itself if there is no file yet. */
static char *part_target(const char *path, bool is_there)
{
	char *target = is_there ? realpath(path, NULL) : NULL;

	return target != NULL ? target : xstrdup(path);
}

/* The number of an open file that a path names, such as /dev/stdout; -1 if it names none. */
static int descriptor_of(const char *path)
{
	static const char *const prefixes[] = {"/dev/fd/", "/proc/self/fd/"};
	char end;
	int number;

	if (strcmp(path, "/dev/stdout") == 0)
		return STDOUT_FILENO;
	if (strcmp(path, "/dev/stderr") == 0)
		return STDERR_FILENO;
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		if (strncmp(path, prefixes[i], strlen(prefixes[i])) == 0 &&
		    sscanf(path + strlen(prefixes[i]), "%d%c", &number, &end) == 1 && number >= 0)
			return number;
	}
	return -1;
}

/* The path is not opened again, because that would write from the beginning of the file. */
static FILE *open_descriptor(int number, const char *path)
{
	int flags = fcntl(number, F_GETFL), copy = -1;
	struct stat status;
	FILE *file = NULL;

	if (flags < 0 || fstat(number, &status) != 0 ||
	    (flags & O_ACCMODE) == O_RDONLY) {
		errno = EBADF;
		warn("%s", path);
		return NULL;
	}
	if (file_is_input(&status)) {
		warnx("%s: an input of this command; write to another file", path);
		return NULL;
	}
	copy = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (copy >= 0)
		file = fdopen(copy, flags & O_APPEND ? "a" : "w");
	if (file == NULL)
		warn("%s", path);
	if (file == NULL && copy >= 0)
		close(copy);
	return file;
}

static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? xstrdup(".") : xstrndup(path, (size_t)(slash - path) + 1);
}

/* Whether the path can be opened for an output. Sets *former to the existing file's status; if
 * there is no file, sets its st_mode to 0. If the path cannot be opened, prints the cause. */
static bool may_open(const char *path, struct stat *former)
{
	char *directory = directory_of(path);
	bool may;

	*former = (struct stat){0};
	if (stat(path, former) != 0)
		may = access(directory, W_OK | X_OK) == 0;
	else
		may = access(path, W_OK) == 0;
	if (may && S_ISDIR(former->st_mode)) {
		errno = EISDIR;
		may = false;
	}
	if (!may)
		warn("%s", path);
	free(directory);
	if (may && former->st_mode != 0 && !S_ISREG(former->st_mode) && !file_is_sink(former)) {
		warnx("%s: a device or a socket; write to a file or a pipe", path);
		may = false;
	}
	return may;
}

static bool may_create(const char *path, bool is_update)
{
	struct stat former;

	if (path == NULL || file_is_standard(path) || descriptor_of(path) >= 0)
		return true;
	return may_open(path, &former) && (!S_ISREG(former.st_mode) ||
					   file_may_replace(path, &former, NULL, is_update));
}

bool file_may_create(const char *path)
{
	return may_create(path, false);
}

bool file_may_update(const char *path)
{
	return may_create(path, true);
}

static FILE *create(const char *path, bool is_update)
{
	struct stat former;
	FILE *file;

	if (path == NULL || file_is_standard(path))
		return stdout;
	if (descriptor_of(path) >= 0)
		return open_descriptor(descriptor_of(path), path);
	if (!may_open(path, &former))
		return NULL;
	if (former.st_mode != 0 && !S_ISREG(former.st_mode)) {
		file = fopen(path, "we");
	} else {
		file = part_create(part_target(path, former.st_mode != 0),
				   former.st_mode != 0 ? &former : NULL);
		parts->name = xstrdup(path);
		parts->is_update = is_update;
	}
	if (file != NULL)
		return file;
	warn("%s", path);
	if (parts != NULL && parts->file == NULL) {
		unlink(parts->part_path);
		part_free(parts);
	}
	return NULL;
}

FILE *file_create(const char *path)
{
	return create(path, false);
}

FILE *file_update(const char *path)
{
	return create(path, true);
}

/* The data is flushed to its medium before the rename. Some files do not support this. */
static bool file_flush(FILE *file)
{
	if (fflush(file) != 0)
		return false;
	if (ferror(file)) {
		if (errno != ENOSPC && errno != EDQUOT && errno != EFBIG)
			errno = EIO;
		return false;
	}
	return part_of(file) == NULL || fsync(fileno(file)) == 0 || errno == EINVAL ||
	       errno == ENOTSUP;
}

/* If not, prints the cause and sets errno to 0. */
static bool part_may_replace(const struct part *part)
{
	struct stat former;

	if (lstat(part->path, &former) != 0 || !S_ISREG(former.st_mode) ||
	    file_may_replace(part->name, &former, part->part_path, part->is_update))
		return true;
	errno = 0;
	return false;
}

/* Rename or remove the temporary file. */
static bool part_finish(struct part *part, bool is_written)
{
	int error;

	is_written = is_written && part_may_replace(part) &&
		     rename(part->part_path, part->path) == 0;
	error = errno;
	if (is_written)
		file_note_output(part->path);
	if (!is_written)
		unlink(part->part_path);
	part_free(part);
	errno = error;
	return is_written;
}

static bool file_close(FILE *file, bool is_written)
{
	struct part *part = part_of(file);
	int error = errno;

	if (file == stdout)
		clearerr(file);         /* the error was printed */
	else if (fclose(file) != 0 && is_written)
		is_written = false;
	else
		errno = error;
	return part != NULL ? part_finish(part, is_written) : is_written;
}

static bool is_any_unwritten;

bool file_finish(FILE *file, const char *path)
{
	bool is_written;

	if (file == NULL)
		return false;
	is_written = file_close(file, file_flush(file));
	if (!is_written && errno != 0)
		warn("%s", file == stdout ? "standard output" : path);
	is_any_unwritten |= !is_written;
	return is_written;
}

bool file_write(const char *path, const void *data, size_t size)
{
	FILE *file = file_create(path);

	if (file != NULL)
		fwrite(data, 1, size, file);
	return file_finish(file, path);
}

bool file_are_all_written(void)
{
	return !is_any_unwritten;
}

void file_abandon(FILE *file)
{
	if (file != NULL && file != stdout)
		file_close(file, false);
}

static void warn_too_large(const char *path, uint64_t bytes_max, const char *kind)
{
	warnx("%s: larger than %" PRIu64 " MiB, so not a valid %s", path, bytes_max >> 20, kind);
}

/* Shells name a pipe by its descriptor: `show <(zcat FILE)`. */
static bool is_descriptor(const char *path)
{
	return strncmp(path, "/dev/", strlen("/dev/")) == 0 ||
	       strncmp(path, "/proc/", strlen("/proc/")) == 0;
}

/* Linux, Documentation/admin-guide/devices.txt: /dev/null, a common name for an empty file. */
static bool is_null_device(const struct stat *status)
{
	return S_ISCHR(status->st_mode) && status->st_rdev == makedev(1, 3);
}

/* The file is opened without waiting for the other end of a pipe. Some files of /proc and tracefs,
 * such as kmsg and trace_pipe, are regular and wait for new data instead of ending. Reading such
 * files must not wait either. */
static FILE *open_checked(int number, const char *path, uint64_t bytes_max, const char *kind)
{
	struct stat status;
	FILE *file = NULL;

	if (number < 0 || fstat(number, &status) != 0)
		warn("%s", path);
	else if (!S_ISREG(status.st_mode) && !is_null_device(&status) &&
		 !(S_ISFIFO(status.st_mode) && is_descriptor(path)))
		warnx("%s: not a regular file", path);
	else if (S_ISREG(status.st_mode) && (uint64_t)status.st_size > bytes_max)
		warn_too_large(path, bytes_max, kind);
	else if ((S_ISFIFO(status.st_mode) && fcntl(number, F_SETFL, 0) != 0) ||
		 (file = fdopen(number, "rb")) == NULL)
		warn("%s", path);
	if (file == NULL && number >= 0)
		close(number);
	if (file != NULL)
		file_note_open_input(number);
	return file;
}

FILE *file_open(const char *path, uint64_t bytes_max, const char *kind)
{
	return open_checked(open(path, FILE_OPEN_FLAGS), path, bytes_max, kind);
}

/* Open a name below a directory without following links. Returns -1 with errno set on failure. */
static int open_below(const char *root, const char *name)
{
	int directory = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC), number, error;
	char *copy = xstrdup(name), *rest = copy, *part = strsep(&rest, "/");

	for (; directory >= 0 && rest != NULL; part = strsep(&rest, "/")) {
		number = openat(directory, part, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		error = errno;
		close(directory);
		errno = error;
		directory = number;
	}
	number = directory < 0 ? -1 : openat(directory, part, FILE_OPEN_FLAGS | O_NOFOLLOW);
	error = errno;
	if (directory >= 0)
		close(directory);
	free(copy);
	errno = error;
	return number;
}

/* The size of a regular file, as far as it is permitted; otherwise a first guess. */
static size_t expected_bytes(FILE *file, size_t bytes_max)
{
	struct stat status;

	if (fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0 ||
	    (uint64_t)status.st_size > bytes_max)
		return FIRST_BYTES;
	return (size_t)status.st_size + 1;
}

char *file_read(FILE *file, const char *path, size_t bytes_max, const char *kind, size_t *size)
{
	size_t capacity = expected_bytes(file, bytes_max) / 2 + 1;
	char *text = NULL;

	*size = 0;
	do {
		capacity *= 2;
		text = xreallocarray(text, capacity, 1);
		*size += fread(text + *size, 1, capacity - 1 - *size, file);
	} while (*size == capacity - 1 && *size <= bytes_max);
	text[*size] = '\0';
	if (!ferror(file) && *size <= bytes_max)
		return text;
	if (ferror(file))
		warn("%s", path);
	else
		warn_too_large(path, bytes_max, kind);
	free(text);
	return NULL;
}

char *file_load(const char *path, size_t bytes_max, const char *kind, size_t *size)
{
	FILE *file = file_open(path, bytes_max, kind);
	char *text;

	if (file == NULL)
		return NULL;
	text = file_read(file, path, bytes_max, kind, size);
	fclose(file);
	return text;
}

FILE *file_open_below(const char *root, const char *name, uint64_t bytes_max, const char *kind)
{
	char *path = xasprintf("%s/%s", root, name);
	FILE *file = open_checked(open_below(root, name), path, bytes_max, kind);

	free(path);
	return file;
}

char *file_load_below(const char *root, const char *name, size_t bytes_max, const char *kind,
		      size_t *size)
{
	char *path = xasprintf("%s/%s", root, name), *text = NULL;
	FILE *file = file_open_below(root, name, bytes_max, kind);

	if (file != NULL) {
		text = file_read(file, path, bytes_max, kind, size);
		fclose(file);
	}
	free(path);
	return text;
}

FILE *file_in_memory(char **text, size_t *size)
{
	FILE *file = open_memstream(text, size);

	if (file == NULL)
		err(EXIT_MACHINE, "out of memory");
	return file;
}

void file_end_memory(FILE *file, char *const *text)
{
	bool is_whole = fflush(file) == 0 && !ferror(file);

	if (fclose(file) != 0 || !is_whole || *text == NULL)
		errx(EXIT_MACHINE, "out of memory");
}

bool file_rewind(FILE *file)
{
	return fflush(file) == 0 && !ferror(file) && fseek(file, 0, SEEK_SET) == 0;
}
