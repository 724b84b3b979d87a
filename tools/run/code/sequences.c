/* SPDX-License-Identifier: MIT */
/* A sequence's name is its text and a hash of all that its time depends on, so that two different
 * sequences never become one metric. */
#include "tools/run/code/sequences.h"

#include <ctype.h>
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/run/boot/sha256.h"
#include "tools/run/code/assemble.h"
#include "tools/run/code/object.h"

#define FILE_BYTES_MAX (64u << 20)
#define LIST_BYTES_MAX (8u << 20)
#define NAME_TEXT_MAX 48
#define NAME_HASH_CHARS 8
#define SEPARATOR " | "                 /* between a sequence and its initial code */

_Static_assert(NAME_TEXT_MAX + 1 + NAME_HASH_CHARS <= CODE_NAME_MAX, "a name fits");

/* ---- Options ---- */

static bool sequences_add_given(void *to, const char *value, bool is_file,
				struct option_problem *problem)
{
	struct sequence_options *options = to;

	if (options->given_count == CODE_SEQUENCES_MAX)
		return option_refuse(problem, "more than %d sequences", CODE_SEQUENCES_MAX);
	if (value[0] == '\0')
		return option_refuse(problem, "empty");
	options->is_file[options->given_count] = is_file;
	options->given[options->given_count++] = value;
	return true;
}

static bool sequences_add_text(void *to, const char *value, struct option_problem *problem)
{
	return sequences_add_given(to, value, false, problem);
}

static bool sequences_add_file(void *to, const char *value, struct option_problem *problem)
{
	return sequences_add_given(to, value, true, problem);
}

static const char *const rings[] = {"3", "0", NULL};
static const char *const pages[] = {"4k", "2m", NULL};

const struct option_spec sequence_options[] = {
	{.name = "asm", .kind = OPTION_CALL, .argument = "TEXT", .call = sequences_add_text,
	 .help = "measure these instructions, in Intel syntax, separated by semicolons; may be "
		 "repeated (docs/your-instructions.md)"},
	{.name = "asm-file", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct sequence_options, list),
	 .help = "measure every line of FILE; # begins a comment; ' | ' separates a sequence from "
		 "its own initial code"},
	{.name = "code", .kind = OPTION_CALL, .argument = "FILE", .call = sequences_add_file,
	 .help = "measure the code of FILE: an object file, text for the assembler (.s or .S), or "
		 "plain bytes; may be repeated"},
	{.name = "asm-init", .kind = OPTION_TEXT, .argument = "TEXT",
	 .offset = offsetof(struct sequence_options, init),
	 .help = "execute these instructions once before each sequence is timed"},
	{.name = "unroll", .kind = OPTION_NUMBER, .argument = "N", .least = 1,
	 .most = CODE_UNROLL_MAX, .offset = offsetof(struct sequence_options, unroll),
	 .help = "time the difference of 2N and N copies of a sequence (as many as fit 4 KiB, at "
		 "most 100)"},
	{.name = "loop", .kind = OPTION_NUMBER, .argument = "N", .least = 1,
	 .most = CODE_LOOPS_MAX, .offset = offsetof(struct sequence_options, loops),
	 .help = "repeat the copies N times in a sample (as many as take 50 us; 1 with "
		 "--deterministic)"},
	{.name = "ring", .kind = OPTION_CHOICE, .choices = rings,
	 .offset = offsetof(struct sequence_options, ring),
	 .help = "execute sequences in user mode, or in ring 0 with all privileges (3)"},
	{.name = "code-page", .kind = OPTION_CHOICE, .choices = pages,
	 .offset = offsetof(struct sequence_options, page),
	 .help = "set the page size of the buffer that RDI, RSI, RBP and R14 point to (4k)"},
	{.name = "code-output", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct sequence_options, output),
	 .help = "write the sequences to FILE for a USB stick or bareline-linux, and boot "
		 "nothing"},
	{0},
};

bool sequence_options_are_used(const struct sequence_options *options)
{
	return options->given_count > 0 || options->list != NULL;
}

/* ---- Names ---- */

static uint64_t page_bytes(const struct sequence_options *options)
{
	return options->page == SEQUENCE_PAGE_2M ? 2ul << 20 : 4096;
}

static void write_hex(FILE *out, const uint8_t *bytes, size_t size)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < size; i++) {
		putc(digits[bytes[i] >> 4], out);
		putc(digits[bytes[i] & 15], out);
	}
}

/* The fields of the list that identify a sequence. */
static void write_identity(FILE *out, const struct sequence *sequence,
			   const struct sequence_options *options)
{
	fprintf(out, "%lu %lu %lu ", page_bytes(options), options->unroll, options->loops);
	if (sequence->init_bytes == 0)
		putc('-', out);
	write_hex(out, sequence->init, sequence->init_bytes);
	putc(' ', out);
	write_hex(out, sequence->code, sequence->code_bytes);
}

/* The character for a name. Characters that a point's description and a shell leave alone are kept.
 * Brackets are kept too, although a shell interprets them. */
static char name_character(char c)
{
	if (isalnum((unsigned char)c) || (c != '\0' && strchr("_-+.,:[]", c) != NULL))
		return c;
	return c == ';' ? ':' : c == '*' ? 'x' : '_';
}

/* Blanks become one underscore. Blanks next to punctuation are omitted. */
static void name_from_text(const char *text, char name[NAME_TEXT_MAX + 1])
{
	size_t length = 0;

	while (isspace((unsigned char)*text))
		text++;
	for (; *text != '\0' && length < NAME_TEXT_MAX; text++) {
		bool is_blank = isspace((unsigned char)*text);

		if (is_blank && (text[1] == '\0' || isspace((unsigned char)text[1]) ||
				 strchr(",;+-*[", text[-1]) != NULL ||
				 strchr(",;+-*]", text[1]) != NULL))
			continue;
		name[length++] = is_blank ? '_' : name_character(*text);
	}
	name[length] = '\0';
}

/* ---- Loading ---- */

static void check_size(const struct sequence *sequence, const struct sequence_options *options,
		       const struct source_place *place)
{
	size_t copies = options->unroll != 0 ? options->unroll : 1;
	char position[32] = "";

	if (place->line != 0)
		snprintf(position, sizeof(position), ":%lu", place->line);
	if (sequence->code_bytes == 0)
		errx(EXIT_USAGE, "%s%s: no code", place->name, position);
	if (sequence->code_bytes > CODE_BYTES_MAX)
		errx(EXIT_USAGE, "%s%s: %zu bytes of code; the maximum is %u", place->name,
		     position, sequence->code_bytes, CODE_BYTES_MAX);
	if (sequence->init_bytes > CODE_INIT_MAX)
		errx(EXIT_USAGE, "%s%s: %zu bytes of initial code; the maximum is %u", place->name,
		     position, sequence->init_bytes, CODE_INIT_MAX);
	if (3 * copies * sequence->code_bytes + 2 * (sequence->init_bytes + CODE_FRAME_MAX) >
	    CODE_PROGRAM_MAX)
		errx(EXIT_USAGE, "%s%s: %zu copies of %zu bytes are too many; use --unroll %zu",
		     place->name, position, copies, sequence->code_bytes,
		     (CODE_PROGRAM_MAX - 2 * (CODE_INIT_MAX + CODE_FRAME_MAX)) /
			     (3 * sequence->code_bytes));
}

/* Append a sequence. Refuses a second sequence of the same name, because their metrics would be
 * one. */
static void sequences_append(struct sequences *sequences, struct sequence *sequence,
			     const struct source_place *place)
{
	char text_name[NAME_TEXT_MAX + 1], hex[SHA256_HEX_CHARS + 1], *text;
	size_t size;
	FILE *identity;

	check_size(sequence, sequences->options, place);
	identity = file_in_memory(&text, &size);
	write_identity(identity, sequence, sequences->options);
	file_end_memory(identity, &text);
	sha256_hex(text, size, hex);
	free(text);
	name_from_text(sequence->source, text_name);
	snprintf(sequence->name, sizeof(sequence->name), "%s@%.*s", text_name, NAME_HASH_CHARS,
		 hex);
	for (size_t i = 0; i < sequences->count; i++) {
		if (strcmp(sequences->items[i].name, sequence->name) == 0)
			errx(EXIT_USAGE, "%s: '%s' is given twice", place->name,
			     sequence->source);
	}
	if (sequences->count == CODE_SEQUENCES_MAX)
		errx(EXIT_USAGE, "%s: more than %d sequences", place->name, CODE_SEQUENCES_MAX);
	sequences->items[sequences->count++] = *sequence;
}

static uint8_t *assemble_or_exit(const char *text, const struct source_place *place, size_t *size)
{
	uint8_t *bytes = assemble(text, place, size);

	if (bytes == NULL)
		exit(EXIT_USAGE);
	return bytes;
}

/* Add the initial code: the sequence's own, or that of --asm-init. */
static void add_init(struct sequence *sequence, const char *own, const struct source_place *place,
		     const struct sequence_options *options)
{
	const struct source_place option = {.name = "--asm-init"};
	const char *text = own != NULL ? own : options->init;

	sequence->init_source = xstrdup(text != NULL ? text : "");
	if (text != NULL)
		sequence->init = assemble_or_exit(text, own != NULL ? place : &option,
						  &sequence->init_bytes);
}

static void load_text(struct sequences *sequences, const char *text, const char *init,
		      const struct source_place *place)
{
	struct sequence sequence = {.source = xstrdup(text), .is_text = true};

	sequence.code = assemble_or_exit(text, place, &sequence.code_bytes);
	add_init(&sequence, init, place, sequences->options);
	sequences_append(sequences, &sequence, place);
}

static bool has_suffix(const char *path, const char *suffix)
{
	size_t length = strlen(path), end = strlen(suffix);

	return length > end && strcmp(path + length - end, suffix) == 0;
}

static uint8_t *code_of_object(const char *path, const char *data, size_t size, size_t *code_size)
{
	char problem[OBJECT_PROBLEM_MAX];
	struct object_code code;
	uint8_t *bytes;

	if (!object_find_code(data, size, &code, problem))
		errx(EXIT_USAGE, "%s: %s", path, problem);
	bytes = xmalloc(code.size);
	memcpy(bytes, code.bytes, code.size);
	*code_size = code.size;
	return bytes;
}

static void load_file(struct sequences *sequences, const char *path)
{
	const struct source_place place = {.name = path}, lines = {.name = path, .line = 1};
	const char *slash = strrchr(path, '/');
	struct sequence sequence = {.source = xstrdup(slash != NULL ? slash + 1 : path)};
	size_t size;
	char *data = file_load(path, FILE_BYTES_MAX, "code", &size);

	if (data == NULL)
		exit(EXIT_USAGE);
	if (object_is_elf(data, size)) {
		sequence.code = code_of_object(path, data, size, &sequence.code_bytes);
	} else if (has_suffix(path, ".s") || has_suffix(path, ".S")) {
		sequence.code = assemble_or_exit(data, &lines, &sequence.code_bytes);
	} else {
		sequence.code = (uint8_t *)data;
		sequence.code_bytes = size;
		data = NULL;
	}
	free(data);
	add_init(&sequence, NULL, &place, sequences->options);
	sequences_append(sequences, &sequence, &place);
}

static char *trimmed(char *text)
{
	char *end = text + strlen(text);

	while (end > text && isspace((unsigned char)end[-1]))
		*--end = '\0';
	while (isspace((unsigned char)*text))
		text++;
	return text;
}

static void load_list(struct sequences *sequences, const char *path)
{
	struct source_place place = {.name = path};
	size_t size, before = sequences->count;
	char *text = file_load(path, LIST_BYTES_MAX, "list of sequences", &size);
	char *rest = text, *line;

	if (text == NULL)
		exit(EXIT_USAGE);
	if (strlen(text) != size)
		errx(EXIT_USAGE, "%s: not a text", path);
	while ((line = strsep(&rest, "\n")) != NULL) {
		char *separator;

		place.line++;
		line[strcspn(line, "#")] = '\0';
		separator = strstr(line, SEPARATOR);
		if (separator != NULL)
			*separator = '\0';
		if (separator != NULL && trimmed(line)[0] == '\0')
			errx(EXIT_USAGE, "%s:%lu: initial code without a sequence", place.name,
			     place.line);
		line = trimmed(line);
		if (line[0] != '\0')
			load_text(sequences, line,
				  separator != NULL ? trimmed(separator + strlen(SEPARATOR)) : NULL,
				  &place);
	}
	if (sequences->count == before)
		errx(EXIT_USAGE, "%s: no sequences", path);
	free(text);
}

void sequences_load(const struct sequence_options *options, struct sequences *sequences)
{
	static const struct source_place place = {.name = "--asm"};

	*sequences = (struct sequences){.options = options};
	for (size_t i = 0; i < options->given_count; i++) {
		if (options->is_file[i])
			load_file(sequences, options->given[i]);
		else
			load_text(sequences, options->given[i], NULL, &place);
	}
	if (options->list != NULL)
		load_list(sequences, options->list);
}

void sequences_free(struct sequences *sequences)
{
	for (size_t i = 0; i < sequences->count; i++) {
		free(sequences->items[i].source);
		free(sequences->items[i].init_source);
		free(sequences->items[i].code);
		free(sequences->items[i].init);
	}
	sequences->count = 0;
}

#define PREDICTOR "llvm-mca"
#define PREDICTOR_SECONDS_MAX 20
#define ANSWER_BYTES_MAX (1u << 20)
#define PREDICTED_COPIES 1000
#define PREDICTED_COPIES_TEXT "1000"
#define CYCLES_LINE "Total Cycles:"

/* Output and messages go to the same file. */
static bool predictor_run(const char *source, const char *answer)
{
	char *arguments[] = {PREDICTOR, "-mtriple=x86_64", "-mcpu=native",
			     "-iterations=" PREDICTED_COPIES_TEXT, (char *)source, NULL};
	struct child_files files = {.extra = -1};
	struct child child;
	bool has_ended;
	int error;

	files.input = open("/dev/null", O_RDONLY | O_CLOEXEC);
	files.output = open(answer, O_WRONLY | O_TRUNC | O_CLOEXEC);
	files.messages = files.output;
	if (files.input < 0 || files.output < 0)
		err(EXIT_MACHINE, "%s", answer);
	error = child_start(&child, arguments, &files);
	close(files.input);
	close(files.output);
	if (error != 0)
		return false;
	has_ended = child_await(&child, PREDICTOR_SECONDS_MAX);
	return child_stop(&child) == 0 && has_ended;
}

static bool predictor_read(const char *path, double *cycles)
{
	size_t size;
	char *text = file_load(path, ANSWER_BYTES_MAX, "answer", &size);
	const char *line = text != NULL ? strstr(text, CYCLES_LINE) : NULL;
	unsigned long all = line != NULL ? strtoul(line + strlen(CYCLES_LINE), NULL, 10) : 0;

	free(text);
	*cycles = (double)all / PREDICTED_COPIES;
	return all > 0;
}

static int make_file(char *path)
{
	int file = mkstemp(path);

	if (file < 0)
		err(EXIT_MACHINE, "%s", path);
	return file;
}

/* Predict the cycles of one copy among many, on this host's CPU, of a text in Intel syntax, by
 * llvm-mca. Its total of cycles includes dependencies between copies. For a sequence that depends
 * on itself, they are its latency. Returns false silently if llvm-mca is not installed or cannot
 * predict the text. */
static bool prediction_make(const char *text, double *cycles)
{
	char source[] = "/tmp/bareline-code-XXXXXX", answer[] = "/tmp/bareline-code-XXXXXX";
	char *program = child_program(PREDICTOR);
	bool is_predicted = false;
	int file;

	if (program == NULL)
		return false;
	free(program);
	file = make_file(source);
	close(make_file(answer));
	if (dprintf(file, ".intel_syntax noprefix\n%s\n", text) > 0)
		is_predicted = predictor_run(source, answer) && predictor_read(answer, cycles);
	close(file);
	unlink(source);
	unlink(answer);
	return is_predicted;
}

/* Only texts are predicted, because a file has no source on one line. */
void sequences_predict(struct sequences *sequences)
{
	for (size_t i = 0; i < sequences->count; i++) {
		struct sequence *sequence = &sequences->items[i];

		if (sequence->is_text &&
		    !prediction_make(sequence->source, &sequence->predicted_cycles))
			sequence->predicted_cycles = 0;
	}
}

/* ---- Output ---- */

/* The source on one line, in ASCII, and the initial code in the notation of a list. */
static void write_source(FILE *out, const struct sequence *sequence)
{
	const char *parts[] = {sequence->source, sequence->init_source};

	for (size_t part = 0; part < 2 && parts[part][0] != '\0'; part++) {
		fputs(part > 0 ? SEPARATOR : "", out);
		for (const char *c = parts[part]; *c != '\0'; c++)
			putc(isspace((unsigned char)*c) ? ' '
			     : *c >= ' ' && *c <= '~'   ? *c
							: '?', out);
	}
}

char *sequences_format(const struct sequences *sequences)
{
	char *text;
	size_t size;
	FILE *out = file_in_memory(&text, &size);

	fputs(CODE_LIST_MAGIC "\n", out);
	for (size_t i = 0; i < sequences->count; i++) {
		const struct sequence *sequence = &sequences->items[i];

		fprintf(out, "%s %d ", sequence->name,
			sequences->options->ring == SEQUENCE_RING_0 ? 0 : 3);
		write_identity(out, sequence, sequences->options);
		putc(' ', out);
		write_source(out, sequence);
		putc('\n', out);
	}
	file_end_memory(out, &text);
	if (size > CODE_LIST_MAX)
		errx(EXIT_USAGE, "the sequences have more than %u bytes in total",
		     CODE_LIST_MAX / 2);
	return text;
}

static json_t *hex_json(const uint8_t *bytes, size_t size)
{
	json_t *json;
	char *text;
	size_t length;
	FILE *out = file_in_memory(&text, &length);

	write_hex(out, bytes, size);
	file_end_memory(out, &text);
	json = json_string(text);
	free(text);
	return json;
}

static json_t *sequence_json(const struct sequence *sequence,
			     const struct sequence_options *options)
{
	json_t *object = json_object();
	char *text, hash[SHA256_HEX_CHARS + 1];
	size_t size;
	FILE *source = file_in_memory(&text, &size);

	write_source(source, sequence);
	file_end_memory(source, &text);
	sha256_hex(sequence->code, sequence->code_bytes, hash);
	json_object_set_new(object, SEQUENCE_NAME_KEY, json_string(sequence->name));
	json_object_set_new(object, "source", json_string(text));
	json_object_set_new(object, "ring",
			    json_integer(options->ring == SEQUENCE_RING_0 ? 0 : 3));
	json_object_set_new(object, "page_bytes", json_integer((json_int_t)page_bytes(options)));
	json_object_set_new(object, "unroll", json_integer((json_int_t)options->unroll));
	json_object_set_new(object, "loop", json_integer((json_int_t)options->loops));
	json_object_set_new(object, "init", hex_json(sequence->init, sequence->init_bytes));
	json_object_set_new(object, "code", hex_json(sequence->code, sequence->code_bytes));
	json_object_set_new(object, "code_sha256", json_string(hash));
	if (sequence->predicted_cycles > 0)
		json_object_set_new(object, SEQUENCE_PREDICTED_KEY,
				    json_real(sequence->predicted_cycles));
	free(text);
	return object;
}

json_t *sequences_json(const struct sequences *sequences)
{
	json_t *array = json_array();

	for (size_t i = 0; i < sequences->count; i++)
		json_array_append_new(array, sequence_json(&sequences->items[i],
							   sequences->options));
	return array;
}
