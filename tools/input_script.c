/* A line is a command and its arguments; '#' begins a comment. Each command adds the events that it
 * stands for. */
#include "tools/input_script.h"

#include <err.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/input_keys.h"

#define PACE_US_DEFAULT 100000
#define HOLD_US_DEFAULT 30000
#define DISTANCE_MAX 127                /* of one packet of a mouse */
#define CHORD_KEYS_MAX 8
#define FILE_BYTES_MAX (1u << 20)

struct parser {
	struct input_script *script;
	const char *at, *end, *line_begin;      /* end: of the text */
	unsigned line;
	uint32_t pace_us, hold_us;
	uint64_t pending_us;            /* pauses since the last event */
	char *problem;
};

struct word {
	const char *text;
	size_t length;
};

/* ---- Problems ---- */

/* Returns false, for the caller to return. */
static bool fail_at(struct parser *parser, const char *where, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static bool fail_at(struct parser *parser, const char *where, const char *format, ...)
{
	int used = snprintf(parser->problem, INPUT_PROBLEM_MAX, "%u:%td: ", parser->line,
			    where - parser->line_begin + 1);
	va_list args;

	va_start(args, format);
	vsnprintf(parser->problem + used, INPUT_PROBLEM_MAX - (size_t)used, format, args);
	va_end(args);
	return false;
}

/* For a message: what was written, without what a terminal might take amiss. */
static const char *printable(struct word word, char text[32])
{
	size_t length = word.length < 31 ? word.length : 31;

	for (size_t i = 0; i < length; i++)
		text[i] = word.text[i] > ' ' && word.text[i] <= '~' ? word.text[i] : '?';
	text[length] = '\0';
	return text;
}

/* ---- Words ---- */

static bool at_line_end(const struct parser *parser)
{
	return parser->at == parser->end || *parser->at == '\n' || *parser->at == '#';
}

static void skip_blanks(struct parser *parser)
{
	while (parser->at < parser->end &&
	       (*parser->at == ' ' || *parser->at == '\t' || *parser->at == '\r'))
		parser->at++;
}

/* An empty word at the end of a line. */
static struct word next_word(struct parser *parser)
{
	struct word word;

	skip_blanks(parser);
	word.text = parser->at;
	while (!at_line_end(parser) && strchr(" \t\r", *parser->at) == NULL)
		parser->at++;
	word.length = (size_t)(parser->at - word.text);
	return word;
}

static bool is_word(struct word word, const char *text)
{
	return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

/* ---- Events ---- */

static bool add(struct parser *parser, const char *where, uint32_t pause_us,
		struct input_event event)
{
	struct input_script *script = parser->script;
	uint64_t total_us = pause_us + parser->pending_us;

	if (script->count == INPUT_EVENTS_MAX)
		return fail_at(parser, where, "too many events: %d is the most", INPUT_EVENTS_MAX);
	if (total_us > INPUT_PAUSE_US_MAX)
		return fail_at(parser, where, "the pauses before this add up to more than %d s",
			       INPUT_PAUSE_US_MAX / 1000000);
	event.pause_us = (uint32_t)total_us;
	event.line = parser->line;
	parser->pending_us = 0;
	script->events[script->count++] = event;
	return true;
}

static bool add_key(struct parser *parser, const char *where, const struct input_key *key,
		    bool down, uint32_t pause_us)
{
	return add(parser, where, pause_us,
		   (struct input_event){.kind = INPUT_KEY, .down = down, .key = key});
}

/* All go down, the first at its pace, and come up in the other order after the last was held. */
static bool add_chord(struct parser *parser, const char *where,
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

/* ---- Arguments ---- */

static const struct input_key *take_key_name(struct parser *parser, struct word word)
{
	const struct input_key *key = input_key_named(word.text, word.length);
	char text[32], names[INPUT_PROBLEM_MAX];

	if (key != NULL)
		return key;
	input_key_names(names, 380);
	fail_at(parser, word.text, "unknown key '%s'; there are: %s …", printable(word, text),
		names);
	return NULL;
}

static bool take_number(const char **at, const char *end, uint64_t most, uint64_t *number)
{
	const char *begin = *at;

	for (*number = 0; *at < end && **at >= '0' && **at <= '9'; ++*at) {
		*number = *number * 10 + (uint64_t)(**at - '0');
		if (*number > most)
			return false;
	}
	return *at != begin;
}

static bool take_time(struct parser *parser, uint32_t *us)
{
	static const struct {
		const char *suffix;
		uint32_t us;
	} units[] = {{"us", 1}, {"ms", 1000}, {"s", 1000000}};
	struct word word = next_word(parser), suffix;
	const char *at = word.text;
	char text[32];
	uint64_t number;
	bool is_number = take_number(&at, word.text + word.length, INPUT_PAUSE_US_MAX, &number);

	suffix = (struct word){at, (size_t)(word.text + word.length - at)};
	for (size_t i = 0; is_number && i < sizeof(units) / sizeof(units[0]); i++) {
		if (!is_word(suffix, units[i].suffix) || number > INPUT_PAUSE_US_MAX / units[i].us)
			continue;
		*us = (uint32_t)number * units[i].us;
		return true;
	}
	return fail_at(parser, word.text, "'%s' is not a time such as 500us, 150ms or 2s, from 0 to "
		       "%d s", printable(word, text), INPUT_PAUSE_US_MAX / 1000000);
}

static bool take_distance(struct parser *parser, int *distance)
{
	struct word word = next_word(parser);
	bool is_negative = word.length > 0 && word.text[0] == '-';
	const char *at = word.text + is_negative, *end = word.text + word.length;
	char text[32];
	uint64_t number;

	if (!take_number(&at, end, DISTANCE_MAX, &number) || at != end)
		return fail_at(parser, word.text, "'%s' is not a distance from %d to %d",
			       printable(word, text), -DISTANCE_MAX, DISTANCE_MAX);
	*distance = is_negative ? -(int)number : (int)number;
	return true;
}

static bool take_button(struct parser *parser, enum input_button *button)
{
	static const char *const names[] = {
		[INPUT_LEFT] = "left", [INPUT_RIGHT] = "right", [INPUT_MIDDLE] = "middle",
	};
	struct word word = next_word(parser);
	char text[32];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		*button = (enum input_button)i;
		if (is_word(word, names[i]))
			return true;
	}
	return fail_at(parser, word.text, "'%s' is not a button: left, right or middle",
		       printable(word, text));
}

/* ---- Commands ---- */

/* key ctrl+shift+a: keys joined by '+'. */
static bool take_chord(struct parser *parser)
{
	const struct input_key *keys[CHORD_KEYS_MAX];
	struct word word = next_word(parser), name = {word.text, 0};
	size_t count = 0;

	for (size_t i = 0; i <= word.length; i++) {
		if (i < word.length && word.text[i] != '+')
			continue;
		name.length = (size_t)(word.text + i - name.text);
		if (count == CHORD_KEYS_MAX)
			return fail_at(parser, name.text, "more than %d keys at once",
				       CHORD_KEYS_MAX);
		keys[count] = take_key_name(parser, name);
		if (keys[count++] == NULL)
			return false;
		name.text = word.text + i + 1;
	}
	return add_chord(parser, word.text, keys, count);
}

static bool take_one_key(struct parser *parser, bool down)
{
	struct word word = next_word(parser);
	const struct input_key *key = take_key_name(parser, word);

	return key != NULL && add_key(parser, word.text, key, down, parser->pace_us);
}

static bool take_down(struct parser *parser)
{
	return take_one_key(parser, true);
}

static bool take_up(struct parser *parser)
{
	return take_one_key(parser, false);
}

static bool type_character(struct parser *parser, const char *where, char c)
{
	const struct input_key *keys[2];
	char text[32];
	bool shift;

	keys[0] = input_key_named("shift", 5);
	keys[1] = input_key_of_character(c, &shift);
	if (keys[1] == NULL)
		return fail_at(parser, where, "no key of a US keyboard makes '%s'",
			       printable((struct word){where, 1}, text));
	return shift ? add_chord(parser, where, keys, 2) : add_chord(parser, where, keys + 1, 1);
}

static char unescape(char c)
{
	return c == 'n' ? '\n' : c == 't' ? '\t' : c;
}

/* text "what to type": \" \\ \n and \t stand for themselves. */
static bool take_text(struct parser *parser)
{
	skip_blanks(parser);
	if (parser->at == parser->end || *parser->at != '"')
		return fail_at(parser, parser->at, "text stands in double quotes");
	for (parser->at++; parser->at < parser->end && *parser->at != '\n'; parser->at++) {
		const char *where = parser->at;
		char c = *where;

		if (c == '"') {
			parser->at++;
			return true;
		}
		if (c == '\\') {
			if (where + 1 == parser->end || strchr("\"\\nt", where[1]) == NULL ||
			    where[1] == '\0')
				return fail_at(parser, where, "after a backslash there may be "
					       "\", \\, n or t");
			c = unescape(*++parser->at);
		}
		if (!type_character(parser, where, c))
			return false;
	}
	return fail_at(parser, parser->at, "the text's closing double quote is missing");
}

static bool add_button(struct parser *parser, const char *where, enum input_button button,
		       bool down, uint32_t pause_us)
{
	return add(parser, where, pause_us, (struct input_event){
		.kind = INPUT_BUTTON, .down = down, .button = button});
}

static bool take_click(struct parser *parser)
{
	const char *where = parser->at;
	enum input_button button;

	return take_button(parser, &button) &&
	       add_button(parser, where, button, true, parser->pace_us) &&
	       add_button(parser, where, button, false, parser->hold_us);
}

static bool take_press(struct parser *parser)
{
	const char *where = parser->at;
	enum input_button button;

	return take_button(parser, &button) &&
	       add_button(parser, where, button, true, parser->pace_us);
}

static bool take_release(struct parser *parser)
{
	const char *where = parser->at;
	enum input_button button;

	return take_button(parser, &button) &&
	       add_button(parser, where, button, false, parser->pace_us);
}

static bool take_move(struct parser *parser)
{
	const char *where = parser->at;
	struct input_event event = {.kind = INPUT_MOVE};

	if (!take_distance(parser, &event.right) || !take_distance(parser, &event.downwards))
		return false;
	if (event.right == 0 && event.downwards == 0)
		return fail_at(parser, where, "a movement goes somewhere");
	return add(parser, where, parser->pace_us, event);
}

static bool take_pause(struct parser *parser)
{
	uint32_t us;

	if (!take_time(parser, &us))
		return false;
	parser->pending_us += us;
	return true;
}

static bool take_pace(struct parser *parser)
{
	return take_time(parser, &parser->pace_us);
}

static bool take_hold(struct parser *parser)
{
	return take_time(parser, &parser->hold_us);
}

static const struct {
	const char *name;
	bool (*take)(struct parser *parser);
} commands[] = {
	{"key", take_chord}, {"down", take_down}, {"up", take_up}, {"text", take_text},
	{"click", take_click}, {"press", take_press}, {"release", take_release},
	{"move", take_move}, {"pause", take_pause}, {"pace", take_pace}, {"hold", take_hold},
};

static bool take_command(struct parser *parser)
{
	struct word word = next_word(parser);
	char text[32];

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (!is_word(word, commands[i].name))
			continue;
		if (!commands[i].take(parser))
			return false;
		word = next_word(parser);
		return word.length == 0 ||
		       fail_at(parser, word.text, "'%s' is more than %s takes",
			       printable(word, text), commands[i].name);
	}
	return fail_at(parser, word.text, "unknown command '%s'; there are: key down up text click "
		       "press release move pause pace hold", printable(word, text));
}

static bool take_line(struct parser *parser)
{
	parser->line_begin = parser->at;
	parser->line++;
	skip_blanks(parser);
	if (!at_line_end(parser) && !take_command(parser))
		return false;
	while (parser->at < parser->end && *parser->at != '\n')
		parser->at++;
	if (parser->at < parser->end)
		parser->at++;
	return true;
}

bool input_script_parse(const char *text, size_t length, struct input_script *script,
			char problem[INPUT_PROBLEM_MAX])
{
	struct parser parser = {
		.script = script, .at = text, .end = text + length, .line_begin = text,
		.pace_us = PACE_US_DEFAULT, .hold_us = HOLD_US_DEFAULT, .problem = problem,
	};

	*script = (struct input_script){.events = calloc(INPUT_EVENTS_MAX,
							 sizeof(script->events[0]))};
	if (script->events == NULL)
		err(2, "out of memory");
	while (parser.at < parser.end) {
		if (!take_line(&parser))
			return false;
	}
	return script->count > 0 ||
	       fail_at(&parser, parser.line_begin, "the script holds no event: neither a key nor "
		       "the mouse is used");
}

bool input_script_load(const char *path, struct input_script *script)
{
	char *text = malloc(FILE_BYTES_MAX), problem[INPUT_PROBLEM_MAX];
	FILE *file = fopen(path, "rb");
	size_t length;
	bool good;

	*script = (struct input_script){0};
	if (text == NULL)
		err(2, "out of memory");
	if (file == NULL) {
		warn("%s", path);
		free(text);
		return false;
	}
	length = fread(text, 1, FILE_BYTES_MAX, file);
	fclose(file);
	good = length < FILE_BYTES_MAX && input_script_parse(text, length, script, problem);
	if (length == FILE_BYTES_MAX)
		warnx("%s: longer than %u bytes, so not a script of input", path, FILE_BYTES_MAX);
	else if (!good)
		warnx("%s:%s", path, problem);
	free(text);
	return good;
}

void input_script_free(struct input_script *script)
{
	free(script->events);
	*script = (struct input_script){0};
}

bool input_script_uses_mouse(const struct input_script *script)
{
	for (size_t i = 0; i < script->count; i++) {
		if (script->events[i].kind != INPUT_KEY)
			return true;
	}
	return false;
}

/* ---- For the target ---- */

#define CODE_RELEASED 0x80u
#define PACKET_FIRST 0x08u              /* set in a packet's first byte */
#define PACKET_LEFTWARDS 0x10u
#define PACKET_DOWNWARDS 0x20u          /* upwards is positive to a mouse */

static void put_key(FILE *out, const struct input_event *event)
{
	fprintf(out, "%u k %s%02x\n", event->pause_us, event->key->is_extended ? "e0 " : "",
		event->key->code | (event->down ? 0 : CODE_RELEASED));
}

static void put_packet(FILE *out, const struct input_event *event, unsigned buttons)
{
	unsigned first = PACKET_FIRST | buttons;

	if (event->right < 0)
		first |= PACKET_LEFTWARDS;
	if (event->downwards > 0)
		first |= PACKET_DOWNWARDS;
	fprintf(out, "%u m %02x %02x %02x\n", event->pause_us, first,
		(unsigned)event->right & 0xff, (unsigned)-event->downwards & 0xff);
}

char *input_script_steps(const struct input_script *script, size_t *length)
{
	unsigned buttons = 0;           /* by their bit in a packet, which is their number */
	char *text = NULL;
	FILE *out = open_memstream(&text, length);

	if (out == NULL)
		err(2, "out of memory");
	for (size_t i = 0; i < script->count; i++) {
		const struct input_event *event = &script->events[i];
		unsigned bit = event->kind == INPUT_BUTTON ? 1u << event->button : 0;

		buttons = event->down ? buttons | bit : buttons & ~bit;
		if (event->kind == INPUT_KEY)
			put_key(out, event);
		else
			put_packet(out, event, buttons);
	}
	fclose(out);
	return text;
}
