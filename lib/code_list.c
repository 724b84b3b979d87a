/* SPDX-License-Identifier: MIT */
/* Parses the list. Nothing in it is trusted, because it may come from a USB stick. */
#include "lib/code_list.h"

#include "lib/text/string.h"

#define NUMBER_CHARS 16
#define NO_CODE "-"

static const char *line_end(const char *line)
{
	while (*line != '\0' && *line != '\n')
		line++;
	return line;
}

const char *code_list_next(const char *line)
{
	const char *end = line_end(line);

	while (*end == '\n' || *end == '\r')
		end++;
	return *end != '\0' ? end : NULL;
}

const char *code_list_first(const char *list)
{
	size_t length = strlen(CODE_LIST_MAGIC);

	if (strncmp(list, CODE_LIST_MAGIC, length) != 0 ||
	    (list[length] != '\n' && list[length] != '\r'))
		return NULL;
	return code_list_next(list);
}

/* Characters up to the next blank or the end of the line. */
static size_t word_length(const char *word)
{
	size_t length = 0;

	while (word[length] > ' ' && word[length] <= '~')
		length++;
	return length;
}

/* Copy a word of at most size - 1 characters. Skip the word and the blank after it. */
static bool take_word(const char **rest, char *word, size_t size)
{
	size_t length = word_length(*rest);
	bool fits = length > 0 && length < size;

	if (fits) {
		memcpy(word, *rest, length);
		word[length] = '\0';
	}
	*rest += length;
	*rest += **rest == ' ';
	return fits;
}

static bool take_number(const char **rest, uint64_t most, uint64_t *value)
{
	char word[NUMBER_CHARS];
	unsigned long number;

	if (!take_word(rest, word, sizeof(word)) || !text_number(word, &number) || number > most)
		return false;
	*value = number;
	return true;
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool take_hex(const char **rest, size_t most, struct code_hex *hex)
{
	size_t length = word_length(*rest);

	*hex = (struct code_hex){*rest, length / 2};
	if (length == 0 || length % 2 != 0 || length / 2 > most)
		return false;
	for (size_t i = 0; i < length; i++) {
		if (digit_value((*rest)[i]) < 0)
			return false;
	}
	*rest += length;
	*rest += **rest == ' ';
	return true;
}

static bool take_init(const char **rest, struct code_hex *init)
{
	char word[sizeof(NO_CODE)];

	if ((*rest)[0] != NO_CODE[0])
		return take_hex(rest, CODE_INIT_MAX, init);
	return take_word(rest, word, sizeof(word));
}

static void take_source(const char *rest, char source[CODE_SOURCE_MAX + 1])
{
	size_t length = 0;

	for (; length < CODE_SOURCE_MAX && rest[length] >= ' ' && rest[length] <= '~'; length++)
		source[length] = rest[length];
	source[length] = '\0';
}

/* A name is part of a point's description, "name=value …". */
static bool is_name(const char *name)
{
	for (; *name != '\0'; name++) {
		if (*name == '=' || *name == '"')
			return false;
	}
	return true;
}

const char *code_list_parse(const char *line, struct code_sequence *sequence)
{
	uint64_t ring;

	*sequence = (struct code_sequence){0};
	if (!take_word(&line, sequence->name, sizeof(sequence->name)) ||
	    !is_name(sequence->name)) {
		text_copy(sequence->name, sizeof(sequence->name), "unnamed");
		return "no valid name";
	}
	if (!take_number(&line, 3, &ring) || (ring != 0 && ring != 3))
		return "the ring is neither 0 nor 3";
	sequence->is_privileged = ring == 0;
	if (!take_number(&line, 2ul << 20, &sequence->page_bytes) ||
	    (sequence->page_bytes != 4096 && sequence->page_bytes != 2ul << 20))
		return "the page size is neither 4096 nor 2097152";
	if (!take_number(&line, CODE_UNROLL_MAX, &sequence->unroll) ||
	    !take_number(&line, CODE_LOOPS_MAX, &sequence->loops))
		return "the number of copies or iterations is not valid";
	if (!take_init(&line, &sequence->init))
		return "the initial code is not valid";
	if (!take_hex(&line, CODE_BYTES_MAX, &sequence->code))
		return "the code is not valid";
	take_source(line, sequence->source);
	return NULL;
}

void code_hex_decode(struct code_hex hex, uint8_t *to)
{
	for (size_t i = 0; i < hex.bytes; i++)
		to[i] = (uint8_t)(digit_value(hex.digits[2 * i]) << 4 |
				  digit_value(hex.digits[2 * i + 1]));
}
