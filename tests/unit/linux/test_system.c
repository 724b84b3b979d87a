/* SPDX-License-Identifier: MIT */
/* Systems are recognised from their own texts. A text that resembles another system's, but that
 * Linux can have too, proves nothing. */
#include "tests/unit/unit.h"

#include "linux/system.h"

#define GVISOR_RELEASE "4.4.0"
#define GVISOR_VERSION "#1 SMP Sun Jan 10 15:06:54 PST 2016"
#define GVISOR_LINE "BOOT_IMAGE=/vmlinuz-4.4.0-gvisor quiet"
#define GVISOR_LOG "<6>[    0.000000] Starting gVisor...\n<6>[    0.120986] Gathering forks...\n"
#define DEBIAN_RELEASE "6.1.0-56-amd64"
#define DEBIAN_VERSION "#1 SMP PREEMPT_DYNAMIC Debian 6.1.192-2 (2026-10-02)"
#define DEBIAN_LOG "<5>[    0.000000] Linux version 6.1.0-56-amd64 (gcc-12)\n"

#define TEXTS(...) TEXTS_OF(__VA_ARGS__)
#define TEXTS_OF(release_, version_, line_, log_, ...) \
	{.release = release_, .version = version_, .kernel_line = line_, .log = log_, \
	 __VA_ARGS__}

struct recognition {
	const char *name;
	struct system_texts texts;
	const char *os, *version, *found;
};

static const struct recognition systems[] = {
	{"debian", TEXTS(DEBIAN_RELEASE, DEBIAN_VERSION, "BOOT_IMAGE=/vmlinuz quiet", DEBIAN_LOG),
	 "Linux", DEBIAN_RELEASE, "uname"},
	{"linux_without_a_readable_log", TEXTS(DEBIAN_RELEASE, DEBIAN_VERSION, "", ""),
	 "Linux", DEBIAN_RELEASE, "uname"},
	{"linux_4_4",
	 TEXTS("4.4.0-210-generic", "#242-Ubuntu SMP Fri Apr 16 09:57:56 UTC 2021", "", ""),
	 "Linux", "4.4.0-210-generic", "uname"},

	{"gvisor", TEXTS(GVISOR_RELEASE, GVISOR_VERSION, GVISOR_LINE, GVISOR_LOG),
	 "gVisor", "", "kernel log: Starting gVisor...; it answers uname as Linux 4.4.0"},
	{"gvisor_by_its_log", TEXTS("4.19.0", "#1 SMP", "", GVISOR_LOG),
	 "gVisor", "", "kernel log: Starting gVisor...; it answers uname as Linux 4.19.0"},
	{"gvisor_with_a_shorter_time_stamp",
	 TEXTS(GVISOR_RELEASE, GVISOR_VERSION, "", "<6>[   0.000000] Starting gVisor...\n"),
	 "gVisor", "", "kernel log: Starting gVisor...; it answers uname as Linux 4.4.0"},
	{"gvisor_without_a_log", TEXTS(GVISOR_RELEASE, GVISOR_VERSION, GVISOR_LINE, ""),
	 "gVisor", "", "/proc/cmdline and uname are gVisor's; it answers uname as Linux 4.4.0"},

	/* Near misses. */
	{"uname_of_gvisor_alone", TEXTS(GVISOR_RELEASE, GVISOR_VERSION, "", ""),
	 "Linux", GVISOR_RELEASE, "uname"},
	{"kernel_named_gvisor",
	 TEXTS("6.6.1-gvisor", "#1 SMP", "BOOT_IMAGE=/vmlinuz-6.6.1-gvisor quiet",
				 "<5>[    0.000000] Linux version 6.6.1-gvisor\n"),
	 "Linux", "6.6.1-gvisor", "uname"},
	{"command_line_of_gvisor_alone", TEXTS(DEBIAN_RELEASE, DEBIAN_VERSION, GVISOR_LINE, ""),
	 "Linux", DEBIAN_RELEASE, "uname"},
	{"gvisor_in_a_later_line", TEXTS(DEBIAN_RELEASE, DEBIAN_VERSION, "", DEBIAN_LOG GVISOR_LOG),
	 "Linux", DEBIAN_RELEASE, "uname"},
	{"gvisor_written_to_kmsg", TEXTS(DEBIAN_RELEASE, DEBIAN_VERSION, "",
				    "<12>[  911.000000] Starting gVisor...\n"),
	 "Linux", DEBIAN_RELEASE, "uname"},
	{"gvisor_in_a_longer_message", TEXTS(DEBIAN_RELEASE, DEBIAN_VERSION, "",
					"<6>[    0.000000] Starting gVisor... not\n"),
	 "Linux", DEBIAN_RELEASE, "uname"},
	{"cut_log", TEXTS(DEBIAN_RELEASE, DEBIAN_VERSION, "", "<6>[    0.000000] Starting gVi"),
	 "Linux", DEBIAN_RELEASE, "uname"},

	{"wsl_1",
	 TEXTS("4.4.0-19041-Microsoft", "#1237-Microsoft Sat Sep 11 14:32:00 PST 2021", "", ""),
	 "Windows", "", "uname: 4.4.0-19041-Microsoft, the calls of WSL 1"},
	{"wsl_2",
	 TEXTS("5.15.167.4-microsoft-standard-WSL2", "#1 SMP Tue Nov 5 00:21:55 UTC 2024", "", ""),
	 "Linux", "5.15.167.4-microsoft-standard-WSL2", "uname"},
	{"kernel_named_microsoft",
	 TEXTS("6.6.1-Microsoft", "#1 SMP Tue Nov 5 00:21:55 UTC 2024", "", ""),
	 "Linux", "6.6.1-Microsoft", "uname"},
	{"kernel_built_by_microsoft", TEXTS("6.6.1-azure", "#1-Microsoft SMP", "", ""),
	 "Linux", "6.6.1-azure", "uname"},

	{"freebsd",
	 TEXTS("5.15.0", "FreeBSD 14.2-RELEASE releng/14.2-n269506-c8918d6c7412 GENERIC", "", ""),
	 "FreeBSD", "14.2-RELEASE",
	 "uname: FreeBSD 14.2-RELEASE releng/14.2-n269506-c8918d6c7412 GENERIC"},
	{"kernel_cross_built_on_freebsd",
	 TEXTS("6.6.1", "#1 SMP built on FreeBSD 14.2-RELEASE", "", ""),
	 "Linux", "6.6.1", "uname"},
	{"illumos", TEXTS("4.4", "BrandZ virtual linux", "", ""),
	 "illumos", "", "uname: BrandZ virtual linux"},
	{"brandz_in_a_longer_text", TEXTS("6.6.1", "#1 BrandZ virtual linux", "", ""),
	 "Linux", "6.6.1", "uname"},
	{"nothing_is_known", TEXTS("", "", "", ""), "Linux", "", "uname"},
};

static void recognises(void **state)
{
	const struct recognition *expected = *state;
	struct system system;

	system_recognise(&expected->texts, &system);
	assert_string_equal(system.os, expected->os);
	assert_string_equal(system.version, expected->version);
	assert_string_equal(system.found, expected->found);
	assert_int_equal(system_is_linux(&system), strcmp(expected->os, "Linux") == 0);
	assert_int_equal(system.binds_threads, strcmp(expected->os, "gVisor") != 0);
}

TEST_CASES(recognises, systems);

/* ---- Containers ---- */

#define ENVIRONMENT(text) .init_environment = text, .init_environment_bytes = sizeof(text)

#define INSIDE .pid_namespace = "pid:[4026532198]"
#define OUTSIDE .pid_namespace = "pid:[4026531836]"
#define LINUX "6.1.0", "#1 SMP", "", ""
#define WSL2 "5.15.167.4-microsoft-standard-WSL2", "#1 SMP", "", ""

struct containment {
	const char *name;
	struct system_texts texts;
	const char *container;
};

static const struct containment containers[] = {
	{"none", TEXTS(LINUX, INSIDE), ""},
	{"docker", TEXTS(LINUX, INSIDE, .has_dockerenv = true), "docker (/.dockerenv)"},
	{"podman", TEXTS(LINUX, INSIDE, .has_containerenv = true,
			 ENVIRONMENT("TERM=xterm\0container=podman")),
	 "podman (/run/.containerenv)"},
	{"lxc", TEXTS(LINUX, INSIDE, ENVIRONMENT("PATH=/bin\0container=lxc\0HOME=/")),
	 "lxc (container= of process 1)"},
	{"nspawn", TEXTS(LINUX, INSIDE, .manager_container = "systemd-nspawn"),
	 "systemd-nspawn (/run/systemd/container)"},
	{"wsl_2", TEXTS(WSL2, OUTSIDE), "wsl2 (uname)"},
	{"docker_in_wsl_2", TEXTS(WSL2, INSIDE, .has_dockerenv = true), "docker (/.dockerenv)"},
	/* Near misses. */
	{"machine_made_of_an_image", TEXTS(LINUX, OUTSIDE, .has_dockerenv = true,
					   .has_containerenv = true, .manager_container = "lxc",
					   ENVIRONMENT("container=lxc")), ""},
	{"unknown_namespace", TEXTS(LINUX, .has_dockerenv = true), ""},
	{"unreadable_namespace", TEXTS(LINUX, .pid_namespace = "", .has_dockerenv = true), ""},
	{"root_of_an_image_under_gvisor", TEXTS(GVISOR_RELEASE, GVISOR_VERSION, GVISOR_LINE,
						GVISOR_LOG, INSIDE, .has_dockerenv = true), ""},
	{"another_variable", TEXTS(LINUX, INSIDE, ENVIRONMENT("mycontainer=lxc\0containers=lxc")),
	 ""},
	{"variable_in_a_value", TEXTS(LINUX, INSIDE, ENVIRONMENT("A=\ncontainer=lxc")), ""},
	{"empty_variable", TEXTS(LINUX, INSIDE, ENVIRONMENT("container=")), ""},
	{"odd_variable", TEXTS(LINUX, INSIDE, ENVIRONMENT("container=a b;c")), ""},
	{"kernel_for_docker", TEXTS("6.1.0-docker", "#1 SMP lxc podman", "", "", INSIDE), ""},
};

static void finds_container(void **state)
{
	const struct containment *expected = *state;
	struct system system;

	system_recognise(&expected->texts, &system);
	assert_string_equal(system.container, expected->container);
}

TEST_CASES(finds_container, containers);

TEST(environment_need_not_end)
{
	char *text = malloc(3);
	struct system_texts texts = TEXTS("", "", "", "", .init_environment = text,
					  .init_environment_bytes = 3);
	struct system system;

	memcpy(text, "con", 3);
	system_recognise(&texts, &system);
	assert_string_equal(system.container, "");
	free(text);
}

TEST(long_texts_are_cut)
{
	char version[1000] = "FreeBSD ";
	struct system_texts texts = TEXTS("5.15.0", version, "", "");
	struct system system;

	memset(version + strlen(version), '9', sizeof(version) - 1 - strlen(version));
	version[sizeof(version) - 1] = '\0';
	system_recognise(&texts, &system);
	assert_string_equal(system.os, "FreeBSD");
	assert_int_equal(strlen(system.version), SYSTEM_TEXT_MAX - 1);
}

TEST(this_process_runs_under_linux_or_a_named_system)
{
	const struct system *system = system_this();

	assert_true(system->os[0] != '\0');
	assert_true(system->found[0] != '\0');
	assert_ptr_equal(system_this(), system);
}
