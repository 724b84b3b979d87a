/* SPDX-License-Identifier: MIT */
/* Each line is a JSON object. QEMU may send events in between, which are skipped. */
#include "tools/run/input/qmp.h"

#include <err.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/base/child.h"
#include "tools/base/clock.h"
#include "tools/base/json_file.h"

/* QEMU replies within milliseconds, unless the host is busy. */
#define ANSWER_LIMIT_SECONDS 60
/* Maximum delay after a signal. */
#define WAIT_MS_MAX 100

static bool qmp_fail(struct qmp *qmp, const char *what)
{
	text_copy(qmp->problem, sizeof(qmp->problem), what);
	return false;
}

int qmp_make(struct qmp *qmp)
{
	int pair[2];

	*qmp = (struct qmp){.socket = -1};
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
		warn("QEMU monitor: cannot create a socket");
		return -1;
	}
	qmp->socket = pair[0];
	return pair[1];
}

void qmp_close(struct qmp *qmp)
{
	if (qmp->socket >= 0)
		close(qmp->socket);
	qmp->socket = -1;
}

/* The first whole line received, or NULL. */
static json_t *qmp_parse_line(struct qmp *qmp)
{
	char *end = memchr(qmp->line, '\n', qmp->length);
	json_t *object;

	if (end == NULL)
		return NULL;
	object = json_file_parse(qmp->line, (size_t)(end - qmp->line));
	qmp->length -= (size_t)(end + 1 - qmp->line);
	memmove(qmp->line, end + 1, qmp->length);
	return object != NULL ? object : json_null();
}

/* Read more, if available. */
static bool receive(struct qmp *qmp, double limit)
{
	struct pollfd ready = {.fd = qmp->socket, .events = POLLIN};
	double left = limit - clock_seconds();
	ssize_t count;
	int events;

	if (qmp->length == sizeof(qmp->line))
		return qmp_fail(qmp, "QEMU monitor: line too long");
	if (left <= 0)
		return qmp_fail(qmp, "QEMU monitor: no reply");
	if (!child_may_wait())
		return qmp_fail(qmp, "QEMU monitor: wait interrupted");
	events = poll(&ready, 1, WAIT_MS_MAX);
	if (events == 0 || (events < 0 && errno == EINTR))
		return true;
	count = read(qmp->socket, qmp->line + qmp->length, sizeof(qmp->line) - qmp->length);
	if (count <= 0)
		return qmp_fail(qmp, "QEMU monitor: connection closed by QEMU");
	qmp->length += (size_t)count;
	return true;
}

/* Returns the next object with one of the two names, which events lack. On failure, sets problem
 * and returns NULL. */
static json_t *qmp_await(struct qmp *qmp, const char *name, const char *other_name)
{
	double limit = clock_seconds() + ANSWER_LIMIT_SECONDS;
	json_t *object;

	for (;;) {
		while ((object = qmp_parse_line(qmp)) != NULL) {
			if (json_object_get(object, name) != NULL ||
			    json_object_get(object, other_name) != NULL)
				return object;
			json_decref(object);
		}
		if (!receive(qmp, limit))
			return NULL;
	}
}

static bool send_object(struct qmp *qmp, json_t *object)
{
	char *text = json_dumps(object, JSON_COMPACT);
	size_t length = text != NULL ? strlen(text) : 0;
	bool good = text != NULL && send(qmp->socket, text, length, MSG_NOSIGNAL) ==
				    (ssize_t)length;

	free(text);
	json_decref(object);
	return good || qmp_fail(qmp, "QEMU monitor: no commands accepted");
}

json_t *qmp_query(struct qmp *qmp, const char *name, json_t *arguments)
{
	json_t *answer, *value;
	const char *why;

	if (!send_object(qmp, arguments != NULL
			 ? json_pack("{s:s, s:o}", "execute", name, "arguments", arguments)
			 : json_pack("{s:s}", "execute", name)))
		return NULL;
	answer = qmp_await(qmp, "return", "error");
	if (answer == NULL)
		return NULL;
	value = json_incref(json_object_get(answer, "return"));
	if (value == NULL) {
		why = json_string_value(json_object_get(json_object_get(answer, "error"), "desc"));
		snprintf(qmp->problem, sizeof(qmp->problem), "QEMU monitor: %s failed: %s", name,
			 why != NULL ? why : "no reason given");
	}
	json_decref(answer);
	return value;
}

bool qmp_command(struct qmp *qmp, const char *name, json_t *arguments)
{
	json_t *value = qmp_query(qmp, name, arguments);

	json_decref(value);
	return value != NULL;
}

bool qmp_greet(struct qmp *qmp)
{
	json_t *greeting = qmp_await(qmp, "QMP", "QMP");

	if (greeting == NULL)
		return false;
	json_decref(greeting);
	return qmp_command(qmp, "qmp_capabilities", NULL);
}
