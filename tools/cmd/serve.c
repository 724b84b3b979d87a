/* SPDX-License-Identifier: MIT */
/* `bareline serve`: boots machines from the network and takes their results. */
#include <arpa/inet.h>
#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/netboot/names.h"
#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/capped_file.h"
#include "tools/base/child.h"
#include "tools/base/directory.h"
#include "tools/base/exit_status.h"
#include "tools/base/signals.h"
#include "tools/cmd/commands.h"
#include "tools/results/run_directory.h"
#include "tools/serve/files.h"
#include "tools/serve/http.h"
#include "tools/serve/machines.h"
#include "tools/serve/privileges.h"
#include "tools/serve/status.h"
#include "tools/serve/upload.h"

#define PORT_DEFAULT 8080
#define LIMIT_MIB_DEFAULT 4096
#define LIMIT_MIB_MAX (1ul << 24)
#define TIMEOUT_SECONDS_DEFAULT 300
#define TIMEOUT_SECONDS_MAX 86400
#define WAIT_MS 200
#define ROWS_AROUND 6                   /* of the terminal, without machines */
#define ROWS_DEFAULT 20
#define DHCP_PROGRAM "dnsmasq"
#define DHCP_LOG "dnsmasq.log"
#define DHCP_LOG_BYTES_MAX (16u << 20)
#define STATE_PARENT "/var/lib/bareline/serve-"

struct serve {
	const char *directory, *address, *dhcp_range, *user;
	const char *state;              /* directory of dnsmasq */
	unsigned long port, limit_mib, timeout_seconds;
	bool starts_dhcp;
	bool is_terminal;
	char *title;
	int lock;
	struct upload_store store;
	struct machines machines;
	struct files_boot boot;
	struct child dhcp;
	struct capped_file dhcp_log;
	pid_t keeper;                   /* the parent, which ends dnsmasq; 0: none */
};

static const struct option_spec options[] = {
	{.name = "directory", .letter = 'd', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .offset = offsetof(struct serve, directory),
	 .help = "serve what is in DIRECTORY, which is made if necessary, and store results in "
		 "DIRECTORY/" NETBOOT_RESULTS "; root serves as the owner of DIRECTORY"},
	{.name = "user", .kind = OPTION_TEXT, .argument = "NAME",
	 .offset = offsetof(struct serve, user),
	 .help = "with root: serve as this user (the owner of DIRECTORY; " PRIVILEGES_USER
		 " for a new one without sudo), never as root"},
	{.name = "address", .kind = OPTION_TEXT, .argument = "IP",
	 .offset = offsetof(struct serve, address),
	 .help = "listen on this IPv4 address of this host only (its only one)"},
	{.name = "port", .kind = OPTION_NUMBER, .argument = "N", .least = 1, .most = 65535,
	 .offset = offsetof(struct serve, port), .help = "listen on this TCP port (8080)"},
	{.name = "dnsmasq", .kind = OPTION_FLAG, .offset = offsetof(struct serve, starts_dhcp),
	 .help = "start dnsmasq, which needs root, with a configuration in --state"},
	{.name = "state", .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .offset = offsetof(struct serve, state),
	 .help = "with --dnsmasq: keep its configuration, leases, log and files for TFTP in "
		 "DIRECTORY, which only root can change (" STATE_PARENT "IP)"},
	{.name = "dhcp-range", .kind = OPTION_TEXT, .argument = "FIRST,LAST",
	 .offset = offsetof(struct serve, dhcp_range),
	 .help = "give addresses to machines, on a network without DHCP server (leave them to the "
		 "network's server)"},
	{.name = "limit", .kind = OPTION_NUMBER, .argument = "MIB", .least = 1,
	 .most = LIMIT_MIB_MAX, .offset = offsetof(struct serve, limit_mib),
	 .help = "refuse results when DIRECTORY/" NETBOOT_RESULTS " has MIB (4096), and those of "
		 "an address that has sent an eighth of it, at least 64"},
	{.name = "timeout", .kind = OPTION_NUMBER, .argument = "SECONDS", .least = 1,
	 .most = TIMEOUT_SECONDS_MAX, .offset = offsetof(struct serve, timeout_seconds),
	 .help = "end a connection after SECONDS, and one more for each 8 KiB (300)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = replace_options},
	{0},
};

/* ---- The terminal ---- */

static size_t terminal_rows(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row <= ROWS_AROUND)
		return ROWS_DEFAULT;
	return size.ws_row - ROWS_AROUND;
}

/* A terminal shows all machines; a file gets a line for each event. */
static void serve_report(void *context, const struct machine *machine, const char *event)
{
	const struct serve *serve = context;
	char when[16] = "";
	time_t now = time(NULL);
	struct tm local;

	if (serve->is_terminal) {
		fputs("\x1b[H\x1b[J", stdout);
		status_write(&serve->machines, serve->title, terminal_rows(), stdout);
		return;
	}
	if (localtime_r(&now, &local) != NULL)
		strftime(when, sizeof(when), "%H:%M:%S", &local);
	printf("%s %s %s %s\n", when, machine->address[0] != '\0' ? machine->address : "-",
	       machine->mac[0] != '\0' ? machine->mac : "-", event);
	fflush(stdout);
}

/* ---- Start and end ---- */

/* Add the results that are there already. */
static void add_earlier_results(struct serve *serve, const char *directory)
{
	struct dirent **entries;
	int count = scandir(directory, &entries, directory_is_visible, alphasort);

	for (int i = 0; i < count; i++) {
		struct netboot_result parsed;

		if (netboot_parse_result_name(entries[i]->d_name, &parsed)) {
			struct machine *machine = machines_find(&serve->machines, "", parsed.mac,
								parsed.uuid);

			machine->results++;
			text_copy(machine->run, sizeof(machine->run), parsed.run);
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static bool open_results(struct serve *serve)
{
	char *directory = run_directory_file(serve->directory, NETBOOT_RESULTS);
	bool good = false;

	serve->lock = directory_lock(directory);
	if (serve->lock >= 0)
		good = upload_store_open(&serve->store, directory,
					 (uint64_t)serve->limit_mib << 20);
	if (good)
		add_earlier_results(serve, directory);
	free(directory);
	return good;
}

static bool start_dhcp(struct serve *serve)
{
	char *config = run_directory_file(serve->state, FILES_DNSMASQ);
	char *log = run_directory_file(serve->state, DHCP_LOG);
	char *option = xasprintf("--conf-file=%s", config);
	char *program = child_program(DHCP_PROGRAM);
	char *arguments[] = {program, (char *)"--keep-in-foreground", option,
			     (char *)"--log-facility=-", NULL};
	bool has_log = capped_file_open(&serve->dhcp_log, log, DHCP_LOG_BYTES_MAX);
	struct child_files files = {.input = -1, .output = serve->dhcp_log.file,
				    .messages = serve->dhcp_log.file, .extra = -1};
	int error = 0;

	if (program == NULL)
		warnx(DHCP_PROGRAM ": not found in PATH; install it (package dnsmasq-base)");
	else if (has_log && (error = child_start(&serve->dhcp, arguments, &files)) != 0)
		warnx("%s: %s", program, strerror(error));
	free(program);
	free(option);
	free(log);
	free(config);
	return program != NULL && has_log && error == 0;
}

/* Root's part: end dnsmasq after the server, and the server after dnsmasq. Does not return. */
static void keep_dhcp(struct serve *serve, pid_t server)
{
	bool has_dhcp = true, is_ending = false;
	int status;

	while (waitpid(server, &status, WNOHANG) == 0) {
		has_dhcp = has_dhcp && !child_has_ended(&serve->dhcp);
		if (!is_ending && (!has_dhcp || signals_caught() != 0)) {
			is_ending = true;
			kill(server, SIGTERM);
		}
		capped_file_cut(&serve->dhcp_log);
		usleep(WAIT_MS * 1000);
	}
	child_stop(&serve->dhcp);
	capped_file_close(&serve->dhcp_log);
	if (!has_dhcp)
		warnx(DHCP_PROGRAM " has ended; its messages are in %s/" DHCP_LOG, serve->state);
	_exit(has_dhcp && WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED);
}

/* Prepare a directory in which no other user can change a name. Root writes only there, and so does
 * dnsmasq until it gives up root's rights. */
static bool prepare_dhcp(const struct serve *serve, const struct files_request *files)
{
	mode_t mask;
	bool good;

	if (geteuid() != 0) {
		warnx("--dnsmasq: needs root; use sudo, or start dnsmasq yourself "
		      "(docs/network-boot.md)");
		return false;
	}
	mask = umask(022);              /* dnsmasq reads the files for TFTP without root's rights */
	good = privileges_make_root_directory(serve->state) &&
	       files_write_dnsmasq(files, &serve->boot, serve->state, true);
	umask(mask);
	return good;
}

/* Start dnsmasq, and go on in a child process. It has a group of its own, so that signals of the
 * terminal reach it through its parent only. */
static bool leave_dhcp_to_parent(struct serve *serve)
{
	pid_t server;

	if (!start_dhcp(serve))
		return false;
	serve->keeper = getpid();
	fflush(stdout);
	server = fork();
	if (server > 0)
		keep_dhcp(serve, server);
	if (server < 0) {
		warn("fork");
		child_stop(&serve->dhcp);
		return false;
	}
	setpgid(0, 0);
	signal(SIGTTOU, SIG_IGN);
	return true;
}

/* Returns the exit status. */
static int serve_with_store(struct serve *serve, const struct files_request *files)
{
	const struct http_settings settings = {
		.directory = serve->directory, .address = serve->address,
		.port = (unsigned)serve->port,
		.timeout_seconds = (unsigned)serve->timeout_seconds, .store = &serve->store,
		.machines = &serve->machines, .report = serve_report, .context = serve,
	};
	struct http_server *server;
	bool is_ready;

	if (!privileges_raise() || (server = http_start(&settings)) == NULL)
		return EXIT_USAGE;
	signals_catch();
	is_ready = (!serve->starts_dhcp ||
		    (prepare_dhcp(serve, files) && leave_dhcp_to_parent(serve))) &&
		   privileges_drop();
	if (is_ready) {
		if (serve->is_terminal)
			serve_report(serve, NULL, "");
		else
			printf("%s\n", serve->title);
		fflush(stdout);
		while (signals_caught() == 0 && (serve->keeper == 0 || getppid() == serve->keeper))
			http_serve(server, WAIT_MS);
	}
	http_stop(server);
	signals_forget();
	printf("%zu machines, %u results in %s/" NETBOOT_RESULTS "\n", serve->machines.count,
	       machines_results(&serve->machines), serve->directory);
	return is_ready ? EXIT_GOOD : EXIT_USAGE;
}

static int serve(struct serve *serve)
{
	const struct files_request files = {
		.directory = serve->directory, .address = serve->address,
		.port = (unsigned)serve->port, .dhcp_range = serve->dhcp_range,
		.user = !serve->starts_dhcp ? NULL
		      : serve->user != NULL ? serve->user : PRIVILEGES_USER,
	};
	bool is_ready;
	int status = EXIT_USAGE;

	signal(SIGPIPE, SIG_IGN);       /* of a connection that its client has closed */
	serve->is_terminal = isatty(STDOUT_FILENO) != 0;
	serve->title = xasprintf("Serving %s at http://%s:%lu/", serve->directory, serve->address,
				 serve->port);
	is_ready = privileges_lower(serve->directory, serve->user) &&
		   files_prepare(&files, &serve->boot) &&
		   (serve->starts_dhcp ||
		    files_write_dnsmasq(&files, &serve->boot, serve->directory, false));
	if (is_ready && open_results(serve)) {
		status = serve_with_store(serve, &files);
		upload_store_close(&serve->store);
	}
	files_boot_free(&serve->boot);
	if (serve->lock >= 0)
		close(serve->lock);
	machines_free(&serve->machines);
	free(serve->title);
	return status;
}

/* ---- The command ---- */

static bool is_address(const char *text, size_t length)
{
	char copy[INET_ADDRSTRLEN];
	struct in_addr parsed;

	if (length >= sizeof(copy))
		return false;
	memcpy(copy, text, length);
	copy[length] = '\0';
	return inet_pton(AF_INET, copy, &parsed) == 1;
}

static bool is_range(const char *text)
{
	const char *comma = strchr(text, ',');

	return comma != NULL && is_address(text, (size_t)(comma - text)) &&
	       is_address(comma + 1, strlen(comma + 1));
}

/* The host's only IPv4 address besides those of its loopback; NULL, after a message, if it has none
 * or several. */
static const char *serve_only_address(void)
{
	static char address[INET_ADDRSTRLEN];
	struct ifaddrs *all = NULL;
	size_t count = 0;

	if (getifaddrs(&all) != 0)
		err(EXIT_MACHINE, "the addresses of this host");
	for (const struct ifaddrs *item = all; item != NULL; item = item->ifa_next) {
		if (item->ifa_addr == NULL || item->ifa_addr->sa_family != AF_INET ||
		    (item->ifa_flags & IFF_LOOPBACK) != 0 || (item->ifa_flags & IFF_UP) == 0)
			continue;
		inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)item->ifa_addr)
				->sin_addr, address, sizeof(address));
		count++;
	}
	freeifaddrs(all);
	if (count == 1)
		return address;
	warnx("serve: this host has %zu IPv4 addresses; give one of them as --address", count);
	return NULL;
}

static int serve_run(int argc, char **argv)
{
	struct serve settings = {.port = PORT_DEFAULT, .limit_mib = LIMIT_MIB_DEFAULT,
				 .timeout_seconds = TIMEOUT_SECONDS_DEFAULT, .lock = -1};
	char *state = NULL;
	int status, count = arguments_parse(&serve_command, &settings, argc, argv);

	if (count == 1 && settings.directory == NULL)
		settings.directory = argv[1];
	else if (count == 1 || settings.directory == NULL)
		errx(EXIT_USAGE, "serve: give one directory; see `bareline serve --help`");
	if (settings.address == NULL)
		settings.address = serve_only_address();
	if (settings.address == NULL)
		return EXIT_USAGE;
	if (!is_address(settings.address, strlen(settings.address)))
		errx(EXIT_USAGE, "--address %s: not an IPv4 address; give one such as 192.168.1.10",
		     settings.address);
	if (settings.dhcp_range != NULL && !is_range(settings.dhcp_range))
		errx(EXIT_USAGE, "--dhcp-range %s: not two IPv4 addresses with a comma between",
		     settings.dhcp_range);
	if (!http_is_built())
		return EXIT_USAGE;
	if (settings.state == NULL)
		settings.state = state = xasprintf(STATE_PARENT "%s", settings.address);
	status = serve(&settings);
	free(state);
	return status;
}

const struct command serve_command = {
	.name = "bareline serve",
	.summary = "boot machines from the network and receive their results",
	.usage = "[OPTION]... DIRECTORY",
	.about = "Serve the loader, the kernel and configurations by HTTP, and store the results "
		 "that machines send, until a signal. DIRECTORY gets what is missing: "
		 FILES_LOADER " and, if built, " FILES_LOADER_ARM " and " FILES_LOADER_RISCV
		 " for UEFI, " FILES_KERNEL " and "
		 FILES_SCRIPT " for iPXE, "
		 NETBOOT_CONFIGS "/default.cfg, " FILES_TFTP "/ with copies of what TFTP serves, "
		 "and without --dnsmasq " FILES_DNSMASQ ", a configuration of dnsmasq for DHCP and "
		 "TFTP. Each result is a log, NAME.log in DIRECTORY/" NETBOOT_RESULTS
		 ", which every other command reads. Results are never overwritten.\n"
		 "A machine takes the first of " NETBOOT_CONFIGS "/UUID.cfg, MAC.cfg, MODEL.cfg "
		 "and default.cfg. The terminal and the page http://IP:N/ show the machines. There "
		 "is no encryption and no password: use a network that you trust.",
	.groups = groups,
	.exit_status = "0 ended by a signal\n"
		       "1 dnsmasq ended\n"
		       "2 wrong arguments, the address is in use, or built without libmicrohttpd\n"
		       "3 the output could not be written",
	.operands_max = 1,
	.run = serve_run,
};
