/* SPDX-License-Identifier: MIT */
/* ClickHouse through clickhouse-client, which knows passwords, certificates and the server's
 * protocol. Answers are lines of tab-separated cells in a temporary file. */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/utf8.h"
#include "tools/fleet/engine.h"

#define CLIENT "clickhouse-client"
#define QUERY_SECONDS_MAX 3600
#define FIGURES_A_QUERY 20 /* bounds the server's memory: a value of each machine for each figure */
#define NAME_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."

struct clickhouse {
	char *user, *host, *port, *database;
};

/* ---- Answers ---- */

/* Replace the escapes of the format TabSeparated, in place. */
static void unescape(char *cell)
{
	static const char codes[] = "ntrb0f\\'", values[] = "\n\t\r\b\0\f\\'";
	char *to = cell;

	for (const char *from = cell; *from != '\0'; from++) {
		const char *code = *from == '\\' && from[1] != '\0' ? strchr(codes, from[1]) : NULL;

		if (code != NULL) {
			*to++ = values[code - codes];
			from++;
		} else {
			*to++ = *from;
		}
	}
	*to = '\0';
}

static size_t split(char *line, const char **cells)
{
	size_t count = 0;
	char *cell;

	line[strcspn(line, "\n")] = '\0';
	while (count < ENGINE_CELLS_MAX && (cell = strsep(&line, "\t")) != NULL) {
		unescape(cell);
		utf8_make_printable(cell);
		cells[count++] = strcmp(cell, "\\N") == 0 ? "" : cell;
	}
	return line == NULL ? count : 0;
}

static bool read_answer(const struct engine *engine, FILE *file, size_t cells, engine_row *row,
			void *context)
{
	const char *texts[ENGINE_CELLS_MAX];
	char *line = NULL;
	size_t capacity = 0, rows = 0;
	bool good = true;

	while (good && getline(&line, &capacity, file) > 0) {
		good = split(line, texts) >= cells && ++rows <= ENGINE_ROWS_MAX;
		if (good)
			row(context, texts);
		else
			warnx("%s: not the answer of this program's query", engine->name);
	}
	free(line);
	return good;
}

/* ---- Client ---- */

static int start_client(const struct clickhouse *server, const char *sql, FILE *answer,
			struct child *child)
{
	char *arguments[] = {CLIENT,           "--host",   server->host,   "--port",
			     server->port,     "--user",   server->user,   "--database",
			     server->database, "--format", "TabSeparated", "--query",
			     (char *)sql,      NULL};
	struct child_files files = {.output = fileno(answer),
				    .messages = STDERR_FILENO,
				    .extra = -1};
	int error;

	files.input = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (files.input < 0)
		return errno;
	error = child_start(child, arguments, &files);
	close(files.input);
	return error;
}

static bool run_client(const struct engine *engine, const char *sql, FILE *answer)
{
	struct child child;
	int error = start_client(engine->state, sql, answer, &child), status;
	bool has_ended;

	if (error == ENOENT)
		warnx("%s: " CLIENT " not found; install it", engine->name);
	else if (error != 0)
		warnx("%s: " CLIENT ": %s", engine->name, strerror(error));
	if (error != 0)
		return false;
	has_ended = child_await(&child, QUERY_SECONDS_MAX);
	status = child_stop(&child);
	if (!has_ended)
		warnx("%s: no answer in %d s", engine->name, QUERY_SECONDS_MAX);
	else if (status != 0)
		warnx("%s: " CLIENT " failed; its message is above", engine->name);
	return has_ended && status == 0;
}

static bool clickhouse_query(struct engine *engine, const char *sql, size_t cells, engine_row *row,
			     void *context)
{
	FILE *answer;
	bool good;

	if (sql[strspn(sql, " \n")] == '\0')
		return true;
	answer = tmpfile();
	if (answer == NULL) {
		warn("temporary file");
		return false;
	}
	good = run_client(engine, sql, answer);
	rewind(answer);
	good = good && read_answer(engine, answer, cells, row, context);
	fclose(answer);
	return good;
}

/* ---- Open ---- */

static void clickhouse_close(struct engine *engine)
{
	struct clickhouse *server = engine->state;

	free(server->user);
	free(server->host);
	free(server->port);
	free(server->database);
	free(server);
}

/* [USER@]HOST[:PORT]/DATABASE. Returns false if it is none. */
static bool parse_address(const char *text, struct clickhouse *server)
{
	const char *at = strchr(text, '@'), *host = at != NULL ? at + 1 : text;
	const char *slash = strchr(host, '/'), *colon = strchr(host, ':'), *database;
	size_t length;

	if (slash == NULL || (at != NULL && at > slash))
		return false;
	database = slash + 1;
	length = colon != NULL && colon < slash ? (size_t)(colon - host) : (size_t)(slash - host);
	server->user = at != NULL ? xstrndup(text, (size_t)(at - text)) : xstrdup("default");
	server->host = xstrndup(host, length);
	server->port = colon != NULL && colon < slash
			       ? xstrndup(colon + 1, (size_t)(slash - colon - 1))
			       : xstrdup("9000");
	server->database = xstrdup(database);
	return length > 0 && database[0] != '\0' &&
	       database[strspn(database, NAME_CHARS)] == '\0' && host[0] != '-' && text[0] != '-';
}

static void check_version(void *context, const char *const *cells)
{
	*(int64_t *)context = engine_integer(cells[0]);
}

struct engine *engine_open_clickhouse(const char *address)
{
	struct clickhouse *server = xcalloc(1, sizeof(*server));
	struct engine *engine = xcalloc(1, sizeof(*engine));
	int64_t version = 0;

	*engine = (struct engine){.dialect = "clickhouse",
				  .name = xstrdup(address),
				  .figures_max = FIGURES_A_QUERY,
				  .query = clickhouse_query,
				  .close = clickhouse_close,
				  .state = server};
	utf8_make_printable(engine->name);
	if (!parse_address(address + strlen(ENGINE_CLICKHOUSE), server))
		warnx("%s: no address; give " ENGINE_CLICKHOUSE "[USER@]HOST[:PORT]/DATABASE",
		      engine->name);
	else if (engine_run(engine, "version", NULL, 1, check_version, &version)) {
		if (version == FLEET_VERSION)
			return engine;
		warnx("%s: version %lld; this program reads version %d", engine->name,
		      (long long)version, FLEET_VERSION);
	}
	engine_close(engine);
	return NULL;
}
