/* SPDX-License-Identifier: MIT */
/* A minimal presenter of slides with the slow parts of a real one: a program, a document of 46
 * pages and the editor of its three embedded objects are on a disk and are read block by block.
 * "Using Latency to Evaluate Computer System Performance", the task of PowerPoint. The blocks'
 * contents are drawn, so wrong data are visible.
 *
 * Keys: Enter starts the program, o opens the document, page down and up turn pages, e edits the
 * page's object, the arrows select and change a value of the object, Esc leaves the object, s
 * saves.
 *
 * The presenter does not depend on a machine, so the target runs it, and the host runs it again
 * from the log. */
#ifndef LIB_APP_PRESENTER_H
#define LIB_APP_PRESENTER_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/app/canvas.h"

#define PRESENTER_BLOCK_BYTES 4096u
#define PRESENTER_PAGES 46u
#define PRESENTER_OBJECTS 3u
#define PRESENTER_VALUES 8u             /* number of values in the graph of an object */

/* Layout of the disk, in blocks. */
#define PRESENTER_PROGRAM 0u
#define PRESENTER_PROGRAM_BLOCKS 160u
#define PRESENTER_DOCUMENT (PRESENTER_PROGRAM + PRESENTER_PROGRAM_BLOCKS)
#define PRESENTER_DOCUMENT_BYTES (530u * 1024u)
#define PRESENTER_DOCUMENT_BLOCKS \
	((PRESENTER_DOCUMENT_BYTES + PRESENTER_BLOCK_BYTES - 1) / PRESENTER_BLOCK_BYTES)
#define PRESENTER_EDITOR (PRESENTER_DOCUMENT + PRESENTER_DOCUMENT_BLOCKS)
#define PRESENTER_EDITOR_BLOCKS 96u
#define PRESENTER_BLOCKS (PRESENTER_EDITOR + PRESENTER_EDITOR_BLOCKS)
#define PRESENTER_SAVED_BYTES (PRESENTER_DOCUMENT_BLOCKS * PRESENTER_BLOCK_BYTES)

/* Source of blocks. read and fault return a block, which is valid until the next call. On failure
 * they return NULL, after which no function is called any more. */
struct presenter_source {
	const uint8_t *(*read)(void *context, uint64_t block);
	const uint8_t *(*fault)(void *context, uint64_t block); /* a page of a program */
	void (*ahead)(void *context, uint64_t block);   /* a hint: the block may be needed soon */
	void *context;
};

struct presenter {
	struct presenter_source source;
	struct canvas *canvas;
	uint8_t *saved;                 /* PRESENTER_SAVED_BYTES: the last saved document */
	bool is_running, is_open, is_editing, has_failed;
	uint32_t page, value;           /* shown page, selected value */
	bool is_loaded[PRESENTER_OBJECTS];
	uint8_t values[PRESENTER_OBJECTS][PRESENTER_VALUES];
	uint32_t code_crc;              /* of the executed programs' pages */
	uint32_t saves;
};

/* Start with no program running and nothing drawn. */
void presenter_init(struct presenter *presenter, struct canvas *canvas, uint8_t *saved,
		    const struct presenter_source *source);

/* Handle a key, by its message code (lib/event/message_log.h). A key without a meaning now does
 * nothing. Returns whether a draw is needed. */
bool presenter_key(struct presenter *presenter, uint32_t code);

/* Draw the current page and read ahead the first blocks of the next one. */
void presenter_draw(struct presenter *presenter);

/* Checksum of the last saved document: lib/wire/crc.h. */
uint32_t presenter_saved_crc(const struct presenter *presenter);

#endif
