/* SPDX-License-Identifier: MIT */
/* Files below the guest's working directory are stored in COUNT_FILES, from which each run gets
 * a new copy (linux/count/init.c). */
#include "tools/run/count/program_files.h"

#include <dirent.h>
#include <elf.h>
#include <err.h>
#include <errno.h>
#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/run/count/elf_needs.h"
#include "tools/run/count/library_cache.h"

#define FILE_BYTES_MAX ((size_t)256 << 20)
#define ALL_BYTES_MAX ((uint64_t)1 << 30)
#define CACHE_NAME "etc/ld.so.cache"
#define CACHE_PATH "/" CACHE_NAME
#define CACHE_BYTES_MAX ((size_t)64 << 20)
/* A directory that is copied as a whole because the program looks into it. */
#define FOUND_FILES_MAX 8000
#define FOUND_BYTES_MAX ((uint64_t)96 << 20)
#define FOUND_DEPTH_MIN 3
#define LINKS_MAX 40
#define INTERPRETERS_MAX 4
#define SCRIPT_LINE_MAX 256
#define WORK "/" COUNT_WORK

/* Where the loader searches last, and on Debian first in a directory of the processor. */
static const char *const library_directories[] = {
	"/lib", "/usr/lib", "/lib64", "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib",
};
#define OWN_DIRECTORIES 2

/* Libraries of displays and graphics cards, which the guest does not have. */
static const struct {
	const char *begin, *what;
} absent[] = {
	{"libX11.so", "a display (X11)"}, {"libxcb.so", "a display (X11)"},
	{"libwayland-client.so", "a display (Wayland)"}, {"libGL.so", "a graphics card (OpenGL)"},
	{"libvulkan.so", "a graphics card (Vulkan)"}, {"libcuda.so", "a graphics card (CUDA)"},
};

/* ---- Paths ---- */

/* The path without ".", ".." and double slashes, which must be absolute. The caller frees it. */
static char *normal_path(const char *path)
{
	char *copy = xstrdup(path), *rest = copy, *part, *normal = xcalloc(1, strlen(path) + 2);
	size_t length = 0;

	while ((part = strsep(&rest, "/")) != NULL) {
		if (part[0] == '\0' || strcmp(part, ".") == 0)
			continue;
		if (strcmp(part, "..") == 0) {
			while (length > 0 && normal[--length] != '/')
				;
			normal[length] = '\0';
		} else {
			length += (size_t)sprintf(normal + length, "/%s", part);
		}
	}
	if (length == 0)
		strcpy(normal, "/");
	free(copy);
	return normal;
}

static char *guest_path(const char *path)
{
	char *whole = xasprintf("%s/%s", path[0] == '/' ? "" : WORK, path);
	char *normal = normal_path(whole);

	free(whole);
	return normal;
}

static bool is_work(const char *guest)
{
	return strncmp(guest, WORK, strlen(WORK)) == 0 &&
	       (guest[strlen(WORK)] == '/' || guest[strlen(WORK)] == '\0');
}

/* ---- The list ---- */

static int by_guest(const void *first, const void *second)
{
	const struct program_file *a = first, *b = second;

	return strcmp(a->guest, b->guest);
}

static bool has(const struct program_files *files, const char *guest)
{
	struct program_file key = {.guest = (char *)(uintptr_t)guest};

	return tfind(&key, &files->by_guest, by_guest) != NULL;
}

/* The tree has nodes of its own, because the list moves. */
static void list_add(struct program_files *files, const struct program_file *file)
{
	struct program_file *node = xmalloc(sizeof(*node));

	if ((files->count & (files->count - 1)) == 0)
		files->items = xreallocarray(files->items, files->count == 0 ? 1 : 2 * files->count,
					     sizeof(*files->items));
	files->items[files->count] = *file;
	files->items[files->count].guest = xstrdup(file->guest);
	files->items[files->count].host = xstrdup(file->host);
	*node = files->items[files->count++];
	if (tsearch(node, &files->by_guest, by_guest) == NULL)
		err(EXIT_MACHINE, "out of memory");
}

/* The directories above a path. */
static void add_parents(struct program_files *files, const char *guest)
{
	char *path = xstrdup(guest);

	for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (!has(files, path))
			list_add(files, &(struct program_file){
				.kind = PROGRAM_DIRECTORY, .guest = path, .host = "",
				.mode = 0755});
		*slash = '/';
	}
	free(path);
}

static bool add_at(struct program_files *files, const char *host, const char *guest,
		   unsigned links);

/* Add the first link in a path of the guest as a link, then its target, at the path to which the
 * link leads. Returns 1 if there was a link, 0 if not, -1 on failure. */
static int add_link(struct program_files *files, const char *guest, unsigned links)
{
	char *path = xstrdup(guest), target[PATH_MAX], *next = NULL;
	int result = 0;

	for (size_t i = 1; result == 0 && path[i - 1] != '\0'; i++) {
		char end = path[i];
		ssize_t length = -1;

		if (end != '/' && end != '\0')
			continue;
		path[i] = '\0';
		length = readlink(path, target, sizeof(target) - 1);
		path[i] = end;
		if (length < 0) {
			if (end == '\0')
				break;
			continue;
		}
		target[length] = '\0';
		path[i] = '\0';
		if (!has(files, path)) {
			add_parents(files, path);
			list_add(files, &(struct program_file){
				.kind = PROGRAM_LINK, .guest = path, .host = target,
				.mode = 0777});
		}
		if (target[0] == '/') {
			next = xasprintf("%s/%s", target, end == '\0' ? "" : path + i + 1);
		} else {
			*strrchr(path, '/') = '\0';
			next = xasprintf("%s/%s/%s", path, target,
					 end == '\0' ? "" : guest + i + 1);
		}
		result = 1;
	}
	if (result == 1) {
		char *normal = normal_path(next);

		if (links == LINKS_MAX) {
			warnx("%s: too many symbolic links", guest);
			result = -1;
		} else if (!add_at(files, normal, normal, links + 1)) {
			result = -1;
		}
		free(normal);
	}
	free(next);
	free(path);
	return result;
}

static bool add_directory(struct program_files *files, const char *host, const char *guest,
			  unsigned links)
{
	DIR *directory = opendir(host);
	const struct dirent *entry;
	bool good = directory != NULL;

	if (!good)
		warn("%s", host);
	while (good && (entry = readdir(directory)) != NULL) {
		char *from, *to;

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		from = xasprintf("%s/%s", host, entry->d_name);
		to = xasprintf("%s/%s", guest, entry->d_name);
		good = add_at(files, from, to, links);
		free(to);
		free(from);
	}
	if (directory != NULL)
		closedir(directory);
	return good;
}

/* Add a link. Returns false if it is no link. */
static bool add_as_link(struct program_files *files, const char *host, const char *guest)
{
	char target[PATH_MAX];
	ssize_t length = readlink(host, target, sizeof(target) - 1);

	if (length < 0)
		return false;
	target[length] = '\0';
	add_parents(files, guest);
	list_add(files, &(struct program_file){
		.kind = PROGRAM_LINK, .guest = (char *)(uintptr_t)guest, .host = target,
		.mode = 0777});
	return true;
}

/* Add a file, directory or link. In the working directory, a link to a file of the host that has
 * another path there becomes that file. Sockets, devices and dangling links are left out. */
static bool add_at(struct program_files *files, const char *host, const char *guest, unsigned links)
{
	struct stat about;
	int linked;

	if (has(files, guest))
		return true;
	if (files->keeps_links && add_as_link(files, host, guest))
		return true;
	if (strcmp(host, guest) == 0) {
		linked = access(host, F_OK) == 0 ? add_link(files, guest, links) : 0;
		if (linked != 0)
			return linked > 0;
	}
	if (stat(host, &about) != 0) {
		if (lstat(host, &about) == 0)
			return true;
		warn("%s", host);
		return false;
	}
	if (!S_ISDIR(about.st_mode) && !S_ISREG(about.st_mode))
		return true;
	add_parents(files, guest);
	if (S_ISDIR(about.st_mode) && !has(files, guest))
		list_add(files, &(struct program_file){
			.kind = PROGRAM_DIRECTORY, .guest = (char *)(uintptr_t)guest,
			.host = "", .mode = about.st_mode & 07777});
	if (S_ISDIR(about.st_mode))
		return files->is_shallow || add_directory(files, host, guest, links);
	list_add(files, &(struct program_file){
		.guest = (char *)(uintptr_t)guest, .host = (char *)(uintptr_t)host,
		.mode = about.st_mode & 07777});
	files->bytes += (uint64_t)about.st_size;
	if (files->bytes <= ALL_BYTES_MAX)
		return true;
	warnx("%s: the program's files are larger than %llu MiB", host,
	      (unsigned long long)(ALL_BYTES_MAX >> 20));
	return false;
}

bool program_files_add(struct program_files *files, const char *path)
{
	char *guest = guest_path(path), *host = path[0] == '/' ? xstrdup(guest) : xstrdup(path);
	bool good = add_at(files, host, guest, 0);

	free(host);
	free(guest);
	return good;
}

bool program_files_add_root(struct program_files *files, const char *root)
{
	bool good;

	files->keeps_links = true;
	good = add_directory(files, root, "", 0);
	files->keeps_links = false;
	return good;
}

/* The index of a path; the number of items if the guest does not have it. */
static size_t index_of(const struct program_files *files, const char *guest, size_t length)
{
	size_t i = 0;

	while (i < files->count && (strncmp(files->items[i].guest, guest, length) != 0 ||
				    files->items[i].guest[length] != '\0'))
		i++;
	return i;
}

/* The path with its first link replaced, to be freed; NULL if it has none. */
static char *follow_link(const struct program_files *files, const char *guest)
{
	for (size_t end = 1; guest[end - 1] != '\0'; end++) {
		const struct program_file *item;
		size_t parent = end, index;
		char *whole, *normal;

		if (guest[end] != '/' && guest[end] != '\0')
			continue;
		index = index_of(files, guest, end);
		item = &files->items[index];
		if (index == files->count || item->kind != PROGRAM_LINK)
			continue;
		while (guest[parent - 1] != '/')
			parent--;
		whole = xasprintf("%.*s%s%s", item->host[0] == '/' ? 0 : (int)parent, guest,
				  item->host, guest + end);
		normal = normal_path(whole);
		free(whole);
		return normal;
	}
	return NULL;
}

bool program_files_set_own(struct program_files *files, const char *path)
{
	char *guest = guest_path(path), *next;
	size_t index;

	for (unsigned links = 0; links < LINKS_MAX && (next = follow_link(files, guest)) != NULL;
	     links++) {
		free(guest);
		guest = next;
	}
	index = index_of(files, guest, strlen(guest));
	if (index < files->count)
		files->items[index].is_own = true;
	free(guest);
	return index < files->count;
}

void program_files_add_as(struct program_files *files, const char *host, const char *guest)
{
	add_parents(files, guest);
	if (!has(files, guest))
		list_add(files, &(struct program_file){
			.guest = (char *)(uintptr_t)guest, .host = (char *)(uintptr_t)host,
			.mode = 0644});
}

/* ---- Libraries ---- */

/* The path of a library in a directory of a list, in which $ORIGIN is the directory of its user; to
 * be freed, or NULL. */
static char *find_in_list(const char *list, const char *user, const char *name)
{
	char *copy = list != NULL ? xstrdup(list) : NULL, *rest = copy, *directory, *found = NULL;
	int origin = (int)(strrchr(user, '/') - user);

	while (found == NULL && (directory = strsep(&rest, ":")) != NULL) {
		static const char *const marks[] = {"$ORIGIN", "${ORIGIN}"};
		char *path = NULL;

		for (size_t i = 0; path == NULL && i < 2; i++) {
			size_t length = strlen(marks[i]);

			if (strncmp(directory, marks[i], length) == 0)
				path = xasprintf("%.*s%s/%s", origin, user, directory + length,
						 name);
		}
		if (path == NULL)
			path = xasprintf("%s/%s", directory, name);
		if (path[0] == '/' && access(path, R_OK) == 0)
			found = path;
		else
			free(path);
	}
	free(copy);
	return found;
}

static void add_to_cache(struct program_files *files, const char *name, const char *path)
{
	for (size_t i = 0; i < files->library_count; i++) {
		if (strcmp(files->libraries[i].name, name) == 0)
			return;
	}
	files->libraries = xreallocarray(files->libraries, files->library_count + 1,
					 sizeof(*files->libraries));
	files->libraries[files->library_count++] =
		(struct cached_library){xstrdup(name), xstrdup(path)};
}

/* The path of a library as the loader finds it, to be freed; NULL if it is missing. */
static char *find_library(struct program_files *files, const char *list, const char *user,
			  const char *name)
{
	char *found = find_in_list(list, user, name);
	const char *cached;

	if (found != NULL)
		return found;
	if (files->cache == NULL && access(CACHE_PATH, R_OK) == 0)
		files->cache = file_load(CACHE_PATH, CACHE_BYTES_MAX, "cache of libraries",
					 &files->cache_size);
	cached = files->cache != NULL
			 ? library_cache_find(files->cache, files->cache_size, name,
						  files->processor) : NULL;
	if (cached != NULL && access(cached, R_OK) == 0) {
		add_to_cache(files, name, cached);
		return xstrdup(cached);
	}
	for (size_t i = 0; i < sizeof(library_directories) / sizeof(library_directories[0]); i++) {
		char *path = xasprintf("%s%s/%s", library_directories[i],
				       i < OWN_DIRECTORIES
					       ? files->processor->library_directory : "", name);

		if (access(path, R_OK) == 0)
			return path;
		free(path);
	}
	return NULL;
}

static bool refuse_library(const char *user, const char *name)
{
	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++) {
		if (strncmp(name, absent[i].begin, strlen(absent[i].begin)) != 0)
			continue;
		warnx("%s: uses %s: the program needs %s, which the machine does not have", user,
		      name, absent[i].what);
		return true;
	}
	return false;
}

static bool add_libraries(struct program_files *files, const char *host, const char *path,
			  const char *inherited);

static bool add_library(struct program_files *files, const char *user, const char *path,
			const struct elf_needs *needs, const char *inherited, const char *name)
{
	char *found = strchr(name, '/') != NULL ? xstrdup(name)
		      : find_library(files, needs->path != NULL ? needs->path : inherited, path,
				     name);
	bool good = found != NULL;

	if (!good)
		warnx("%s: needs the library %s, which is not on this host", user, name);
	else if (!has(files, found))
		good = program_files_add(files, found) &&
		       add_libraries(files, found, found, inherited);
	free(found);
	return good;
}

/* Add what a file of the host needs. The file is at this path of the guest. */
static bool add_libraries(struct program_files *files, const char *host, const char *path,
			  const char *inherited)
{
	size_t size;
	char *bytes = file_load(host, FILE_BYTES_MAX, "program", &size);
	struct elf_needs needs;
	const char *wrong;
	bool good;

	if (bytes == NULL)
		return false;
	wrong = elf_needs_read(&needs, bytes, size, files->processor);
	if (wrong != NULL) {
		warnx("%s: %s; give a program for %s, or another --arch", host, wrong,
		      files->processor->title);
		free(bytes);
		return false;
	}
	if (needs.interpreter != NULL && access(needs.interpreter, R_OK) != 0) {
		warnx("%s: needs the loader %s, which is not on this host; link it statically, or "
		      "give --root", host, needs.interpreter);
		good = false;
	} else {
		good = needs.interpreter == NULL || program_files_add(files, needs.interpreter);
	}
	for (size_t i = 0; good && i < needs.count; i++)
		good = !refuse_library(host, needs.libraries[i]) &&
		       add_library(files, host, path, &needs,
				   needs.path != NULL ? needs.path : inherited,
				   needs.libraries[i]);
	elf_needs_free(&needs);
	free(bytes);
	return good;
}

/* ---- Programs ---- */

/* The path of a program in PATH, to be freed; NULL if no directory of PATH has it. */
static char *find_program(const char *name)
{
	const char *list = getenv("PATH");
	char *copy = xstrdup(list != NULL ? list : "/usr/bin:/bin"), *rest = copy, *directory;
	char *found = NULL;

	while (found == NULL && (directory = strsep(&rest, ":")) != NULL) {
		char *path = xasprintf("%s/%s", directory, name);
		struct stat about;

		if (directory[0] == '/' && access(path, X_OK) == 0 && stat(path, &about) == 0 &&
		    S_ISREG(about.st_mode))
			found = path;
		else
			free(path);
	}
	free(copy);
	return found;
}

static char *add_program(struct program_files *files, const char *name, const char *instead,
			 unsigned depth);

/* "#!/usr/bin/env python3": the interpreter, and the program that env starts. */
static bool add_interpreters(struct program_files *files, const char *script, const char *bytes,
			     size_t size, unsigned depth)
{
	char line[SCRIPT_LINE_MAX], *rest = line, *word, *end, *directory;
	bool is_env = false;

	snprintf(line, sizeof(line), "%.*s", (int)(size - 2 < sizeof(line) ? size - 2 : 255),
		 bytes + 2);
	end = strpbrk(line, "\r\n");
	if (end != NULL)
		*end = '\0';
	if (depth == INTERPRETERS_MAX) {
		warnx("%s: too many interpreters", script);
		return false;
	}
	for (unsigned i = 0; (word = strsep(&rest, " \t")) != NULL;) {
		if (word[0] == '\0' || (i > 0 && (word[0] == '-' || strchr(word, '=') != NULL)))
			continue;
		if (i > 0 && !is_env)
			break;
		directory = add_program(files, word, NULL, depth + 1);
		if (directory == NULL)
			return false;
		free(directory);
		is_env = i == 0 && strcmp(strrchr(word, '/') != NULL ? strrchr(word, '/') + 1
								     : word, "env") == 0;
		i++;
	}
	return true;
}

static char *add_program(struct program_files *files, const char *name, const char *instead,
			 unsigned depth)
{
	char *found = strchr(name, '/') != NULL ? xstrdup(name) : find_program(name);
	const char *host = instead != NULL ? instead : found;
	char *bytes = NULL, *guest = NULL;
	size_t size, first;
	bool good = found != NULL;

	if (!good)
		warnx("%s: not a program in PATH", name);
	else
		bytes = file_load(host, FILE_BYTES_MAX, "program", &size);
	good = good && bytes != NULL;
	if (good && access(host, X_OK) != 0) {
		warn("%s: not executable", host);
		good = false;
	}
	first = files->count;
	if (good && instead == NULL) {
		good = program_files_add(files, found);
	} else if (good) {
		guest = guest_path(found);
		good = add_at(files, host, guest, 0);
	}
	/* The program itself, at the end of its links. */
	if (good && depth == 0 && files->count > first)
		files->items[files->count - 1].is_own = true;
	free(guest);
	guest = good ? guest_path(found) : NULL;
	if (good && size > 2 && bytes[0] == '#' && bytes[1] == '!')
		good = add_interpreters(files, name, bytes, size, depth);
	else if (good)
		good = add_libraries(files, host, guest, NULL);
	free(bytes);
	if (good && strchr(name, '/') == NULL)
		*strrchr(found, '/') = '\0';
	else if (found != NULL)
		found[0] = '\0';
	free(guest);
	if (good)
		return found;
	free(found);
	return NULL;
}

char *program_files_add_program(struct program_files *files, const char *name, const char *instead)
{
	return add_program(files, name, instead, 0);
}

/* ---- What the guest did not find ---- */

/* Whether a path is of a file that differs between machines, or that the guest makes itself. */
static bool is_excluded(const char *guest)
{
	static const char *const begins[] = {
		"/proc/", "/sys/", "/dev/", "/tmp/", "/run/", "/var/run/", "/etc/ld.so.",
		"/" COUNT_DIRECTORY "/",
	};

	for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
		if (strncmp(guest, begins[i], strlen(begins[i])) == 0)
			return true;
	}
	return false;
}

/* Subtract the number and the size of a directory's files from what is left. Returns false if the
 * files exceed what is left. */
static bool fits(const char *path, uint64_t *files_left, uint64_t *bytes_left)
{
	DIR *directory = opendir(path);
	const struct dirent *entry;
	bool good = directory != NULL;

	while (good && (entry = readdir(directory)) != NULL) {
		char *inner;
		struct stat about;

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		inner = xasprintf("%s/%s", path, entry->d_name);
		if (lstat(inner, &about) != 0 || *files_left == 0 ||
		    (S_ISREG(about.st_mode) && (uint64_t)about.st_size > *bytes_left)) {
			good = false;
		} else {
			(*files_left)--;
			*bytes_left -= S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
			good = !S_ISDIR(about.st_mode) || fits(inner, files_left, bytes_left);
		}
		free(inner);
	}
	if (directory != NULL)
		closedir(directory);
	return good;
}

/* Whether many programs have files in a directory, such as /usr/bin. */
static bool is_shared_directory(const char *guest)
{
	unsigned depth = 0;

	for (const char *c = guest; *c != '\0'; c++)
		depth += *c == '/';
	return !is_work(guest) && depth < FOUND_DEPTH_MIN;
}

/* Whether a directory is copied as a whole. */
static bool is_small_directory(const char *host, const char *guest)
{
	uint64_t files_left = FOUND_FILES_MAX, bytes_left = FOUND_BYTES_MAX;

	return !is_shared_directory(guest) && fits(host, &files_left, &bytes_left);
}

/* Add the directory of a file, if the guest does not have the directory. */
static void add_found_directory(struct program_files *files, const char *guest)
{
	if (is_small_directory(guest, guest))
		program_files_add(files, guest);
	else if (!is_shared_directory(guest))
		warnx("%s: too large to be copied as a whole; if the program reads this directory, "
		      "give --with %s", guest, guest);
}

/* Add the libraries of a program that another one executes, or of a library that it loads.
 * Otherwise the loader would report only one missing library in each search. */
static void add_found_libraries(struct program_files *files, const char *host, const char *guest)
{
	char magic[SELFMAG] = "";
	FILE *file = fopen(host, "re");

	if (file != NULL) {
		if (fread(magic, 1, SELFMAG, file) == SELFMAG && elf_needs_is_elf(magic, SELFMAG))
			add_libraries(files, host, guest, NULL);
		fclose(file);
	}
}

bool program_files_add_missing(struct program_files *files, const char *path)
{
	char *guest = guest_path(path), *host, *slash;
	size_t before = files->count;
	struct stat about;

	host = is_work(guest) && guest[strlen(WORK)] == '/' ? xstrdup(guest + strlen(WORK) + 1)
							    : xstrdup(guest);
	if (!is_excluded(guest) && !has(files, guest) && stat(host, &about) == 0) {
		slash = strrchr(guest, '/');
		*slash = '\0';
		if (S_ISREG(about.st_mode) && !is_work(guest) && !has(files, guest))
			add_found_directory(files, guest);
		*slash = '/';
		files->is_shallow = S_ISDIR(about.st_mode) && !is_small_directory(host, guest);
		add_at(files, host, guest, 0);
		files->is_shallow = false;
		if (S_ISREG(about.st_mode))
			add_found_libraries(files, host, guest);
	}
	free(host);
	free(guest);
	return files->count > before;
}

/* ---- The archive ---- */

static bool write_file(struct program_file *file, const char *name, struct archive *archive)
{
	size_t size;
	char *bytes = file_load(file->host, FILE_BYTES_MAX, "file for one machine", &size);

	if (bytes == NULL)
		return false;
	sha256_hex(bytes, size, file->sha256);
	file->is_own |= is_work(file->guest) && elf_needs_is_elf(bytes, size);
	archive_add_bytes(archive, name, file->mode, bytes, size);
	free(bytes);
	return true;
}

/* Name of the archive for a path in the guest; to be freed. */
static char *archive_name(const char *guest)
{
	return is_work(guest) ? xasprintf(COUNT_FILES "%s", guest + strlen(WORK))
			      : xstrdup(guest + 1);
}

bool program_files_write(struct program_files *files, struct archive *archive)
{
	bool good = true;
	size_t size;
	char *cache;

	if (files->count > 0)
		qsort(files->items, files->count, sizeof(*files->items), by_guest);
	for (size_t i = 0; good && i < files->count; i++) {
		struct program_file *file = &files->items[i];
		char *name = archive_name(file->guest);

		if (file->kind == PROGRAM_LINK)
			archive_add_link(archive, name, file->host);
		else if (file->kind == PROGRAM_DIRECTORY && strcmp(file->guest, WORK) != 0)
			archive_add_directory(archive, name);
		else if (file->kind == PROGRAM_FILE)
			good = write_file(file, name, archive);
		free(name);
	}
	if (good && files->library_count > 0 && !has(files, CACHE_PATH)) {
		if (!has(files, "/etc"))
			archive_add_directory(archive, "etc");
		cache = library_cache_make(files->libraries, files->library_count, &size,
					   files->processor);
		archive_add_bytes(archive, CACHE_NAME, 0644, cache, size);
		free(cache);
	}
	return good;
}

void program_files_free(struct program_files *files)
{
	tdestroy(files->by_guest, free);
	for (size_t i = 0; i < files->count; i++) {
		free(files->items[i].guest);
		free(files->items[i].host);
	}
	for (size_t i = 0; i < files->library_count; i++) {
		free((char *)(uintptr_t)files->libraries[i].name);
		free((char *)(uintptr_t)files->libraries[i].path);
	}
	free(files->libraries);
	free(files->items);
	free(files->cache);
	*files = (struct program_files){0};
}
