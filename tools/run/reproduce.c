/* SPDX-License-Identifier: MIT */
#include "tools/run/reproduce.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/record/catalogue.h"

#define NUMBER_CHARS_MAX 24

#define DIGITS "0123456789"
#define WORD_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" DIGITS "-_."
/* Characters that a shell does not interpret. */
#define PLAIN_LETTERS WORD_LETTERS "/=:,+@%"

static void reproduce_add(json_t *words, const char *name, const char *value, const char *otherwise)
{
	char *printable;

	if (value == NULL || (otherwise != NULL && strcmp(value, otherwise) == 0))
		return;
	printable = xstrdup(value);
	utf8_make_printable(printable);
	json_array_append_new(words, json_string(name));
	json_array_append_new(words, json_string(printable));
	free(printable);
}

/* Whether QEMU has further arguments besides a plugin, which changes no count. */
static bool has_extra(const struct run_request *run)
{
	char *const *extra = run->machine.extra;

	if (extra != NULL && extra[0] != NULL && strcmp(extra[0], "-plugin") == 0)
		extra += extra[1] != NULL ? 2 : 1;
	return extra != NULL && extra[0] != NULL;
}

/* The options of a request that explain supports, except those that begin or load the image in
 * another way; NULL if the request has options that explain does not support. */
static json_t *reproduce_plain(const struct run_request *run, const char *image)
{
	struct run_request otherwise;
	char cpus[NUMBER_CHARS_MAX];
	json_t *words;

	if (!run->machine.is_deterministic || run->input != NULL || run->sequences != NULL ||
	    run->has_keyboard || run->traces_gaps || run->machine.disk.kind != DISK_NONE)
		return NULL;
	run_request_init(&otherwise);
	otherwise.is_linux = run->is_linux;
	words = json_array();
	reproduce_add(words, run->is_linux ? "--kernel" : "--image", image, NULL);
	reproduce_add(words, "--initramfs", run->linux.initramfs, NULL);
	reproduce_add(words, "--kernel-append", run->linux.append, NULL);
	reproduce_add(words, "--append", run->append, otherwise.append);
	reproduce_add(words, "--machine", run->machine.type, otherwise.machine.type);
	snprintf(cpus, sizeof(cpus), "%lu", run->machine.cpus);
	reproduce_add(words, "--cpus", cpus, "1");
	if (run->on_cpu != RUN_ANY_CPU) {
		snprintf(cpus, sizeof(cpus), "%lu", run->on_cpu);
		reproduce_add(words, "--on-cpu", cpus, NULL);
	}
	reproduce_add(words, "--cpu", run->machine.cpu, NULL);
	reproduce_add(words, "--memory", run->machine.memory, run_request_memory(&otherwise));
	reproduce_add(words, "--qemu", run->machine.qemu, otherwise.machine.qemu);
	reproduce_add(words, "--hypervisor-kernel", run->hypervisor.kernels[0], NULL);
	reproduce_add(words, "--hypervisor-initramfs", run->hypervisor.initramfs, NULL);
	reproduce_add(words, "--hypervisor-qemu", run->hypervisor.qemu, NULL);
	reproduce_add(words, "--hypervisor-append", run->hypervisor.append, NULL);
	return words;
}

json_t *reproduce_options(const struct run_request *run, const char *image)
{
	return run->machine.firmware != FIRMWARE_KERNEL || run->machine.firmware_code != NULL ||
			       has_extra(run)
		       ? NULL : reproduce_plain(run, image);
}

json_t *reproduce_request(const struct run_request *run, const char *image)
{
	json_t *words = run->machine.firmware != FIRMWARE_KERNEL && image == NULL
				? NULL : reproduce_plain(run, image);

	if (words == NULL)
		return NULL;
	reproduce_add(words, "--firmware", run_firmware_names[run->machine.firmware],
		      run_firmware_names[FIRMWARE_KERNEL]);
	reproduce_add(words, "--media", run_media_names[run->machine.media],
		      run_media_names[MEDIA_DISK]);
	if (has_extra(run))
		json_array_append_new(words, json_string("--"));
	for (size_t i = 0; has_extra(run) && run->machine.extra[i] != NULL; i++)
		json_array_append_new(words, json_string(run->machine.extra[i]));
	return words;
}

enum layer reproduce_layer_of(bool is_linux, bool is_in_kvm)
{
	if (is_linux)
		return is_in_kvm ? LAYER_LINUX_IN_KVM : LAYER_LINUX;
	return is_in_kvm ? LAYER_KVM : LAYER_METAL;
}

enum layer reproduce_layer(const struct wire_manifest *manifest)
{
	return reproduce_layer_of(strcmp(manifest->host, "linux") == 0,
			      strncmp(manifest->hypervisor, "KVM", strlen("KVM")) == 0);
}

/* ---- Untrusted text ---- */

static bool is_made_of(const char *text, const char *letters)
{
	return text[0] != '\0' && text[strspn(text, letters)] == '\0';
}

/* Whether an option is this program's own. --qemu is not accepted, because a user who pastes a
 * command must not start a program that a manifest names. */
static bool is_own_option(const char *name, const char *value)
{
	static const struct {
		const char *name, *letters;     /* NULL: a path, which is quoted */
	} known[] = {
		{"--image", NULL}, {"--kernel", NULL}, {"--initramfs", NULL},
		{"--hypervisor-kernel", NULL}, {"--hypervisor-initramfs", NULL},
		{"--append", PLAIN_LETTERS " *"}, {"--kernel-append", PLAIN_LETTERS " "},
		{"--hypervisor-append", PLAIN_LETTERS " "}, {"--machine", WORD_LETTERS},
		{"--cpu", WORD_LETTERS ",+="}, {"--cpus", DIGITS}, {"--on-cpu", DIGITS},
		{"--memory", WORD_LETTERS},
	};

	if (name == NULL || value == NULL || value[0] == '\0' || value[0] == '-')
		return false;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(name, known[i].name) == 0)
			return known[i].letters == NULL || is_made_of(value, known[i].letters);
	}
	return false;
}

bool reproduce_is_own(const json_t *options)
{
	size_t count = json_array_size(options);

	for (size_t i = 0; i < count; i += 2) {
		if (!is_own_option(json_string_value(json_array_get(options, i)),
				   json_string_value(json_array_get(options, i + 1))))
			return false;
	}
	return count > 0;
}

bool reproduce_is_own_metric(const char *bench, const char *point)
{
	const struct catalogue_entry *entry = catalogue;

	while (entry->name != NULL && strcmp(entry->name, bench) != 0)
		entry++;
	if (entry->name == NULL && (bench[0] == '-' || !is_made_of(bench, WORD_LETTERS)))
		return false;
	while (*point != '\0') {
		size_t length = strcspn(point, " ");

		if (*point == '-' || strspn(point, PLAIN_LETTERS) < length)
			return false;
		point += length + (point[length] == ' ');
	}
	return true;
}

/* ---- Commands ---- */

/* Write a blank and a word, quoted for a shell. */
static void reproduce_write_word(FILE *line, const char *word)
{
	putc(' ', line);
	if (word[0] != '\0' && word[strspn(word, PLAIN_LETTERS)] == '\0') {
		fputs(word, line);
		return;
	}
	putc('\'', line);
	for (; *word != '\0'; word++) {
		if (*word == '\'')
			fputs("'\\''", line);
		else
			putc(*word, line);
	}
	putc('\'', line);
}

/* The parameters of a point are separated by blanks. */
void reproduce_write_metric(FILE *line, const char *bench, const char *point)
{
	char *copy = xstrdup(point), *rest = copy, *word;

	reproduce_write_word(line, bench);
	while ((word = strsep(&rest, " ")) != NULL) {
		if (word[0] != '\0')
			reproduce_write_word(line, word);
	}
	free(copy);
}

char *reproduce_explain_command(const char *bench, const char *point, enum layer layer,
				const char *output, const char *program, const json_t *options)
{
	char *text;
	size_t size;
	FILE *line = file_in_memory(&text, &size);

	fputs("bareline explain", line);
	reproduce_write_metric(line, bench, point);
	if (layer != LAYER_METAL)
		fprintf(line, " --layer %s", layer_infos[layer].name);
	fputs(" -o", line);
	reproduce_write_word(line, output);
	if (program != NULL) {
		fputs(" --program", line);
		reproduce_write_word(line, program);
	}
	if (json_array_size(options) > 0)
		fputs(" --", line);
	for (size_t i = 0; i < json_array_size(options); i++) {
		const char *word = json_string_value(json_array_get(options, i));

		reproduce_write_word(line, word != NULL ? word : "");
	}
	file_end_memory(line, &text);
	return text;
}
