/* SPDX-License-Identifier: MIT */
/* Lines of a trace that is read piece by piece: each once and whole, from a file and from gzip
 * data. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "tools/flow/import/stream.h"

#define ALL (5 * STREAM_LINE_MAX)

static char *content;
static size_t content_size;

static void begin(void)
{
	content = malloc(ALL);
	assert_non_null(content);
	content_size = 0;
}

/* Lines of these lengths, without the newline: each of one letter. */
static void add_lines(const size_t *lengths, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		assert_true(content_size + lengths[i] + 1 <= ALL);
		memset(content + content_size, 'a' + (int)(i % 26), lengths[i]);
		content_size += lengths[i];
		content[content_size++] = '\n';
	}
}

/* A file with the content as it is, or with a number of gzip members. */
static FILE *file_of(unsigned members)
{
	FILE *file = tmpfile();
	char *packed = malloc(ALL);

	assert_true(file != NULL && packed != NULL);
	if (members == 0)
		fwrite(content, 1, content_size, file);
	for (unsigned i = 0; i < members; i++) {
		size_t from = content_size * i / members, to = content_size * (i + 1) / members;
		z_stream stream = {.next_in = (Bytef *)content + from,
				   .avail_in = (uInt)(to - from),
				   .next_out = (Bytef *)packed,
				   .avail_out = ALL};

		assert_int_equal(deflateInit2(&stream, 1, Z_DEFLATED, MAX_WBITS + 16, 8,
					      Z_DEFAULT_STRATEGY), Z_OK);
		assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
		fwrite(packed, 1, ALL - stream.avail_out, file);
		deflateEnd(&stream);
	}
	free(packed);
	rewind(file);
	return file;
}

/* The number of lines, each of which must be the content's. */
static size_t count_lines(FILE *file, char problem[64])
{
	struct trace_stream *stream = stream_open(file);
	struct trace_text line;
	size_t count = 0, at = 0;

	while (stream_line(stream, &line)) {
		size_t size = trace_text_size(line);

		assert_true(at + size <= content_size);
		assert_memory_equal(line.at, content + at, size);
		at += size + 1;
		count++;
	}
	snprintf(problem, 64, "%s", stream_problem(stream) != NULL ? stream_problem(stream) : "");
	stream_close(stream);
	fclose(file);
	return count;
}

TEST(lines_are_whole_wherever_a_piece_ends)
{
	static const size_t lengths[] = {
		0, 1, 65535, 65536, STREAM_LINE_MAX - 1, 0, STREAM_LINE_MAX - 1, 17,
		STREAM_LINE_MAX - 1, 3, 700000,
	};
	char problem[64];

	begin();
	add_lines(lengths, COUNT(lengths));
	for (unsigned members = 0; members < 4; members++) {
		assert_int_equal(count_lines(file_of(members), problem), COUNT(lengths));
		assert_string_equal(problem, "");
	}
	content_size--; /* the last line has no end */
	assert_int_equal(count_lines(file_of(0), problem), COUNT(lengths));
	free(content);
}

TEST(line_of_a_mebibyte_is_refused)
{
	static const size_t lengths[] = {5, STREAM_LINE_MAX, 5};
	char problem[64];

	begin();
	add_lines(lengths, COUNT(lengths));
	for (unsigned members = 0; members < 2; members++) {
		assert_int_equal(count_lines(file_of(members), problem), 1);
		assert_non_null(strstr(problem, "a line of 1 MiB or more"));
	}
	free(content);
}

TEST(damaged_gzip_is_no_end_of_the_text)
{
	static const size_t lengths[] = {5, 100000, 5};
	char problem[64];
	FILE *file;

	begin();
	add_lines(lengths, COUNT(lengths));
	file = file_of(1);
	assert_int_equal(ftruncate(fileno(file), 60), 0);
	count_lines(file, problem);
	assert_string_equal(problem, "truncated gzip data");
	file = file_of(1);
	fseek(file, 30, SEEK_SET);
	fwrite("damage in the middle", 1, 20, file);
	rewind(file);
	count_lines(file, problem);
	assert_true(strstr(problem, "gzip data") != NULL);
	free(content);
}
