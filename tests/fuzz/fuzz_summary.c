/* SPDX-License-Identifier: MIT */
/* Fuzz target for the summaries that are written to a stick: of any log, they fit into the buffer
 * of their stated size, and nothing of the log becomes markup of the page. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "boot/efi/results/summary.h"

#define NAME "20260102-030405-pc"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* How the tags of the page begin. */
static void check_markup(const char *page, size_t size)
{
	static const char *const tags[] = {
		"!DOCTYPE html>", "meta ", "title>", "/title>", "style>", "/style>", "h1>", "/h1>",
		"div class=\"verdict ", "/div>", "b>", "/b>", "pre>", "pre class=dim>", "/pre>",
		"h2>", "/h2>", "table>", "/table>", "tr>", "td>", "td class=n>", "th>",
		"th class=n>", "svg>", "/svg>", "line x2=\"", "circle cx=\"", "p>", "p class=dim>",
		"a href=\"log.txt\">", "a href=\"summary.txt\">", "/a>", "details>",
		"details open>", "/details>", "summary>", "/summary>",
	};

	for (const char *at = page, *end = page + size;
	     (at = memchr(at, '<', (size_t)(end - at))) != NULL; at++) {
		size_t left = (size_t)(end - at) - 1, i = 0;

		while (strlen(tags[i]) > left || memcmp(at + 1, tags[i], strlen(tags[i])) != 0) {
			if (++i == sizeof(tags) / sizeof(tags[0]))
				abort();
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *log = (const char *)data;
	size_t max = summary_bytes_max(log, size), used;
	char *to = malloc(max);

	if (to == NULL || summary_text(to, log, size, NAME) > max)
		abort();
	used = summary_page(to, log, size, NAME);
	if (used > max)
		abort();
	check_markup(to, used);
	free(to);
	return 0;
}
