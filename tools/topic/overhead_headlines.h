/* What most people ask of an operating system's cost, each as a multiple of the bare metal's. */
#ifndef TOOLS_TOPIC_OVERHEAD_HEADLINES_H
#define TOOLS_TOPIC_OVERHEAD_HEADLINES_H

#include "tools/compare/compare.h"

#define HEADLINES 5

/* One of them, by number, and what it is called; NULL when the two sides don't both have it. */
const struct metric *headline_find(const struct comparison *comparison, size_t number,
				   const char **text);

#endif
