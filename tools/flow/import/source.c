/* SPDX-License-Identifier: MIT */
/* Binary formats are recognized by their first bytes. Libraries read files by name, so what comes
 * from a pipe or out of gzip becomes a file in memory. */
#include "tools/flow/import/source.h"

#include <err.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "tools/base/alloc.h"
#include "tools/base/crash_guard.h"
#include "tools/base/file.h"
#include "tools/flow/import/binary.h"

#define HEAD_BYTES 16
#define GZIP_WINDOW (MAX_WBITS + 16)    /* zlib, inflateInit2: gzip format */

enum source_kind {
	SOURCE_TEXT,
	SOURCE_GZIP,
	SOURCE_TRACECMD,
	SOURCE_PERF,
	SOURCE_CTF,
	SOURCE_REFUSED,
};

static const struct {
	const char *bytes;
	size_t size;
	enum source_kind kind;
	const char *hint;               /* of a refused one */
} kinds[] = {
	{"\x1f\x8b", 2, SOURCE_GZIP, NULL},
	{"\x17\x08\x44tracing", 10, SOURCE_TRACECMD, NULL},
	{"PERFILE2", 8, SOURCE_PERF, NULL},
	/* A stream's packet; metadata in packets, in either byte order; metadata as text. */
	{"\xc1\x1f\xfc\xc1", 4, SOURCE_CTF, NULL},
	{"\xc1\xfc\x1f\xc1", 4, SOURCE_CTF, NULL},
	{"\x57\x1d\xd1\x75", 4, SOURCE_CTF, NULL},
	{"\x75\xd1\x1d\x57", 4, SOURCE_CTF, NULL},
	{"/* CTF 1.8 */", 13, SOURCE_CTF, NULL},
	{"\x28\xb5\x2f\xfd", 4, SOURCE_REFUSED,
	 "compressed; use: zstdcat FILE | bareline flow import … -"},
	{"\xfd" "7zXZ", 5, SOURCE_REFUSED,
	 "compressed; use: xzcat FILE | bareline flow import … -"},
	{"\xff\xfe", 2, SOURCE_REFUSED,
	 "UTF-16; use: iconv -f UTF-16 -t UTF-8 FILE | bareline flow import … -"},
	{"\xfe\xff", 2, SOURCE_REFUSED,
	 "UTF-16; use: iconv -f UTF-16 -t UTF-8 FILE | bareline flow import … -"},
};

static enum source_kind source_kind_of(const char *text, size_t size, const char **hint)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (size >= kinds[i].size && memcmp(text, kinds[i].bytes, kinds[i].size) == 0) {
			*hint = kinds[i].hint;
			return kinds[i].kind;
		}
	}
	return SOURCE_TEXT;
}

/* ---- gzip ---- */

/* Inflate all members of a file. NULL, and *problem, if it is damaged or too large. */
static char *source_inflate(char *compressed, size_t compressed_size, size_t *size,
			    const char **problem)
{
	z_stream stream = {.next_in = (Bytef *)compressed};
	size_t capacity = 4 * compressed_size + 1, rest = compressed_size;
	char *text = xmalloc(capacity);
	int status = inflateInit2(&stream, GZIP_WINDOW);

	*size = 0;
	while (status == Z_OK || (status == Z_STREAM_END && rest + stream.avail_in > 0 &&
				  inflateReset(&stream) == Z_OK)) {
		uInt room, now = rest > UINT32_MAX - stream.avail_in
			? UINT32_MAX - stream.avail_in : (uInt)rest;

		if (*size + 1 == capacity) {
			capacity *= 2;
			text = xreallocarray(text, capacity, 1);
		}
		room = capacity - 1 - *size > UINT32_MAX ? UINT32_MAX
							 : (uInt)(capacity - 1 - *size);
		rest -= now;
		stream.avail_in += now;
		stream.next_out = (Bytef *)text + *size;
		stream.avail_out = room;
		status = inflate(&stream, Z_NO_FLUSH);
		*size += room - stream.avail_out;
		if (*size > TRACE_BYTES_MAX)
			status = Z_MEM_ERROR;
	}
	inflateEnd(&stream);
	text[*size] = '\0';
	if (status == Z_STREAM_END)
		return text;
	*problem = status == Z_MEM_ERROR ? "larger than 4 GiB after decompression"
		 : status == Z_BUF_ERROR ? "truncated gzip data" : "damaged gzip data";
	free(text);
	return NULL;
}

/* ---- Binary formats ---- */

static enum trace_format source_format_of(enum source_kind kind)
{
	if (kind == SOURCE_TRACECMD)
		return TRACE_FTRACE;
	return kind == SOURCE_PERF ? TRACE_PERF : TRACE_CTF;
}

/* If some parts of a file are damaged, libtracecmd 3.1 frees memory twice, and libbabeltrace2 2.0
 * aborts, or never ends. */
static char *source_read_by_library(enum source_kind kind, const char *path, struct trace *trace)
{
	char *error;

	if (!crash_guard_begin())
		return xasprintf("%s crashed, or took %u s of CPU time; the trace is damaged, or "
				 "of a later version", kind == SOURCE_TRACECMD ? "libtracecmd"
				 : "libbabeltrace2", CRASH_GUARD_CPU_SECONDS);
	error = kind == SOURCE_TRACECMD ? tracecmd_read(trace, path) : babeltrace_read(trace, path);
	crash_guard_end();
	return error;
}

static bool source_read_binary(struct trace_source *source, enum source_kind kind,
			       const char *path, struct trace *trace)
{
	enum trace_format format = source_format_of(kind);
	char *error;

	if (source->format != TRACE_FORMATS && source->format != format) {
		warnx("%s: not --format %s, but a binary trace of format %s", source->path,
		      trace_format_names[source->format], trace_format_names[format]);
		return false;
	}
	source->format = format;
	if (kind == SOURCE_PERF)
		error = perf_data_read(trace, path, &source->text);
	else
		error = source_read_by_library(kind, path, trace);
	if (error != NULL)
		warnx("%s: %s", source->path, error);
	free(error);
	return error == NULL;
}

/* Write bytes to a file in memory, which a library can open by its path. */
static bool source_read_memory(struct trace_source *source, enum source_kind kind,
			       const char *bytes, size_t size, struct trace *trace)
{
	int file = memfd_create("trace", MFD_CLOEXEC);
	char *path = xasprintf("/proc/%d/fd/%d", (int)getpid(), file);
	FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
	bool is_read = false;

	if (kind == SOURCE_CTF)
		warnx("%s: a file of the Common Trace Format; give its directory instead",
		      source->path);
	else if (stream == NULL || fwrite(bytes, 1, size, stream) != size || fflush(stream) != 0)
		warn("%s: a file in memory", source->path);
	else
		is_read = source_read_binary(source, kind, path, trace);
	if (stream != NULL)
		fclose(stream);
	free(path);
	return is_read;
}

/* ---- Text ---- */

static bool source_read_text(struct trace_source *source, size_t size, struct trace *trace)
{
	if (source->format == TRACE_FORMATS)
		source->format = trace_guess(source->text, size);
	if (source->format == TRACE_FORMATS) {
		warnx("%s: no events in its first lines in any format; see --help for the formats "
		      "and events", source->path);
		return false;
	}
	trace_parse(trace, source->format, source->text, size);
	return true;
}

static bool source_read_bytes(struct trace_source *source, size_t size, struct trace *trace)
{
	const char *hint = NULL, *problem = "";
	enum source_kind kind = source_kind_of(source->text, size, &hint);
	char *bytes;
	bool is_read;

	if (kind == SOURCE_GZIP) {
		bytes = source_inflate(source->text, size, &size, &problem);
		if (bytes == NULL) {
			warnx("%s: %s", source->path, problem);
			return false;
		}
		free(source->text);
		source->text = bytes;
		kind = source_kind_of(source->text, size, &hint);
		if (kind == SOURCE_GZIP) {
			kind = SOURCE_REFUSED;
			hint = "compressed twice";
		}
	}
	if (kind == SOURCE_REFUSED) {
		warnx("%s: %s", source->path, hint);
		return false;
	}
	if (kind == SOURCE_TEXT)
		return source_read_text(source, size, trace);
	bytes = source->text;
	source->text = NULL;
	is_read = source_read_memory(source, kind, bytes, size, trace);
	free(bytes);
	return is_read;
}

/* Whether the path's file is binary, by its first bytes. */
static bool source_is_binary(const char *path, enum source_kind *kind)
{
	char head[HEAD_BYTES];
	const char *hint;
	FILE *file = file_open(path, UINT64_MAX, "trace");
	size_t size = file != NULL ? fread(head, 1, sizeof(head), file) : 0;

	if (file != NULL)
		fclose(file);
	*kind = source_kind_of(head, size, &hint);
	return *kind >= SOURCE_TRACECMD && *kind <= SOURCE_CTF;
}

bool trace_source_read(struct trace_source *source, struct trace *trace)
{
	const char *release = source->release != NULL ? source->release : "";
	enum source_kind kind;
	struct stat status;
	size_t size;

	trace_begin(trace, source->clock_hz,
		    (struct trace_text){release, release + strlen(release)});
	if (!file_is_standard(source->path) && stat(source->path, &status) == 0) {
		if (S_ISDIR(status.st_mode))
			return source_read_binary(source, SOURCE_CTF, source->path, trace);
		if (S_ISREG(status.st_mode) && source_is_binary(source->path, &kind)) {
			char *copy = xasprintf("%s", source->path);
			bool is_read = source_read_binary(
				source, kind, kind == SOURCE_CTF ? dirname(copy) : source->path,
				trace);

			free(copy);
			return is_read;
		}
	}
	source->text = file_is_standard(source->path)
		? file_read(stdin, "standard input", TRACE_BYTES_MAX, "trace", &size)
		: file_load(source->path, TRACE_BYTES_MAX, "trace", &size);
	return source->text != NULL && source_read_bytes(source, size, trace);
}
