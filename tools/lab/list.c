/* SPDX-License-Identifier: MIT */
#include "tools/lab/list.h"

#include <ctype.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"

#define LIST_BYTES_MAX (1u << 20)
#define NAME_MAX_BYTES 64
#define BLANKS " \t\r"
#define WRONG_MAX 192

static char wrong[WRONG_MAX];

static const char *refuse(const char *what, const char *value)
{
	snprintf(wrong, sizeof(wrong), "%s: %s", value, what);
	utf8_make_printable(wrong);
	return wrong;
}

/* Whether a text can be the name of a machine, which is also that of its directory of results. */
static bool is_name(const char *text)
{
	for (const char *c = text; *c != '\0'; c++) {
		if (!isalnum((unsigned char)*c) && (c == text || strchr("._-", *c) == NULL))
			return false;
	}
	return text[0] != '\0' && strlen(text) <= NAME_MAX_BYTES;
}

/* Whether a text can be a name or an address. It becomes an argument of other programs and a line
 * of their configuration. */
static bool is_host(const char *text)
{
	for (const char *c = text; *c != '\0'; c++) {
		if (!isalnum((unsigned char)*c) && *c != '[' &&
		    (c == text || strchr(".-_:]", *c) == NULL))
			return false;
	}
	return text[0] != '\0';
}

/* Split HOST, HOST:PORT, [IPV6] or [IPV6]:PORT. */
static const char *take_host(struct lab_machine *machine, const char *text)
{
	const char *end = text[0] == '[' ? strchr(text, ']') : NULL;
	const char *colon = strchr(end != NULL ? end : text, ':');
	size_t length = colon != NULL ? (size_t)(colon - text) : strlen(text);

	if (!is_host(text) || length == 0 || (text[0] == '[' && end == NULL) ||
	    (end != NULL && strchr(":", end[1]) == NULL))
		return refuse("not a host", text);
	if (colon != NULL && (colon[1] == '\0' || strspn(colon + 1, "0123456789") !=
						  strlen(colon + 1)))
		return refuse("not a port; write IPv6 addresses in brackets", text);
	machine->host = end != NULL ? xstrndup(text + 1, (size_t)(end - text) - 1)
				    : xstrndup(text, length);
	machine->port = colon != NULL ? xstrdup(colon + 1) : NULL;
	return NULL;
}

static const char *take_redfish(struct lab_machine *machine, char *value)
{
	static const char *const schemes[] = {"https://", "http://"};
	size_t length = strlen(value);

	if (length > 0 && value[length - 1] == '/')
		value[length - 1] = '\0';
	for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
		if (strncmp(value, schemes[i], strlen(schemes[i])) == 0) {
			machine->is_redfish = true;
			machine->address = xstrdup(value);
			return take_host(machine, value + strlen(schemes[i]));
		}
	}
	return refuse("not a URL such as https://10.0.0.5", value);
}

static const char *take_ipmi(struct lab_machine *machine, const char *value)
{
	machine->address = xstrdup(value);
	return take_host(machine, value);
}

static const char *take_source(struct lab_machine *machine, const char *value)
{
	static const char *const names[] = {[LAB_NETWORK] = "network", [LAB_CD] = "cd",
					    [LAB_USB] = "usb", [LAB_DISK] = "disk"};

	for (size_t i = LAB_NETWORK; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(value, names[i]) == 0) {
			machine->source = (enum lab_source)i;
			return NULL;
		}
	}
	return refuse("not network, cd, usb or disk", value);
}

static const char *take_text(char **text, const char *value)
{
	free(*text);
	*text = xstrdup(value);
	return value[0] != '\0' && utf8_is_printable(value) ? NULL
							    : "an empty or unprintable value";
}

static const char *take_console(struct lab_machine *machine, char *rest)
{
	size_t count = 0;
	char *word;

	while ((word = strsep(&rest, BLANKS)) != NULL) {
		if (word[0] == '\0')
			continue;
		if (count == LAB_WORDS_MAX)
			return "console= has more than 32 words";
		machine->console[count++] = xstrdup(word);
	}
	return count > 0 ? NULL : "console= without a device or command";
}

static const char *take_word(struct lab_machine *machine, char *word)
{
	char *value = strchr(word, '=');

	if (value == NULL)
		return refuse("not of the form KEY=VALUE", word);
	*value++ = '\0';
	if ((strcmp(word, "redfish") == 0 || strcmp(word, "ipmi") == 0) && machine->address != NULL)
		return "a second BMC; give each machine a line of its own";
	if (strcmp(word, "redfish") == 0)
		return take_redfish(machine, value);
	if (strcmp(word, "ipmi") == 0)
		return take_ipmi(machine, value);
	if (strcmp(word, "user") == 0)
		return take_text(&machine->user, value);
	if (strcmp(word, "password-file") == 0)
		return take_text(&machine->password_file, value);
	if (strcmp(word, "cipher") == 0)
		return take_text(&machine->cipher, value);
	if (strcmp(word, "system") == 0)
		return take_text(&machine->system, value);
	if (strcmp(word, "boot") == 0)
		return take_source(machine, value);
	return refuse("unknown; use redfish, ipmi, user, password-file, cipher, system, boot or "
		      "console", word);
}

const char *lab_parse_machine(char *line, struct lab_machine *machine)
{
	char *console, *word;
	const char *problem = NULL;

	*machine = (struct lab_machine){0};
	console = strstr(line, "console=");
	while (console != NULL && console != line && strchr(BLANKS, console[-1]) == NULL)
		console = strstr(console + 1, "console=");
	if (console != NULL && console != line)
		console[-1] = '\0';
	while (problem == NULL && (word = strsep(&line, BLANKS)) != NULL) {
		if (word[0] == '\0')
			continue;
		if (machine->name != NULL)
			problem = take_word(machine, word);
		else if (is_name(word))
			machine->name = xstrdup(word);
		else
			problem = refuse("not a name of letters, digits, dots and hyphens", word);
	}
	if (problem == NULL && console != NULL)
		problem = take_console(machine, console + strlen("console="));
	if (problem == NULL && machine->address == NULL)
		problem = "no BMC; give redfish=URL or ipmi=HOST";
	return problem;
}

void lab_machine_free(struct lab_machine *machine)
{
	char *const texts[] = {machine->name, machine->address, machine->host, machine->port,
			       machine->user, machine->password_file, machine->cipher,
			       machine->system};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		free(texts[i]);
	for (size_t i = 0; i < LAB_WORDS_MAX; i++)
		free(machine->console[i]);
}

/* NULL, or why a machine cannot follow the earlier ones. */
static const char *check_new(const struct lab_list *list, const struct lab_machine *machine)
{
	if (list->count == LAB_MACHINES_MAX)
		return "more than 1024 machines";
	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->machines[i].name, machine->name) == 0)
			return refuse("a second machine of this name", machine->name);
	}
	return NULL;
}

bool lab_list_read(const char *path, struct lab_list *list)
{
	size_t size, number = 0;
	char *text = file_load(path, LIST_BYTES_MAX, "list of machines", &size), *rest = text;
	char *line;

	*list = (struct lab_list){0};
	if (text == NULL)
		return false;
	list->machines = xcalloc(LAB_MACHINES_MAX, sizeof(*list->machines));
	while ((line = strsep(&rest, "\n")) != NULL) {
		struct lab_machine machine;
		const char *problem;

		number++;
		line += strspn(line, BLANKS);
		if (line[0] == '\0' || line[0] == '#')
			continue;
		problem = lab_parse_machine(line, &machine);
		if (problem == NULL)
			problem = check_new(list, &machine);
		if (problem != NULL) {
			warnx("%s: line %zu: %s", path, number, problem);
			lab_machine_free(&machine);
			break;
		}
		list->machines[list->count++] = machine;
	}
	free(text);
	if (line == NULL && list->count == 0)
		warnx("%s: no machine; each line is one (see `bareline lab --help`)", path);
	return line == NULL && list->count > 0;
}

void lab_list_free(struct lab_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		lab_machine_free(&list->machines[i]);
	free(list->machines);
}
