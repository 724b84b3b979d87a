/* SPDX-License-Identifier: MIT */
/* A file is this program's if it has the mark, an extended attribute. Copies, file systems without
 * attributes, and earlier versions lose the mark. So a file is also this program's if the content
 * of the file shows that. */
#include "tools/base/file_replace.h"

#include <err.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "tools/base/alloc.h"

#define MARK "user.bareline"
#define HEAD_BYTES 4096         /* an output with a name of the program has it in its head */
#define SAME_BYTES 256          /* longer than what files of other programs share */

/* A file may be deleted, and its number given to another file, so size and time count too. */
struct file_id {
	dev_t device;
	ino_t number;
	off_t size;
	struct timespec modified;
	bool is_named;
};

struct file_ids {
	struct file_id *items;
	size_t count, capacity;
};

static struct file_ids inputs;
static struct file_ids written;         /* by this process, also without a mark */
static bool is_forced;

void file_replace_force(void)
{
	is_forced = true;
}

bool file_replace_is_forced(void)
{
	return is_forced;
}

/* ---- Files that are known ---- */

static const struct file_id *find_id(const struct file_ids *ids, const struct stat *status)
{
	for (size_t i = ids->count; i > 0; i--) {
		const struct file_id *id = &ids->items[i - 1];

		if (id->device == status->st_dev && id->number == status->st_ino &&
		    (S_ISDIR(status->st_mode) ||
		     (id->size == status->st_size &&
		      id->modified.tv_sec == status->st_mtim.tv_sec &&
		      id->modified.tv_nsec == status->st_mtim.tv_nsec)))
			return id;
	}
	return NULL;
}

static void add_id(struct file_ids *ids, const struct stat *status, bool is_named)
{
	if (ids->count == ids->capacity) {
		ids->capacity = 2 * ids->capacity + 16;
		ids->items = xreallocarray(ids->items, ids->capacity, sizeof(*ids->items));
	}
	ids->items[ids->count++] = (struct file_id){status->st_dev, status->st_ino,
						    status->st_size, status->st_mtim, is_named};
}

/* A command may read and replace what it wrote itself, such as a manifest. */
static void note(const struct stat *status, bool is_named)
{
	if ((S_ISREG(status->st_mode) || S_ISDIR(status->st_mode)) &&
	    find_id(&written, status) == NULL)
		add_id(&inputs, status, is_named);
}

void file_note_input(const char *path)
{
	struct stat status;

	if (path != NULL && stat(path, &status) == 0)
		note(&status, true);
}

void file_note_open_input(int number)
{
	struct stat status;

	if (fstat(number, &status) == 0)
		note(&status, false);
}

bool file_is_named_input(const struct stat *status)
{
	for (size_t i = 0; i < inputs.count; i++) {
		if (inputs.items[i].is_named && inputs.items[i].device == status->st_dev &&
		    inputs.items[i].number == status->st_ino)
			return true;
	}
	return false;
}

bool file_is_input(const struct stat *status)
{
	struct stat standard;

	if (file_is_named_input(status) || find_id(&inputs, status) != NULL)
		return true;
	return fstat(STDIN_FILENO, &standard) == 0 && S_ISREG(standard.st_mode) &&
	       standard.st_dev == status->st_dev && standard.st_ino == status->st_ino;
}

static bool is_same_status(const char *path, const char *other)
{
	struct stat status, other_status;

	return stat(path, &status) == 0 && stat(other, &other_status) == 0 &&
	       status.st_dev == other_status.st_dev && status.st_ino == other_status.st_ino;
}

/* The directory of a path, and the name in it. */
static const char *split(char *path, const char **name)
{
	char *slash = strrchr(path, '/');

	*name = slash != NULL ? slash + 1 : path;
	if (slash == NULL)
		return ".";
	if (slash == path)
		return "/";
	*slash = '\0';
	return path;
}

bool file_is_same(const char *path, const char *other)
{
	char *copy = xstrdup(path), *other_copy = xstrdup(other);
	const char *name, *other_name;
	const char *in = split(copy, &name), *other_in = split(other_copy, &other_name);
	bool is_same = strcmp(path, other) == 0 || is_same_status(path, other) ||
		       (strcmp(name, other_name) == 0 && is_same_status(in, other_in));

	free(copy);
	free(other_copy);
	return is_same;
}

/* ---- Files that this program wrote ---- */

void file_mark(int number)
{
	fsetxattr(number, MARK, "1", 1, 0);
}

void file_note_output(const char *path)
{
	struct stat status;

	if (stat(path, &status) == 0)
		add_id(&written, &status, false);
}

struct head {
	char bytes[HEAD_BYTES];
	size_t size;
};

static bool read_head(const char *path, struct head *head)
{
	int number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	ssize_t size = -1;

	head->size = 0;
	while (number >= 0 && head->size < sizeof(head->bytes) &&
	       (size = read(number, head->bytes + head->size,
			    sizeof(head->bytes) - head->size)) > 0)
		head->size += (size_t)size;
	if (number >= 0)
		close(number);
	return size >= 0;
}

static bool has_text(const struct head *head, const char *text)
{
	return memmem(head->bytes, head->size, text, strlen(text)) != NULL;
}

/* Schemas, titles and comments of formats that can state which program wrote them. */
static bool names_program(const struct head *head)
{
	static const char *const texts[] = {
		"\"schema\": \"bareline-", "Bareline</title>", "**Bareline", "# Bareline",
		"title=Bareline::", "<testsuites name=\"Bareline\"", "bareline_run_info",
		"\"executable\": \"bareline\"", "\"origin\": \"bareline\"",
		"\"name\": \"bareline\"", "# Exact metrics of a deterministic run",
		"condition host: ",
		"# Written by `bareline",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (has_text(head, texts[i]))
			return true;
	}
	return false;
}

/* Tables have a line with the names of their columns. Other formats begin with lines that many
 * programs write. */
static bool has_same_columns(const struct head *former, const struct head *new_head)
{
	const char *end = memchr(former->bytes, '\n', former->size);
	size_t length = end != NULL ? (size_t)(end - former->bytes) + 1 : 0;

	return length > 0 && length <= new_head->size && former->bytes[0] != '{' &&
	       memchr(former->bytes, ',', length) != NULL &&
	       memcmp(former->bytes, new_head->bytes, length) == 0;
}

static bool begins_equally(const struct head *former, const struct head *new_head)
{
	size_t size = former->size < SAME_BYTES ? former->size : SAME_BYTES;

	return (size == SAME_BYTES || former->size == new_head->size) && size <= new_head->size &&
	       memcmp(former->bytes, new_head->bytes, size) == 0;
}

static bool is_own(const char *path, const struct stat *former, const char *new_path)
{
	struct head head, new_head;

	if (former->st_size == 0 || getxattr(path, MARK, NULL, 0) >= 0 ||
	    find_id(&written, former) != NULL)
		return true;
	return read_head(path, &head) &&
	       (names_program(&head) ||
		(new_path != NULL && read_head(new_path, &new_head) &&
		 (has_same_columns(&head, &new_head) || begins_equally(&head, &new_head))));
}

bool file_may_replace(const char *path, const struct stat *former, const char *new_path,
		      bool is_update)
{
	if (!is_update && file_is_input(former)) {
		warnx("%s: an input of this command; write to another file", path);
		return false;
	}
	if (is_forced || is_own(path, former, new_path))
		return true;
	warnx("%s: exists, and bareline did not write it; write to another file, or use --force",
	      path);
	return false;
}

/* Linux, Documentation/admin-guide/devices.txt. */
bool file_is_sink(const struct stat *status)
{
	unsigned group = major(status->st_rdev), number = minor(status->st_rdev);

	if (S_ISFIFO(status->st_mode))
		return true;
	return S_ISCHR(status->st_mode) &&
	       ((group == 1 && (number == 3 || number == 7)) ||         /* null, full */
		(group == 4 && number < 64) ||                          /* consoles */
		(group == 5 && number < 2) ||                           /* tty, console */
		(group >= 136 && group <= 143));                        /* pseudo-terminals */
}
