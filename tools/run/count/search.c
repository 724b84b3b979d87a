/* SPDX-License-Identifier: MIT */
/* A file of the cache is named by the checksum of the archive before the search. The file has the
 * checksum of the archive after the search, and all paths that the programs did not find, each on a
 * line. */
#include "tools/run/count/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/run/boot/cache.h"
#include "tools/run/boot/sha256.h"

/* Each search shows what the program does next if it has the files that the previous search
 * found. */
#define SEARCHES_MAX 12
#define PREFIX "searched-"
#define CACHE_BYTES_MAX ((uint64_t)16 << 20)

struct search {
	struct program_files *files;
	FILE *paths;
	size_t added;
};

static void add_missing(void *context, const char *path)
{
	struct search *search = context;

	fprintf(search->paths, "%s\n", path);
	search->added += program_files_add_missing(search->files, path);
}

static void add_found(struct program_files *files, char *paths)
{
	char *path;

	while ((path = strsep(&paths, "\n")) != NULL) {
		if (path[0] == '/')
			program_files_add_missing(files, path);
	}
}

static bool run_searches(const struct count_request *request, struct search *search,
			 const struct count_program *programs, size_t count, const char *directory)
{
	for (unsigned i = 0; i < SEARCHES_MAX; i++) {
		search->added = 0;
		if (!count_look(request, search->files, programs, count, directory, add_missing,
				search))
			return false;
		if (search->added == 0)
			break;
	}
	return true;
}

static void keep(const char *path, const char *sum, const char *paths)
{
	char *text = xasprintf("%s\n%s", sum, paths);

	file_write(path, text, strlen(text));
	free(text);
}

enum search_result search_files(const struct count_request *request, struct program_files *files,
				const struct count_program *programs, size_t count,
				const char *directory)
{
	char sum[SHA256_HEX_CHARS + 1], *kept = NULL, *cache, *path, *paths;
	struct search search = {.files = files};
	enum search_result result = SEARCH_FAILED;
	size_t before = files->count, size;

	cache = cache_directory("found files");
	if (cache == NULL || !count_archive_sum(request, files, programs, count, directory, sum)) {
		free(cache);
		return SEARCH_FAILED;
	}
	path = xasprintf("%s/" PREFIX "%s", cache, sum);
	if (cache_is_own(path))
		kept = file_load(path, CACHE_BYTES_MAX, "list of found files", &size);
	if (kept != NULL) {
		add_found(files, kept);
		if (count_archive_sum(request, files, programs, count, directory, sum))
			result = strncmp(kept, sum, SHA256_HEX_CHARS) == 0 ? SEARCH_DONE
									   : SEARCH_STALE;
		if (result == SEARCH_STALE)
			unlink(path);
	} else {
		search.paths = file_in_memory(&paths, &size);
		if (run_searches(request, &search, programs, count, directory) &&
		    count_archive_sum(request, files, programs, count, directory, sum))
			result = SEARCH_DONE;
		file_end_memory(search.paths, &paths);
		if (result == SEARCH_DONE)
			keep(path, sum, paths);
		free(paths);
		cache_bound(cache, PREFIX, CACHE_BYTES_MAX);
	}
	if (result == SEARCH_DONE && files->count > before)
		fprintf(stderr, "Found %zu more files and directories that the program opens\n",
			files->count - before);
	free(kept);
	free(path);
	free(cache);
	return result;
}
