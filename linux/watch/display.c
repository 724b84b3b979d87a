/* SPDX-License-Identifier: MIT */
/* Requests are written as in "X Window System Protocol", "Protocol Formats", and "X11 Testing
 * Extension Protocol" and "Record Extension Protocol Specification". They are few, so the program,
 * which is static, uses no library for them. */
#include "linux/watch/display.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "lib/event/message_log.h"
#include "lib/text/fmt.h"

#define REPLY_HEAD 32u
#define EVENT_BYTES 32u
#define REPLY_BYTES_MAX (1u << 16)
#define COOKIE_NAME "MIT-MAGIC-COOKIE-1"
#define COOKIE_BYTES 16u
#define PATH_BEFORE "/tmp/.X11-unix/X"
#define KEYCODES 256u
#define KEY_EVENTS_MAX 8u               /* three modifiers and the key, pressed and released */

enum request {
	GET_WINDOW_ATTRIBUTES = 3, GET_GEOMETRY = 14, QUERY_TREE = 15, QUERY_EXTENSION = 98,
	GET_KEYBOARD_MAPPING = 101,
};

enum {FAKE_INPUT = 2};                  /* minor opcode of XTEST */
enum {KEY_PRESS = 2, KEY_RELEASE = 3, BUTTON_PRESS = 4, BUTTON_RELEASE = 5, MOTION_NOTIFY = 6};
enum {SHIFT_KEYSYM = 0xffe1, CONTROL_KEYSYM = 0xffe3, ALT_KEYSYM = 0xffe9};
enum {INPUT_OUTPUT = 1, VIEWABLE = 2};

struct fake_input {
	uint8_t opcode, minor;
	uint16_t words;
	uint8_t type, detail;
	uint16_t unused;
	uint32_t delay_ms, root;
	uint8_t unused2[8];
	int16_t x, y;
	uint8_t unused3[8];             /* the last is a device; 0: the core one */
};

_Static_assert(sizeof(struct fake_input) == 36, "X11 Testing Extension Protocol, FakeInput");

/* Where a keysym is: on a key, without or with Shift. Keycodes begin at 8; 0: nowhere. */
struct place {
	uint8_t keycode;
	bool is_shifted;
};

static struct {
	int file;
	char path[sizeof(((struct sockaddr_un *)NULL)->sun_path)];
	uint32_t root, first_id;
	uint8_t xtest, x_input;         /* major opcodes; 0: the server lacks the extension */
	uint8_t first_keycode, keycode_count, keysyms_per_keycode;
	uint8_t keysyms[REPLY_BYTES_MAX];
	uint8_t reply[REPLY_BYTES_MAX];
} display = {.file = -1};

/* ---- Bytes ---- */

static uint32_t reply_word(size_t at, size_t size)
{
	uint32_t word = 0;

	memcpy(&word, display.reply + at, size);
	return word;
}

static bool write_whole(const void *bytes, size_t size)
{
	return send(display.file, bytes, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* Returns 0 or a negative errno. */
static int read_whole(void *bytes, size_t size)
{
	ssize_t count = recv(display.file, bytes, size, MSG_WAITALL);

	return count == (ssize_t)size ? 0 : count < 0 ? -errno : -ECONNRESET;
}

/* Read what follows a head of some bytes. */
static int read_more(size_t head, uint64_t words)
{
	if (4 * words > REPLY_BYTES_MAX - head)
		return -EMSGSIZE;
	return words == 0 ? 0 : read_whole(display.reply + head, 4 * (size_t)words);
}

/* Read a reply. Events, such as that of another keyboard, which every client gets, are skipped.
 * Returns 0 or a negative errno. */
static int read_reply(void)
{
	int error;

	do
		error = read_whole(display.reply, REPLY_HEAD);
	while (error == 0 && display.reply[0] > 1);
	if (error == 0 && display.reply[0] != 1)
		error = -EPROTO;
	return error != 0 ? error : read_more(REPLY_HEAD, reply_word(4, 4));
}

/* Send a request of whole words, and read its reply. Returns 0 or a negative errno. */
static int ask(const void *request, size_t size)
{
	return write_whole(request, size) ? read_reply() : -errno;
}

/* A request of a window, or of nothing more. */
static int ask_of(enum request opcode, uint32_t window)
{
	const struct {
		uint8_t opcode, unused;
		uint16_t words;
		uint32_t window;
	} request = {(uint8_t)opcode, 0, 2, window};

	return ask(&request, sizeof(request));
}

/* ---- The connection ---- */

/* A field of the file of cookies: its size in two bytes, the high one first, and then its bytes.
 * Returns false at the end, or if the field is larger than the room. */
static bool read_field(FILE *file, char *bytes, size_t room, size_t *size)
{
	int high = fgetc(file), low = fgetc(file);

	*size = (size_t)(high << 8 | low);
	return low != EOF && *size < room && fread(bytes, 1, *size, file) == *size;
}

/* Xauthority: Xsecurity(7), xau's "AuFileName". Returns whether it has a cookie for a display, by
 * the number that names it. */
static bool find_cookie(const char *number, char cookie[COOKIE_BYTES])
{
	const char *name = getenv("XAUTHORITY"), *home = getenv("HOME");
	char path[512], fields[4][256];
	size_t sizes[4];
	bool found = false;
	FILE *file;

	fmt_buffer(path, sizeof(path), "%s%s", name != NULL ? name : home != NULL ? home : "",
		   name != NULL ? "" : "/.Xauthority");
	file = fopen(path, "re");
	while (file != NULL && !found && fgetc(file) != EOF && fgetc(file) != EOF) {
		size_t i = 0;

		while (i < 4 && read_field(file, fields[i], sizeof(fields[i]), &sizes[i]))
			i++;
		if (i < 4)
			break;
		found = sizes[1] == strlen(number) && memcmp(fields[1], number, sizes[1]) == 0 &&
			sizes[2] == strlen(COOKIE_NAME) &&
			memcmp(fields[2], COOKIE_NAME, sizes[2]) == 0 && sizes[3] == COOKIE_BYTES;
	}
	if (found)
		memcpy(cookie, fields[3], COOKIE_BYTES);
	if (file != NULL)
		fclose(file);
	return found;
}

/* Returns 0 or a negative errno: -EACCES if the server refuses. Stores the root window. */
static int set_up(const char *number)
{
	struct {
		uint8_t order, unused;
		uint16_t major, minor, name_size, data_size, unused2;
		char name[(sizeof(COOKIE_NAME) + 2) / 4 * 4], data[COOKIE_BYTES];
	} request = {.order = 'l', .major = 11};
	bool has_cookie = find_cookie(number, request.data);
	size_t vendor, formats;
	int error;

	if (has_cookie) {
		memcpy(request.name, COOKIE_NAME, strlen(COOKIE_NAME));
		request.name_size = (uint16_t)strlen(COOKIE_NAME);
		request.data_size = COOKIE_BYTES;
	}
	if (!write_whole(&request, has_cookie ? sizeof(request) : offsetof(__typeof__(request),
									    name)))
		return -errno;
	error = read_whole(display.reply, 8);
	if (error == 0)
		error = read_more(8, reply_word(6, 2));
	if (error != 0)
		return error;
	if (display.reply[0] != 1)
		return -EACCES;
	display.first_id = reply_word(12, 4);
	display.first_keycode = display.reply[34];
	display.keycode_count = (uint8_t)(display.reply[35] - display.reply[34] + 1);
	vendor = (reply_word(24, 2) + 3) / 4 * 4;
	formats = 8 * (size_t)display.reply[29];
	if (40 + vendor + formats + 4 > 8 + 4 * (size_t)reply_word(6, 2))
		return -EPROTO;
	display.root = reply_word(40 + vendor + formats, 4);
	return 0;
}

static int connect_to(const char *number)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	fmt_buffer(display.path, sizeof(display.path), PATH_BEFORE "%s", number);
	memcpy(address.sun_path, display.path, sizeof(address.sun_path));
	display.file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (display.file < 0 ||
	    connect(display.file, (const struct sockaddr *)&address, sizeof(address)) != 0)
		return -errno;
	return set_up(number);
}

/* The major opcode of an extension; 0: the server lacks it. */
static uint8_t find_extension(const char *name)
{
	struct {
		uint8_t opcode, unused;
		uint16_t words, size, unused2;
		char name[16];
	} request = {.opcode = QUERY_EXTENSION, .size = (uint16_t)strlen(name)};

	request.words = (uint16_t)(2 + (strlen(name) + 3) / 4);
	memcpy(request.name, name, strlen(name));
	return ask(&request, 4 * (size_t)request.words) == 0 && display.reply[8] != 0
		       ? display.reply[9] : 0;
}

/* ---- Keys ---- */

static int read_keyboard(void)
{
	const struct {
		uint8_t opcode, unused;
		uint16_t words;
		uint8_t first, count;
		uint16_t unused2;
	} request = {GET_KEYBOARD_MAPPING, 0, 2, display.first_keycode, display.keycode_count, 0};
	int error = ask(&request, sizeof(request));

	if (error != 0)
		return error;
	display.keysyms_per_keycode = display.reply[1];
	if (reply_word(4, 4) != (uint32_t)display.keycode_count * display.keysyms_per_keycode)
		return -EPROTO;
	memcpy(display.keysyms, display.reply + REPLY_HEAD, 4 * (size_t)reply_word(4, 4));
	return 0;
}

/* The first two keysyms of a key are those without and with Shift. */
static struct place find_keysym(uint32_t keysym)
{
	for (unsigned key = 0; key < display.keycode_count; key++) {
		for (unsigned level = 0; level < 2 && level < display.keysyms_per_keycode;
		     level++) {
			uint32_t found;

			memcpy(&found, display.keysyms +
				       4 * (key * display.keysyms_per_keycode + level),
			       sizeof(found));
			if (found == keysym)
				return (struct place){(uint8_t)(display.first_keycode + key),
						      level == 1};
		}
	}
	return (struct place){0};
}

/* The keycodes to press, in order, with the key last. Returns their number; 0 if the keyboard lacks
 * one of them. */
static uint32_t presses_of(const struct terminal_key *key, uint8_t keycodes[KEY_EVENTS_MAX / 2])
{
	struct place place = find_keysym(key->keysym);
	const struct {
		bool is_held;
		uint32_t keysym;
	} held[] = {
		{place.is_shifted || key->has_shift, SHIFT_KEYSYM},
		{key->has_control, CONTROL_KEYSYM}, {key->has_alt, ALT_KEYSYM},
		{true, key->keysym},
	};
	uint32_t count = 0;

	for (size_t i = 0; i < sizeof(held) / sizeof(held[0]); i++) {
		if (!held[i].is_held)
			continue;
		keycodes[count] = find_keysym(held[i].keysym).keycode;
		if (keycodes[count++] == 0)
			return 0;
	}
	return count;
}

/* An input event. detail is a keycode, a button, or for a movement, 0 (to a place) or 1 (by a
 * distance). */
static struct fake_input fake(uint8_t type, uint8_t detail)
{
	return (struct fake_input){
		.opcode = display.xtest, .minor = FAKE_INPUT,
		.words = sizeof(struct fake_input) / 4, .type = type, .detail = detail,
	};
}

bool display_type(const struct terminal_key *key)
{
	struct fake_input events[KEY_EVENTS_MAX];
	uint8_t keycodes[KEY_EVENTS_MAX / 2];
	uint32_t presses = key->button == 0 ? presses_of(key, keycodes) : 0, count = 0;

	if (key->button != 0)
		events[count++] = fake(key->is_release ? BUTTON_RELEASE : BUTTON_PRESS,
				       key->button);
	for (uint32_t i = 0; i < presses; i++)
		events[count++] = fake(KEY_PRESS, keycodes[i]);
	for (uint32_t i = presses; i > 0; i--)
		events[count++] = fake(KEY_RELEASE, keycodes[i - 1]);
	return write_whole(events, count * sizeof(events[0]));
}

bool display_move(const struct terminal_key *key)
{
	struct fake_input move = fake(MOTION_NOTIFY, 1);

	move.x = key->right;
	move.y = key->downwards;
	return write_whole(&move, sizeof(move));
}

/* ---- Windows ---- */

static bool is_seen(uint32_t window)
{
	return ask_of(GET_WINDOW_ATTRIBUTES, window) == 0 &&
	       reply_word(12, 2) == INPUT_OUTPUT && display.reply[26] == VIEWABLE;
}

/* Find the window. The children of the root window are listed from the bottom to the top. If a
 * window is closed meanwhile, its request returns an error. */
static uint32_t find_window(void)
{
	static uint32_t windows[REPLY_BYTES_MAX / 4];
	uint32_t count;

	if (ask_of(QUERY_TREE, display.root) != 0)
		return 0;
	count = reply_word(16, 2);
	if (count > reply_word(4, 4))
		return 0;
	memcpy(windows, display.reply + REPLY_HEAD, 4 * (size_t)count);
	while (count > 0 && !is_seen(windows[count - 1]))
		count--;
	return count > 0 ? windows[count - 1] : 0;
}

bool display_aim(void)
{
	uint32_t window = find_window();
	struct fake_input move;

	if (window == 0 || ask_of(GET_GEOMETRY, window) != 0)
		return false;
	move = fake(MOTION_NOTIFY, 0);
	move.root = display.root;
	move.x = (int16_t)((int16_t)reply_word(12, 2) + (int)reply_word(16, 2) / 2);
	move.y = (int16_t)((int16_t)reply_word(14, 2) + (int)reply_word(18, 2) / 2);
	return write_whole(&move, sizeof(move));
}

/* ---- A person ---- */

enum {RECORD_CREATE_CONTEXT = 1, RECORD_ENABLE_CONTEXT = 5};    /* minor opcodes */
enum {RECORD_ALL_CLIENTS = 3};
enum {RECORD_FROM_SERVER = 0};          /* category of data */

/* RECORDRANGE with only the device's events. */
struct record_range {
	uint8_t unused[18];
	uint8_t first_event, last_event;
	uint8_t unused2[4];
};

_Static_assert(sizeof(struct record_range) == 24, "Record Extension Protocol, RECORDRANGE");

int display_listen(char problem[DISPLAY_PROBLEM_MAX])
{
	uint8_t record = find_extension("RECORD");
	const struct {
		uint8_t opcode, minor;
		uint16_t words;
		uint32_t context, element_header, clients, ranges, client;
		struct record_range range;
	} create = {
		.opcode = record, .minor = RECORD_CREATE_CONTEXT, .words = sizeof(create) / 4,
		.context = display.first_id, .clients = 1, .ranges = 1,
		.client = RECORD_ALL_CLIENTS,
		.range = {.first_event = KEY_PRESS, .last_event = BUTTON_RELEASE},
	};
	const struct {
		uint8_t opcode, minor;
		uint16_t words;
		uint32_t context;
	} enable = {record, RECORD_ENABLE_CONTEXT, sizeof(enable) / 4, display.first_id};
	int error = record == 0 ? -ENOTSUP : 0;

	/* Its first reply tells that it begins. */
	if (error == 0)
		error = write_whole(&create, sizeof(create)) ? ask(&enable, sizeof(enable))
							     : -ECONNRESET;
	if (error != 0)
		fmt_buffer(problem, DISPLAY_PROBLEM_MAX, "the X server does not tell of a person's "
			   "keys by its extension RECORD: %s", strerror(-error));
	return error;
}

int display_listener(void)
{
	return display.file;
}

/* Keycodes are those of Linux's event devices plus 8, whose first 88 are of scan code set 1. */
static struct terminal_key key_of_event(uint8_t type, uint8_t detail)
{
	struct terminal_key key = {.count = 1};

	if (type == KEY_PRESS) {
		key.code = detail > 8 && detail <= 8 + 88 ? detail - 8u : 0;
	} else {
		key.code = MESSAGE_CODE_MOUSE;
		key.button = detail;
		key.is_release = type == BUTTON_RELEASE;
	}
	return key;
}

bool display_read(void (*take)(const struct terminal_key *key, uint32_t time_ms))
{
	if (read_whole(display.reply, REPLY_HEAD) != 0)
		return false;
	if (display.reply[0] > 1)
		return true;            /* an event, as in read_reply() */
	if (display.reply[0] != 1 || read_more(REPLY_HEAD, reply_word(4, 4)) != 0)
		return false;
	if (display.reply[1] != RECORD_FROM_SERVER)
		return true;
	for (uint32_t i = 0; i < reply_word(4, 4) / (EVENT_BYTES / 4); i++) {
		const size_t at = REPLY_HEAD + i * EVENT_BYTES;
		uint8_t type = display.reply[at] & 0x7f;
		struct terminal_key key = key_of_event(type, display.reply[at + 1]);

		if (type != KEY_RELEASE)
			take(&key, reply_word(at + 4, 4));
	}
	return true;
}

/* ---- Opening ---- */

static int fail(char problem[DISPLAY_PROBLEM_MAX], const char *text, const char *object, int error)
{
	display_close();
	fmt_buffer(problem, DISPLAY_PROBLEM_MAX, text, object, strerror(-error));
	return error;
}

static int check_keys(struct terminal_key *keys, uint32_t count, char problem[DISPLAY_PROBLEM_MAX])
{
	uint8_t keycodes[KEY_EVENTS_MAX / 2];
	char number[16];

	for (uint32_t i = 0; i < count; i++) {
		if (keys[i].button != 0)
			continue;
		keys[i].count = (uint8_t)presses_of(&keys[i], keycodes);
		if (keys[i].count > 0)
			continue;
		fmt_buffer(number, sizeof(number), "%#x", keys[i].keysym);
		return fail(problem, "the X server's keyboard has no key for keysym %s", number,
			    -ENOKEY);
	}
	return 0;
}

int display_open(struct terminal_key *keys, uint32_t count, char problem[DISPLAY_PROBLEM_MAX])
{
	const char *name = getenv("DISPLAY");
	char number[16];
	int error;

	if (name == NULL || name[0] != ':')
		return fail(problem, "DISPLAY is \"%s\": only a local X server is used, such as "
			    ":0", name != NULL ? name : "", -EINVAL);
	fmt_buffer(number, sizeof(number), "%.*s", (int)strcspn(name + 1, "."), name + 1);
	error = connect_to(number);
	if (error != 0)
		return fail(problem, "X server %s: %s", name, error);
	display.xtest = find_extension("XTEST");
	display.x_input = find_extension("XInputExtension");
	if (display.xtest == 0)
		return fail(problem, "X server %s lacks the extension XTEST", name, -ENOTSUP);
	error = read_keyboard();
	if (error != 0)
		return fail(problem, "X server %s: its keyboard: %s", name, error);
	return check_keys(keys, count, problem);
}

const char *display_path(void)
{
	return display.path;
}

uint8_t display_x_input(void)
{
	return display.x_input;
}

void display_close(void)
{
	if (display.file >= 0)
		close(display.file);
	display.file = -1;
}
