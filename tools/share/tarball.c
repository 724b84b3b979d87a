/* SPDX-License-Identifier: MIT */
/* Each header and file is padded to complete blocks and compressed immediately. Two zero blocks end
 * the archive. */
#include "tools/share/tarball.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"

#define BLOCK_BYTES 512
#define OUTPUT_BYTES 65536
#define GZIP_WINDOW (MAX_WBITS + 16)    /* zlib, deflateInit2: gzip format, without name and time */
#define MEMORY_LEVEL 8

struct header {
	char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type;
	char link[100], magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155];
	char unused[12];
};

_Static_assert(sizeof(struct header) == BLOCK_BYTES, "ustar's header is a block");

struct tarball {
	FILE *file;
	z_stream stream;
};

struct tarball *tarball_begin(FILE *file)
{
	struct tarball *tarball = xcalloc(1, sizeof(*tarball));

	tarball->file = file;
	if (deflateInit2(&tarball->stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW,
			 MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		errx(EXIT_MACHINE, "out of memory for compression");
	return tarball;
}

static void tarball_deflate(struct tarball *tarball, const void *data, size_t size, int flush)
{
	unsigned char output[OUTPUT_BYTES];

	tarball->stream.next_in = (Bytef *)(size_t)data;
	do {
		uInt part = size > OUTPUT_BYTES ? OUTPUT_BYTES : (uInt)size;

		if (tarball->stream.avail_in == 0) {
			tarball->stream.avail_in = part;
			size -= part;
		}
		tarball->stream.next_out = output;
		tarball->stream.avail_out = sizeof(output);
		deflate(&tarball->stream, size > 0 ? Z_NO_FLUSH : flush);
		fwrite(output, 1, sizeof(output) - tarball->stream.avail_out, tarball->file);
	} while (size > 0 || tarball->stream.avail_in > 0 || tarball->stream.avail_out == 0);
}

void tarball_add(struct tarball *tarball, const char *name, const void *data, size_t size)
{
	static const char zeros[BLOCK_BYTES];
	struct header header = {.mode = "0000644", .uid = "0000000", .gid = "0000000",
				.mtime = "00000000000", .type = '0', .magic = "ustar",
				.version = {'0', '0'}};
	const unsigned char *bytes = (const unsigned char *)&header;
	unsigned sum = 0;

	memcpy(header.name, name, strnlen(name, TARBALL_NAME_MAX));
	snprintf(header.size, sizeof(header.size), "%011zo", size);
	/* Checksum: sum of the header's bytes, with blanks in the checksum field. */
	memset(header.checksum, ' ', sizeof(header.checksum));
	for (size_t i = 0; i < sizeof(header); i++)
		sum += bytes[i];
	snprintf(header.checksum, sizeof(header.checksum), "%06o", sum);
	tarball_deflate(tarball, &header, sizeof(header), Z_NO_FLUSH);
	tarball_deflate(tarball, data, size, Z_NO_FLUSH);
	tarball_deflate(tarball, zeros, (BLOCK_BYTES - size % BLOCK_BYTES) % BLOCK_BYTES,
			Z_NO_FLUSH);
}

void tarball_end(struct tarball *tarball)
{
	static const char zeros[2 * BLOCK_BYTES];

	tarball_deflate(tarball, zeros, sizeof(zeros), Z_FINISH);
	deflateEnd(&tarball->stream);
	free(tarball);
}
