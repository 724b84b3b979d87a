/* SPDX-License-Identifier: MIT */
/* `bareline flow nodes`: boots several machines as nodes, linked by serial lines or a network, and
 * joins their logs. Each machine is followed by a process of its own, which ends with the
 * command. */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/child.h"
#include "tools/base/exit_status.h"
#include "tools/base/signals.h"
#include "tools/base/waiting.h"
#include "tools/cmd/common_options.h"
#include "tools/cmd/flow/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/cmd/interleaved_options.h"
#include "tools/flow/nodes/open.h"
#include "tools/results/run_directory.h"
#include "tools/run/machine.h"
#include "tools/run/qemu_command.h"
#include "tools/run/request_complete.h"
#include "tools/topic/flow/flow.h"

#define NODES_MIN 2
#define NODES_MAX 4                     /* in the target's notation */
#define MESSAGE_CHARS 512
#define POLL_INTERVAL_US 20000

enum link {LINK_SERIAL, LINK_ETHERNET};
enum card {CARD_VIRTIO, CARD_E1000E, CARD_E1000, CARD_DEFAULT};

static const char *const link_names[] = {
	[LINK_SERIAL] = "serial", [LINK_ETHERNET] = "ethernet", NULL,
};

static const char *const card_names[] = {
	[CARD_VIRTIO] = "virtio", [CARD_E1000E] = "e1000e", [CARD_E1000] = "e1000", NULL,
};

/* QEMU's names. */
static const char *const card_devices[] = {
	[CARD_VIRTIO] = "virtio-net-pci", [CARD_E1000E] = "e1000e", [CARD_E1000] = "e1000",
};

struct nodes {
	enum link link;
	enum card card;
	struct patterns benches;
	const char *directory;
	struct table_output output;
	unsigned count;
	struct run_request run;         /* not yet completed */
	struct run_directory parent;    /* of the runs' */
	int ends[NODES_MAX][2];         /* of the line from the first node to each other one */
	char *directories[NODES_MAX + 1];
	FILE *messages[NODES_MAX];      /* temporary, without a name; NULL: standard error */
	pid_t processes[NODES_MAX];     /* 0: ended */
};

static const struct option_spec options[] = {
	{.name = "link", .kind = OPTION_CHOICE, .choices = link_names,
	 .offset = offsetof(struct nodes, link),
	 .help = "connect the machines by serial lines from the first to each other one, or by a "
		 "network (serial)"},
	{.name = "card", .kind = OPTION_CHOICE, .choices = card_names,
	 .offset = offsetof(struct nodes, card),
	 .help = "with --link ethernet: use this network card (virtio)"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .writes = true, .offset = offsetof(struct nodes, directory),
	 .help = "write the runs, node0 and up, to DIRECTORY (results/TIMESTAMP)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = bench_options, .offset = offsetof(struct nodes, benches)},
	{.options = table_options, .offset = offsetof(struct nodes, output)},
	{.options = replace_options},
	{0},
};

/* ---- Links ---- */

/* The end of a node's line to another one, kept open for QEMU. Call it in the process that follows
 * the node's machine. */
static int nodes_end(const struct nodes *nodes, unsigned node, unsigned other)
{
	int end = node == 0 ? nodes->ends[other][0] : nodes->ends[node][1];

	fcntl(end, F_SETFD, 0);
	return end;
}

/* The first node's second serial port leads to the second node, and so on. On other nodes the
 * second port leads to the first node. */
static void add_serial(const struct nodes *nodes, unsigned node, struct arguments *arguments)
{
	for (unsigned other = 1; other < nodes->count; other++) {
		if (node != 0 && node != other)
			continue;
		qemu_add(arguments, "-chardev");
		qemu_add(arguments, "socket,id=line%u,fd=%d", other, nodes_end(nodes, node, other));
		qemu_add(arguments, "-serial");
		qemu_add(arguments, "chardev:line%u", other);
	}
}

/* One end of a cable. */
static void add_cable(const struct nodes *nodes, unsigned node, unsigned other,
		      struct arguments *arguments)
{
	qemu_add(arguments, "-netdev");
	qemu_add(arguments, "dgram,id=cable%u,local.type=fd,local.str=%d", other,
		 nodes_end(nodes, node, other));
}

static void add_card(const struct nodes *nodes, unsigned node, const char *network,
		     struct arguments *arguments)
{
	qemu_add(arguments, "-device");
	qemu_add(arguments, "%s,netdev=%s,mac=02:00:00:00:00:%02x", card_devices[nodes->card],
		 network, node);
}

/* The first node's machine has the hub for all cables. */
static void add_ethernet(const struct nodes *nodes, unsigned node, struct arguments *arguments)
{
	if (node != 0) {
		add_cable(nodes, node, 0, arguments);
		add_card(nodes, node, "cable0", arguments);
		return;
	}
	for (unsigned other = 1; other < nodes->count; other++) {
		add_cable(nodes, 0, other, arguments);
		qemu_add(arguments, "-netdev");
		qemu_add(arguments, "hubport,id=port%u,hubid=0,netdev=cable%u", other, other);
	}
	qemu_add_pair(arguments, "-netdev", "hubport,id=port0,hubid=0");
	add_card(nodes, node, "port0", arguments);
}

/* ---- Machines ---- */

/* Called in the process that follows this machine. */
static int nodes_boot(struct nodes *nodes, unsigned node)
{
	struct run_request *run = &nodes->run;
	struct arguments extra = {0};
	char *words = xasprintf("%s%sflow.nodes=%u flow.link=%s flow.node=%u", run->append,
				run->append[0] != '\0' ? " " : "", nodes->count,
				link_names[nodes->link], node);

	for (char *const *argument = run->machine.extra; argument != NULL && *argument != NULL;
	     argument++)
		qemu_add(&extra, "%s", *argument);
	if (nodes->link == LINK_SERIAL)
		add_serial(nodes, node, &extra);
	else
		add_ethernet(nodes, node, &extra);
	run->append = words;
	run->machine.extra = extra.items;
	run->output = nodes->directories[node];
	run_request_complete(run);
	return run_machine(run);
}

static bool nodes_start(struct nodes *nodes, unsigned node)
{
	pid_t parent = getpid();

	nodes->messages[node] = node > 0 ? tmpfile() : NULL;
	if (node > 0 && nodes->messages[node] == NULL) {
		warn("temporary file");
		return false;
	}
	fflush(NULL);
	nodes->processes[node] = fork();
	if (nodes->processes[node] < 0) {
		warn("fork");
		nodes->processes[node] = 0;
		return false;
	}
	if (nodes->processes[node] > 0)
		return true;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		exit(EXIT_FAILED);
	/* Messages of the first node are printed at once, those of others only if they fail. */
	if (node > 0 && dup2(fileno(nodes->messages[node]), STDERR_FILENO) < 0)
		warn("messages of node %u", node);
	exit(nodes_boot(nodes, node));
}

static void nodes_stop(const struct nodes *nodes)
{
	for (unsigned node = 0; node < nodes->count; node++) {
		if (nodes->processes[node] > 0)
			kill(nodes->processes[node], SIGTERM);
	}
}

/* Returns the exit status of a machine's process. */
static int nodes_reap(struct nodes *nodes, pid_t process, int status)
{
	unsigned node = 0;

	while (node < nodes->count && nodes->processes[node] != process)
		node++;
	if (node == nodes->count)
		return EXIT_GOOD;
	nodes->processes[node] = 0;
	status = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED;
	if (status != EXIT_GOOD) {
		FILE *file = nodes->messages[node];
		char line[MESSAGE_CHARS];

		warnx("node %u failed", node);
		if (file != NULL)
			rewind(file);
		while (file != NULL && fgets(line, sizeof(line), file) != NULL)
			fputs(line, stderr);
	}
	return status;
}

/* Wait until all machines end. After a failure or a signal, the other machines are stopped, since
 * they would wait for the one that ended. Returns the status of the first failure. */
static int nodes_await(struct nodes *nodes)
{
	int result = EXIT_GOOD, status;
	bool are_stopped = false;
	pid_t process;

	waiting_begin("flow nodes", "Running the machines of all nodes");
	while ((process = waitpid(-1, &status, WNOHANG)) >= 0 || errno == EINTR) {
		int ended = process > 0 ? nodes_reap(nodes, process, status) : EXIT_GOOD;

		if (result == EXIT_GOOD)
			result = signals_caught() != 0 ? EXIT_FAILED : ended;
		if (result != EXIT_GOOD && !are_stopped) {
			nodes_stop(nodes);
			are_stopped = true;
		}
		if (process <= 0)
			usleep(POLL_INTERVAL_US);
		waiting_tick();
	}
	waiting_end(result == EXIT_GOOD);
	return result;
}

static int nodes_run_all(struct nodes *nodes)
{
	bool are_started = true;
	int status;
	int type = nodes->link == LINK_SERIAL ? SOCK_STREAM : SOCK_DGRAM;

	/* Create pairs of connected sockets, which QEMU inherits. Unlike named sockets, they leave
	 * no files behind. */
	for (unsigned other = 1; other < nodes->count; other++) {
		int pair[2];

		if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, pair) != 0) {
			warn("link between machines");
			return EXIT_MACHINE;
		}
		for (unsigned i = 0; i < 2; i++) {
			nodes->ends[other][i] = fcntl(pair[i], F_DUPFD_CLOEXEC, CHILD_EXTRA + 1);
			close(pair[i]);
		}
	}
	signals_catch();
	for (unsigned node = 0; node < nodes->count && are_started; node++) {
		nodes->directories[node] = xasprintf("%s/node%u", nodes->parent.path, node);
		are_started = nodes_start(nodes, node);
	}
	if (!are_started)
		nodes_stop(nodes);
	status = nodes_await(nodes);
	return are_started ? status : EXIT_MACHINE;
}

/* ---- The command ---- */

static int nodes_write(const struct nodes *nodes)
{
	struct flow_session session;
	struct tables tables;
	int status;

	if (!flow_nodes_open(&session, nodes->directories))
		return EXIT_FAILED;
	tables_init(&tables, "");
	topic_flow_title(&tables, &session, "Interactions of several machines, checked");
	topic_flow_clocks(&tables, &session);
	status = topic_flow_check(&tables, &session) ? EXIT_GOOD : EXIT_FAILED;
	if (!table_output_write(&nodes->output, &tables))
		status = EXIT_MACHINE;
	tables_free(&tables);
	flow_session_close(&session);
	return status;
}

/* Parse the number of machines, if given. Returns the number of operands used. */
static int nodes_take_count(struct nodes *nodes, int count, char **argv)
{
	unsigned long number;

	nodes->count = NODES_MIN;
	if (count == 0 || argv[1][0] == '-')
		return 0;
	if (!text_number(argv[1], &number) || number < NODES_MIN || number > NODES_MAX)
		errx(EXIT_USAGE, "%s: not a number of machines; give %u to %u", argv[1],
		     NODES_MIN, NODES_MAX);
	nodes->count = (unsigned)number;
	return 1;
}

static int flow_nodes_run(int argc, char **argv)
{
	struct nodes nodes = {.card = CARD_DEFAULT, .output.all = true};
	int count = arguments_parse(&flow_nodes_command, &nodes, argc, argv), status, taken;

	if (nodes.benches.count == 0) {
		static const char *const benches[] = {"flow.remote", "flow.telnet", "flow.nfs",
						      "flow.stream", "flow.forward"};

		for (size_t i = 0; i < sizeof(benches) / sizeof(benches[0]); i++)
			patterns_add(&nodes.benches, benches[i]);
	}
	taken = nodes_take_count(&nodes, count, argv);
	interleaved_options_parse(&nodes.run, &nodes.benches, false, count - taken, argv + taken);
	if (nodes.card != CARD_DEFAULT && nodes.link != LINK_ETHERNET)
		errx(EXIT_USAGE, "--card: applies to a network; add --link ethernet");
	if (nodes.card == CARD_DEFAULT)
		nodes.card = CARD_VIRTIO;
	if (nodes.run.machine.is_deterministic)
		errx(EXIT_USAGE, "--deterministic: applies to one machine only, as several have no "
		     "common instruction count; omit it");
	if (nodes.run.is_linux)
		errx(EXIT_USAGE, "--linux: has no interactions; omit it");
	if (!run_directory_make_parent(&nodes.parent, nodes.directory))
		return EXIT_USAGE;
	status = nodes_run_all(&nodes);
	if (status == EXIT_GOOD)
		status = nodes_write(&nodes);
	for (unsigned node = 0; node < nodes.count; node++) {
		free(nodes.directories[node]);
		if (nodes.messages[node] != NULL)
			fclose(nodes.messages[node]);
	}
	run_directory_release(&nodes.parent);
	return status;
}

const struct command flow_nodes_command = {
	.name = "bareline flow nodes",
	.summary = "boot several machines as nodes and check their joint log",
	.usage = "[OPTION]... [N] [-- RUN-OPTION...]",
	.about = "Boot N machines (2) in QEMU at once, connected by serial lines or a network. "
		 "Each is one node of the workloads for several nodes; the first one has the "
		 "users. Each log is saved to a directory of its own, node0 and up, which every "
		 "subcommand of `bareline flow` accepts together. The joint log is then checked. "
		 "RUN-OPTIONs are as for `bareline run`.",
	.groups = groups,
	.exit_status = "0 all checks pass\n"
		       "1 a check or a run failed\n"
		       "2 wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_max = OPERANDS_ANY,
	.run = flow_nodes_run,
};
