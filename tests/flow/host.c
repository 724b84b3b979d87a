/* SPDX-License-Identifier: MIT */
/* A host of a network of two, the first process of a traced guest: tests/flow/hosts.py. Its number
 * is the word host=N of the kernel's command line. `bareline flow record` records it as the program
 * `client` or `server`. The client works for 5 ms, sends a request, waits for the answer and works
 * for 5 ms. The server works for 20 ms for each request. During the second of three requests, the
 * client works for 60 ms before it reads the answer. The trace is printed on the console between
 * two lines, and the machine powers off. */
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
#define TRIES 600               /* of the connection, each 0.1 s apart */
#define MODULES_MAX 32

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

static int run_client(void)
{
	const struct sockaddr_in address = address_of(1);
	int connection = -1;

	for (int i = 0; i < TRIES && connection < 0; i++) {
		connection = socket(AF_INET, SOCK_STREAM, 0);
		if (connect(connection, (const struct sockaddr *)&address, sizeof(address)) == 0)
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
	const struct sockaddr_in address = address_of(1);
	int port = socket(AF_INET, SOCK_STREAM, 0), connection;

	if (bind(port, (const struct sockaddr *)&address, sizeof(address)) != 0 ||
	    listen(port, 1) != 0)
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
}

static unsigned host_number(void)
{
	char line[1024] = "";
	FILE *file = fopen("/proc/cmdline", "re");
	const char *word;

	if (file != NULL && fgets(line, sizeof(line), file) == NULL)
		warn("command line");
	word = strstr(line, "host=");
	return word != NULL ? (unsigned)atoi(word + 5) : 0;
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
