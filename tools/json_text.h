/* JSON as text that a person can read and diff: an array of plain values stays on one line. */
#ifndef TOOLS_JSON_TEXT_H
#define TOOLS_JSON_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Write a value and a newline. Keys keep their order. Returns false on a write error. */
bool json_text_write(const json_t *value, FILE *file);

#endif
