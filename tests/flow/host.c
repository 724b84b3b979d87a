/* SPDX-License-Identifier: MIT */
/* A host of a network of two, the first process of a traced guest: tests/flow/hosts.py. Its number
 * is the word host=N of the kernel's command line. With network=ipv6, the hosts connect by IPv6.
 * `bareline flow record` records it as the program `client` or `server`. The client works for 5 ms,
 * sends a request, waits for the answer and works for 5 ms. The server works for 20 ms for each
 * request. During the second of three requests, the client works for 60 ms before it reads the
 * answer. The trace is printed on the console between two lines, and the machine powers off. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <net/if.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TRACING "/tracing"
#define RECORDED "/recorded"
#define PORT 4000
#define REQUESTS 3
#define REQUEST_BYTES 100
#define ANSWER_BYTES 4000
#define TRIES 100               /* of the connection, each 0.1 s apart */
#define MODULES_MAX 32

/* Linux, include/uapi/linux/ipv6.h, whose header conflicts with netinet/in.h. */
struct in6_ifreq {
	struct in6_addr address;
	uint32_t prefix_bits;
	int index;
};

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void work(unsigned ms)
{
	uint64_t end = now_ns() + ms * 1000000ull;

	while (now_ns() < end)
		;
}

static void mark(const char *text)
{
	const char *path = getenv("BARELINE_TRACE_MARKER");
	int file = path != NULL ? open(path, O_WRONLY | O_CLOEXEC) : -1;

	if (file < 0 || write(file, text, strlen(text)) < 0)
		err(1, "marker");
	close(file);
}

/* The text after a word of the kernel's command line; NULL if the line does not have it. */
static const char *after_word(const char *word)
{
	static char line[1024];
	FILE *file = fopen("/proc/cmdline", "re");
	const char *found;

	if (file == NULL || fgets(line, sizeof(line), file) == NULL)
		err(1, "command line");
	fclose(file);
	found = strstr(line, word);
	return found != NULL ? found + strlen(word) : NULL;
}

static unsigned host_number(void)
{
	const char *number = after_word("host=");

	return number != NULL ? (unsigned)atoi(number) : 0;
}

static void transfer(int connection, size_t size, int is_write)
{
	static char bytes[ANSWER_BYTES];

	while (size > 0) {
		ssize_t some = is_write ? write(connection, bytes, size)
					: read(connection, bytes, size);

		if (some <= 0)
			err(1, "connection");
		size -= (size_t)some;
	}
}

static struct sockaddr_in address_of(unsigned host)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET, .sin_port = htons(PORT),
		.sin_addr.s_addr = htonl(0x0a000001 + host),
	};
}

static struct in6_addr address6_of(unsigned host)
{
	struct in6_addr address = {.s6_addr = {0xfd}};

	address.s6_addr[15] = (uint8_t)(1 + host);
	return address;
}

/* A socket of the network's family, and the server's address. Returns the size of the address. */
static socklen_t make_socket(int *made, struct sockaddr_storage *address, int is_server)
{
	const struct sockaddr_in of_4 = address_of(1);
	const struct sockaddr_in6 of_6 = {
		.sin6_family = AF_INET6, .sin6_port = htons(PORT),
		.sin6_addr = is_server ? in6addr_any : address6_of(1),
	};

	*made = socket(after_word("network=ipv6") ? AF_INET6 : AF_INET, SOCK_STREAM, 0);
	if (after_word("network=ipv6"))
		memcpy(address, &of_6, sizeof(of_6));
	else
		memcpy(address, &of_4, sizeof(of_4));
	return after_word("network=ipv6") ? sizeof(of_6) : sizeof(of_4);
}

static int run_client(void)
{
	struct sockaddr_storage address;
	int connection = -1;

	for (int i = 0; i < TRIES && connection < 0; i++) {
		socklen_t size = make_socket(&connection, &address, 0);

		if (connect(connection, (const struct sockaddr *)&address, size) == 0)
			break;
		close(connection);
		connection = -1;
		usleep(100000);
	}
	if (connection < 0)
		err(1, "connect");
	for (int i = 0; i < REQUESTS; i++) {
		usleep(50000);
		mark("request");
		work(5);
		transfer(connection, REQUEST_BYTES, 1);
		if (i == 1)
			work(60);
		transfer(connection, ANSWER_BYTES, 0);
		work(5);
		mark("answered");
	}
	usleep(50000);
	return 0;
}

static int run_server(void)
{
	struct sockaddr_storage address;
	int port, connection;
	socklen_t size = make_socket(&port, &address, 1);

	if (bind(port, (const struct sockaddr *)&address, size) != 0 || listen(port, 1) != 0)
		err(1, "listen");
	connection = accept(port, NULL, NULL);
	for (int i = 0; i < REQUESTS; i++) {
		transfer(connection, REQUEST_BYTES, 0);
		work(20);
		transfer(connection, ANSWER_BYTES, 1);
	}
	return read(connection, &connection, 1) != 0;
}

/* ---- The first process ---- */

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Their names begin with their order. */
static void load_modules(const char *directory)
{
	DIR *of = opendir(directory);
	const struct dirent *entry;
	char *names[MODULES_MAX];
	size_t count = 0;

	while (of != NULL && (entry = readdir(of)) != NULL) {
		if (entry->d_name[0] != '.' && count < MODULES_MAX)
			names[count++] = strdup(entry->d_name);
	}
	qsort(names, count, sizeof(names[0]), compare_names);
	for (size_t i = 0; i < count; i++) {
		char path[512];
		int file;

		snprintf(path, sizeof(path), "%s/%s", directory, names[i]);
		file = open(path, O_RDONLY | O_CLOEXEC);
		if (file < 0 || syscall(SYS_finit_module, file, "", 0) != 0)
			warn("%s", path);
	}
}

static void set_address(unsigned host)
{
	const struct sockaddr_in address = address_of(host);
	struct ifreq request = {.ifr_name = "eth0"};
	int any = socket(AF_INET, SOCK_DGRAM, 0);

	memcpy(&request.ifr_addr, &address, sizeof(address));
	if (ioctl(any, SIOCSIFADDR, &request) != 0)
		warn("address");
	request.ifr_flags = IFF_UP | IFF_RUNNING;
	if (ioctl(any, SIOCSIFFLAGS, &request) != 0)
		warn("eth0");
	if (ioctl(any, SIOCGIFINDEX, &request) != 0 ||
	    ioctl(socket(AF_INET6, SOCK_DGRAM, 0), SIOCSIFADDR, &(struct in6_ifreq){
		.address = address6_of(host), .prefix_bits = 64, .index = request.ifr_ifindex,
	    }) != 0)
		warn("address of IPv6");
}

static void print_trace(void)
{
	FILE *file = fopen(RECORDED "/trace.txt", "re");
	char line[4096];

	puts("TRACE BEGINS");
	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
		fputs(line, stdout);
	puts("TRACE ENDS");
	fflush(stdout);
}

int main(int argc, char **argv)
{
	unsigned host;
	int status = 0;
	pid_t recorder;

	if (argc > 1)
		return strcmp(argv[1], "client") == 0 ? run_client() : run_server();
	mkdir("/proc", 0755);
	mkdir(TRACING, 0700);
	if (mount("proc", "/proc", "proc", 0, NULL) != 0 ||
	    mount("tracefs", TRACING, "tracefs", 0, NULL) != 0)
		warn("mount");
	load_modules("/network");
	host = host_number();
	set_address(host);
	recorder = fork();
	if (recorder == 0)
		execl("/bareline", "bareline", "flow", "record", "--begin", "marker=request",
		      "--end", "answered", "-o", RECORDED, "--", "/init",
		      host == 0 ? "client" : "server", NULL);
	waitpid(recorder, &status, 0);
	printf("recorder: %d\n", status);
	print_trace();
	status = open(TRACING "/kprobe_events", O_RDONLY | O_CLOEXEC);
	printf("probes left: %d\n", status >= 0 && read(status, argv[0], 1) > 0);
	fflush(stdout);
	reboot(RB_POWER_OFF);
	return 0;
}
