/* SPDX-License-Identifier: MIT */
/* A presenter of slides, as small as one can be that has what makes one slow: a program, a document
 * of 46 pages and the editor of its three embedded objects all lie on a disk, and come from there
 * block by block. "Using Latency to Evaluate Computer System Performance", the task of PowerPoint.
 * What the blocks hold is drawn, so that a wrong one shows.
 *
 * Keys: Enter starts it, o opens the document, page down and up turn pages, e edits the page's
 * object, the arrows choose and change one of its values, Esc leaves it, s saves.
 *
 * It knows no machine: the target runs it, and the host runs it again over what was logged. */
#ifndef LIB_APP_PRESENTER_H
#define LIB_APP_PRESENTER_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/app/canvas.h"

#define PRESENTER_BLOCK_BYTES 4096u
#define PRESENTER_PAGES 46u
#define PRESENTER_OBJECTS 3u
#define PRESENTER_VALUES 8u             /* of an object's graph */

/* What lies where on the disk, in blocks. */
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

/* Where blocks come from. read and fault return a block, which is valid until the next call, or
 * NULL if it can't be had: nothing is asked for any more. */
struct presenter_source {
	const uint8_t *(*read)(void *context, uint64_t block);
	const uint8_t *(*fault)(void *context, uint64_t block); /* a page of a program */
	void (*ahead)(void *context, uint64_t block);   /* it may be wanted soon */
	void *context;
};

struct presenter {
	struct presenter_source source;
	struct canvas *canvas;
	uint8_t *saved;                 /* PRESENTER_SAVED_BYTES: the document as saved last */
	bool is_running, is_open, is_editing, has_failed;
	uint32_t page, value;           /* shown, and chosen */
	bool is_loaded[PRESENTER_OBJECTS];
	uint8_t values[PRESENTER_OBJECTS][PRESENTER_VALUES];
	uint32_t code_crc;              /* of the pages of programs that were run */
	uint32_t saves;
};

/* Nothing runs, and nothing is drawn. */
void presenter_init(struct presenter *presenter, struct canvas *canvas, uint8_t *saved,
		    const struct presenter_source *source);

/* Do what a key does, by a message's code (lib/event/message_log.h); one that means nothing just
 * now does nothing. Returns whether there is something to be drawn. */
bool presenter_key(struct presenter *presenter, uint32_t code);

/* Draw the page that is shown, and have what the next one needs first read ahead. */
void presenter_draw(struct presenter *presenter);

/* The checksum of the document as it was saved last: lib/wire/crc.h. */
uint32_t presenter_saved_crc(const struct presenter *presenter);

#endif
