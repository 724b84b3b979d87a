/* SPDX-License-Identifier: MIT */
/* A line is a command with arguments; '#' starts a comment. Each command appends its events.
 * Numbers are range-checked while parsed. Messages quote input only after making it printable. */
#include "tools/run/input/input_script.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "lib/text/ticks.h"
#include "tools/base/alloc.h"
#include "tools/base/utf8.h"

#define PACE_US_DEFAULT 100000
#define HOLD_US_DEFAULT 30000
#define CHORD_KEYS_MAX 8
#define DISTANCE_MAX 127                /* of one packet of a mouse */
#define INPUT_QUOTE_MAX 32

struct input_parser {
	struct input_script *script;
	const char *at, *end, *line_begin;      /* end is that of the text */
	unsigned line;
	uint32_t pace_us, hold_us;
	bool syncs;                     /* add a sync after each event */
	uint64_t pending_us;            /* pauses since the last event */
	char *problem;
};

struct input_word {
	const char *text;
	size_t length;
};

/* ---- Words ---- */

/* Write the problem with line and column of where. Returns false. */
__attribute__((format(printf, 3, 4)))
static bool input_fail(struct input_parser *parser, const char *where, const char *format, ...)
{
	int used = snprintf(parser->problem, INPUT_PROBLEM_MAX, "%u:%td: ", parser->line,
			    where - parser->line_begin + 1);
	va_list args;

	va_start(args, format);
	vsnprintf(parser->problem + used, INPUT_PROBLEM_MAX - (size_t)used, format, args);
	va_end(args);
	return false;
}

/* The word for a message, made printable. Returns text. */
static const char *input_quote(struct input_word word, char text[INPUT_QUOTE_MAX])
{
	size_t length = word.length < INPUT_QUOTE_MAX - 1 ? word.length : INPUT_QUOTE_MAX - 1;

	for (size_t i = 0; i < length; i++)
		text[i] = word.text[i] > ' ' && word.text[i] <= '~' ? word.text[i] : '?';
	text[length] = '\0';
	return text;
}

/* Whether only a comment is left of the line. */
static bool input_at_line_end(const struct input_parser *parser)
{
	return parser->at == parser->end || *parser->at == '\n' || *parser->at == '#';
}

static void input_skip_blanks(struct input_parser *parser)
{
	while (parser->at < parser->end &&
	       (*parser->at == ' ' || *parser->at == '\t' || *parser->at == '\r'))
		parser->at++;
}

/* Next word of the line; empty at its end. */
static struct input_word input_next_word(struct input_parser *parser)
{
	struct input_word word;

	input_skip_blanks(parser);
	word.text = parser->at;
	while (!input_at_line_end(parser) && strchr(" \t\r", *parser->at) == NULL)
		parser->at++;
	word.length = (size_t)(parser->at - word.text);
	return word;
}

static bool input_is_word(struct input_word word, const char *text)
{
	return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

static bool input_parse_number(const char **at, const char *end, uint64_t most, uint64_t *number)
{
	const char *begin = *at;

	for (*number = 0; *at < end && **at >= '0' && **at <= '9'; ++*at) {
		*number = *number * 10 + (uint64_t)(**at - '0');
		if (*number > most)
			return false;
	}
	return *at != begin;
}

/* Parse the next word. On error, sets the problem and returns false. The next two functions do so
 * too. */
static bool input_parse_time(struct input_parser *parser, uint32_t *us)
{
	struct input_word word = input_next_word(parser);
	char text[INPUT_QUOTE_MAX];
	unsigned long ns;

	if (word.length < INPUT_QUOTE_MAX && text_duration(input_quote(word, text), &ns) &&
	    ns % NS_PER_US == 0 && ns / NS_PER_US <= INPUT_PAUSE_US_MAX) {
		*us = (uint32_t)(ns / NS_PER_US);
		return true;
	}
	return input_fail(parser, word.text,
			  "'%s' is not a time such as 500us, 150ms or 1.5s, from 0 to %d s and in "
			  "whole microseconds",
			  input_quote(word, text), INPUT_PAUSE_US_MAX / 1000000);
}

static bool input_parse_distance(struct input_parser *parser, int *distance)
{
	struct input_word word = input_next_word(parser);
	bool is_negative = word.length > 0 && word.text[0] == '-';
	const char *at = word.text + is_negative, *end = word.text + word.length;
	char text[INPUT_QUOTE_MAX];
	uint64_t number;

	if (!input_parse_number(&at, end, DISTANCE_MAX, &number) || at != end)
		return input_fail(parser, word.text, "'%s' is not a distance; give %d to %d",
				  input_quote(word, text), -DISTANCE_MAX, DISTANCE_MAX);
	*distance = is_negative ? -(int)number : (int)number;
	return true;
}

static bool input_parse_button(struct input_parser *parser, enum input_button *button)
{
	static const char *const names[] = {
		[INPUT_LEFT] = "left", [INPUT_RIGHT] = "right", [INPUT_MIDDLE] = "middle",
	};
	struct input_word word = input_next_word(parser);
	char text[INPUT_QUOTE_MAX];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		*button = (enum input_button)i;
		if (input_is_word(word, names[i]))
			return true;
	}
	return input_fail(parser, word.text, "'%s' is not a button; give left, right or middle",
			  input_quote(word, text));
}

static char unescape(char c)
{
	return c == 'n' ? '\n' : c == 't' ? '\t' : c;
}

/* Read the next character of a text in double quotes; '\0' is its end. *where is the character's
 * position. */
static bool input_next_quoted(struct input_parser *parser, char *c, const char **where)
{
	*where = parser->at;
	if (parser->at == parser->end || *parser->at == '\n')
		return input_fail(parser, parser->at, "closing double quote is missing");
	*c = *parser->at++;
	if (*c == '\0')
		return input_fail(parser, *where, "text contains a zero byte");
	if (*c == '"') {
		*c = '\0';
	} else if (*c == '\\') {
		if (parser->at == parser->end || *parser->at == '\0' ||
		    strchr("\"\\nt", *parser->at) == NULL)
			return input_fail(parser, *where,
					  "after a backslash there may be \", \\, n or t");
		*c = unescape(*parser->at++);
	}
	return true;
}

static bool input_begin_quoted(struct input_parser *parser)
{
	input_skip_blanks(parser);
	if (parser->at == parser->end || *parser->at != '"')
		return input_fail(parser, parser->at, "text must be in double quotes");
	parser->at++;
	return true;
}

/* ---- Events ---- */

static bool add_event(struct input_parser *parser, const char *where, uint32_t pause_us,
		      struct input_event event)
{
	struct input_script *script = parser->script;
	uint64_t total_us = pause_us + parser->pending_us;

	if (script->count == INPUT_EVENTS_MAX)
		return input_fail(parser, where, "too many events; the maximum is %d",
				  INPUT_EVENTS_MAX);
	if (total_us > INPUT_PAUSE_US_MAX)
		return input_fail(parser, where, "total of the pauses exceeds %d s",
				  INPUT_PAUSE_US_MAX / 1000000);
	event.pause_us = (uint32_t)total_us;
	event.line = parser->line;
	parser->pending_us = 0;
	script->events[script->count++] = event;
	return true;
}

static bool input_script_add(struct input_parser *parser, const char *where, uint32_t pause_us,
			     struct input_event event)
{
	if (!add_event(parser, where, pause_us, event))
		return false;
	if (!parser->syncs)
		return true;
	parser->script->has_syncs = true;
	return add_event(parser, where, 0, (struct input_event){.kind = INPUT_QUEUE_SYNC});
}

static bool add_key(struct input_parser *parser, const char *where, const struct input_key *key,
		    bool down, uint32_t pause_us)
{
	return input_script_add(parser, where, pause_us,
				(struct input_event){.kind = INPUT_KEY, .down = down, .key = key});
}

/* Press all keys, the first one at its pace, hold the last one, and release them in reverse
 * order. */
static bool add_chord(struct input_parser *parser, const char *where,
		      const struct input_key *const *keys, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!add_key(parser, where, keys[i], true, i == 0 ? parser->pace_us : 0))
			return false;
	}
	for (size_t i = count; i > 0; i--) {
		if (!add_key(parser, where, keys[i - 1], false,
			     i == count ? parser->hold_us : 0))
			return false;
	}
	return true;
}

static const struct input_key *parse_key_name(struct input_parser *parser, struct input_word word)
{
	const struct input_key *key = input_key_named(word.text, word.length);
	char text[INPUT_QUOTE_MAX], names[INPUT_PROBLEM_MAX];

	if (key != NULL)
		return key;
	input_key_names(names, sizeof(names));
	input_fail(parser, word.text, "unknown key '%s'; use one of: %s", input_quote(word, text),
		   names);
	return NULL;
}

/* ---- Commands ---- */

/* key ctrl+shift+a: keys joined by '+'. */
static bool parse_chord(struct input_parser *parser)
{
	const struct input_key *keys[CHORD_KEYS_MAX];
	struct input_word word = input_next_word(parser), name = {word.text, 0};
	size_t count = 0;

	for (size_t i = 0; i <= word.length; i++) {
		if (i < word.length && word.text[i] != '+')
			continue;
		name.length = (size_t)(word.text + i - name.text);
		if (count == CHORD_KEYS_MAX)
			return input_fail(parser, name.text, "more than %d keys at once",
					  CHORD_KEYS_MAX);
		keys[count] = parse_key_name(parser, name);
		if (keys[count++] == NULL)
			return false;
		name.text = word.text + i + 1;
	}
	return add_chord(parser, word.text, keys, count);
}

static bool parse_one_key(struct input_parser *parser, bool down)
{
	struct input_word word = input_next_word(parser);
	const struct input_key *key = parse_key_name(parser, word);

	return key != NULL && add_key(parser, word.text, key, down, parser->pace_us);
}

static bool parse_down(struct input_parser *parser)
{
	return parse_one_key(parser, true);
}

static bool parse_up(struct input_parser *parser)
{
	return parse_one_key(parser, false);
}

static bool type_character(struct input_parser *parser, const char *where, char c)
{
	const struct input_key *keys[2];
	char text[INPUT_QUOTE_MAX];
	bool shift;

	keys[0] = input_key_named("shift", 5);
	keys[1] = input_key_of_character(c, &shift);
	if (keys[1] == NULL)
		return input_fail(parser, where, "'%s' is on no key of a US keyboard",
				  input_quote((struct input_word){where, 1}, text));
	return shift ? add_chord(parser, where, keys, 2) : add_chord(parser, where, keys + 1, 1);
}

static bool add_button(struct input_parser *parser, const char *where, enum input_button button,
		       bool down, uint32_t pause_us)
{
	return input_script_add(
		parser, where, pause_us,
		(struct input_event){.kind = INPUT_BUTTON, .down = down, .button = button});
}

static bool parse_click(struct input_parser *parser)
{
	const char *where = parser->at;
	enum input_button button;

	return input_parse_button(parser, &button) &&
	       add_button(parser, where, button, true, parser->pace_us) &&
	       add_button(parser, where, button, false, parser->hold_us);
}

static bool parse_one_button(struct input_parser *parser, bool down)
{
	const char *where = parser->at;
	enum input_button button;

	return input_parse_button(parser, &button) &&
	       add_button(parser, where, button, down, parser->pace_us);
}

static bool parse_press(struct input_parser *parser)
{
	return parse_one_button(parser, true);
}

static bool parse_release(struct input_parser *parser)
{
	return parse_one_button(parser, false);
}

static bool parse_move(struct input_parser *parser)
{
	const char *where = parser->at;
	struct input_event event = {.kind = INPUT_MOVE};

	if (!input_parse_distance(parser, &event.right) ||
	    !input_parse_distance(parser, &event.downwards))
		return false;
	if (event.right == 0 && event.downwards == 0)
		return input_fail(parser, where, "movement by 0 0; give a distance");
	return input_script_add(parser, where, parser->pace_us, event);
}

/* text "what to type": \" \\ \n and \t stand for themselves. */
static bool parse_text(struct input_parser *parser)
{
	const char *where;
	char c;

	if (!input_begin_quoted(parser))
		return false;
	while (input_next_quoted(parser, &c, &where)) {
		if (c == '\0')
			return true;
		if (!type_character(parser, where, c))
			return false;
	}
	return false;
}

/* label "what the user does". A label without events is dropped. */
static bool parse_label(struct input_parser *parser)
{
	struct input_label label = {.event = parser->script->count};
	const char *where;
	char c;

	if (!input_begin_quoted(parser))
		return false;
	for (size_t length = 0; input_next_quoted(parser, &c, &where); length++) {
		if (c == '\0') {
			size_t count = parser->script->label_count;

			if (count > 0 && parser->script->labels[count - 1].event == label.event)
				parser->script->labels[count - 1] = label;
			else if (count < INPUT_EVENTS_MAX)
				parser->script->labels[parser->script->label_count++] = label;
			return true;
		}
		if (c < ' ' || c > '~')
			return input_fail(parser, where, "label contains a non-printable "
					  "character");
		if (length == sizeof(label.text) - 1)
			return input_fail(parser, where, "label exceeds %zu characters",
					  length);
		label.text[length] = c;
	}
	return false;
}

static bool input_script_parse_pause(struct input_parser *parser)
{
	uint32_t us;

	if (!input_parse_time(parser, &us))
		return false;
	parser->pending_us += us;
	return true;
}

static bool input_script_parse_pace(struct input_parser *parser)
{
	return input_parse_time(parser, &parser->pace_us);
}

static bool parse_hold(struct input_parser *parser)
{
	return input_parse_time(parser, &parser->hold_us);
}

/* sync on, or off. */
static bool parse_sync(struct input_parser *parser)
{
	struct input_word word = input_next_word(parser);
	char text[INPUT_QUOTE_MAX];

	parser->syncs = input_is_word(word, "on");
	return parser->syncs || input_is_word(word, "off") ||
	       input_fail(parser, word.text, "'%s' is not on or off", input_quote(word, text));
}

static const struct {
	const char *name;
	bool (*take)(struct input_parser *parser);
} commands[] = {
	{"key", parse_chord},
	{"down", parse_down},
	{"up", parse_up},
	{"text", parse_text},
	{"click", parse_click},
	{"press", parse_press},
	{"release", parse_release},
	{"move", parse_move},
	{"pause", input_script_parse_pause},
	{"pace", input_script_parse_pace},
	{"hold", parse_hold},
	{"label", parse_label},
	{"sync", parse_sync},
};

static bool parse_command(struct input_parser *parser)
{
	struct input_word word = input_next_word(parser);
	char text[INPUT_QUOTE_MAX];

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (!input_is_word(word, commands[i].name))
			continue;
		if (!commands[i].take(parser))
			return false;
		word = input_next_word(parser);
		return word.length == 0 ||
		       input_fail(parser, word.text, "'%s': too many arguments for %s",
			       input_quote(word, text), commands[i].name);
	}
	return input_fail(parser, word.text, "unknown command '%s'; use one of: key down up text "
			  "click press release move pause pace hold label sync",
			  input_quote(word, text));
}

bool input_script_parse(const char *text, size_t length, struct input_script *script,
			char problem[INPUT_PROBLEM_MAX])
{
	const char *start = text + utf8_mark_length(text, length);
	struct input_parser parser = {
		.script = script, .at = start, .end = text + length, .line_begin = start,
		.pace_us = PACE_US_DEFAULT, .hold_us = HOLD_US_DEFAULT, .problem = problem,
	};

	*script = (struct input_script){
		.events = xcalloc(INPUT_EVENTS_MAX, sizeof(script->events[0])),
		.labels = xcalloc(INPUT_EVENTS_MAX, sizeof(script->labels[0])),
	};
	while (parser.at < parser.end) {
		parser.line_begin = parser.at;
		parser.line++;
		input_skip_blanks(&parser);
		if (!input_at_line_end(&parser) && !parse_command(&parser))
			return false;
		while (parser.at < parser.end && *parser.at != '\n')
			parser.at++;
		if (parser.at < parser.end)
			parser.at++;
	}
	return script->count > 0 ||
	       input_fail(&parser, parser.line_begin, "no event: the script uses neither keys nor "
			  "the mouse");
}

void input_script_free(struct input_script *script)
{
	free(script->events);
	free(script->labels);
	*script = (struct input_script){0};
}
