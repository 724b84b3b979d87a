/* SPDX-License-Identifier: MIT */
/* /etc/ld.so.cache, in which glibc's loader finds libraries: glibc, sysdeps/generic/dl-cache.h,
 * "struct cache_file_new". The guest's cache has the program's libraries only, so that the loader's
 * instructions do not depend on what else is installed on the host. */
#ifndef TOOLS_RUN_COUNT_LIBRARY_CACHE_H
#define TOOLS_RUN_COUNT_LIBRARY_CACHE_H

#include <stddef.h>

#include "tools/run/count/processor.h"

/* Returns the path of a library of the processor in the cache, which may be damaged, or NULL. The
 * path is in the bytes. */
const char *library_cache_find(const char *bytes, size_t size, const char *name,
			       const struct count_processor *processor);

struct cached_library {
	const char *name, *path;
};

/* Returns a cache of these libraries, which it sorts, to be freed. */
char *library_cache_make(struct cached_library *libraries, size_t count, size_t *size,
			 const struct count_processor *processor);

#endif
