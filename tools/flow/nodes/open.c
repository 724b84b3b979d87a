/* SPDX-License-Identifier: MIT */
#include "tools/flow/nodes/open.h"

#include <err.h>
#include <string.h>

#include "tools/flow/duration.h"
#include "tools/flow/nodes/clocks.h"
#include "tools/flow/nodes/gather.h"

/* Whether the other log is of the same session of machines. If not, prints a message and returns
 * false. */
static bool is_of_session(const struct flow_log *log, const struct flow_log *other,
			  const char *path)
{
	if (log->session == 0 || other->session == 0 || log->session == other->session)
		return true;
	warnx("%s: session differs from the earlier log's; "
	      "give logs of one session",
	      path);
	return false;
}

/* Whether both logs have times, or both have instruction counts. If not, prints a message and
 * returns false. */
static bool has_same_ticks(const struct flow_log *log, const struct flow_log *other,
			   const char *path)
{
	const char *name = flow_tick_name(log), *others = flow_tick_name(other);

	if (strcmp(name, others) == 0)
		return true;
	warnx("%s: counts %s, the earlier log counts %s; give logs of one session", path, others,
	      name);
	return false;
}

static bool add_log(struct flow_log *log, const char *path)
{
	struct flow_log *other = flow_log_read(path);
	uint8_t node;
	bool is_added;

	if (other == NULL)
		return false;
	flow_session_warn(other, path);
	is_added = is_of_session(log, other, path) && has_same_ticks(log, other, path);
	if (is_added && !flow_log_gather(log, other, &node)) {
		is_added = false;
		warnx("%s: second log of node %u; give each node's log once",
		      path, node);
	}
	flow_log_free(other);
	return is_added;
}

static bool open_one(struct flow_session *session, const char *path)
{
	struct flow_log *log = flow_session_read(path);

	if (log == NULL)
		return false;
	if (log->has_own_clocks)
		flow_clocks_set(log);
	flow_session_begin(session, log);
	return true;
}

bool flow_nodes_open(struct flow_session *session, char *const paths[])
{
	struct flow_log *log;

	if (paths[1] == NULL)
		return open_one(session, paths[0]);
	log = flow_log_read(paths[0]);
	if (log == NULL)
		return false;
	flow_session_warn(log, paths[0]);
	for (size_t i = 1; paths[i] != NULL; i++) {
		if (!add_log(log, paths[i])) {
			flow_log_free(log);
			return false;
		}
	}
	if (log->events.count == 0) {
		warnx("%s and the other logs: no interactions; see their skip records for the "
		      "reasons", paths[0]);
		flow_log_free(log);
		return false;
	}
	flow_log_sort(log);
	flow_clocks_set(log);
	flow_session_begin(session, log);
	return true;
}
