/* SPDX-License-Identifier: MIT */
/* Shared runs lose everything that identifies a machine or user, and nothing else. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/record/log.h"
#include "tools/share/scrub.h"
#include "tools/share/shared_log.h"
#include "tools/share/tarball.h"

/* ---- Texts ---- */

static void assert_scrubbed(enum scrub_kind kind, const char *text, const char *expected)
{
	struct scrub *scrub = scrub_new();
	char *made;

	scrub_add_secret(scrub, "PF-0X1Y");
	scrub_add_secret(scrub, "carol");
	scrub_add_secret(scrub, "root");
	made = scrub_text(scrub, text, kind);
	assert_string_equal(made, expected);
	free(made);
	scrub_free(scrub);
}

TEST(private_text_of_a_known_form_is_removed_anywhere)
{
	static const char *const cases[][2] = {
		{"", ""},
		{"at 12345678-9abc-DEF0-1234-56789abcdef0.", "at [uuid]."},
		{"52:54:00:12:34:56 and 52-54-00-aB-Cd-Ef", "[mac] and [mac]"},
		{"00:1f.2 at 12:34:56", "00:1f.2 at 12:34:56"},
		{"built by me@here.example today", "built by [address] today"},
		{"no such file: /home/me/x y", "no such file: [path] y"},
		{"(/etc/fstab), '/a'", "([path]), '[path]'"},
		{"loads/stores, 3/4, GB/s, a / b", "loads/stores, 3/4, GB/s, a / b"},
		{"path=syscall size_bytes=1024", "path=syscall size_bytes=1024"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_scrubbed(SCRUB_PROSE, cases[i][0], cases[i][1]);
	}
}

TEST(private_text_of_no_form_is_removed_as_a_whole_word)
{
	assert_scrubbed(SCRUB_PROSE, "pf-0x1y, PF-0X1YZ, xPF-0X1Y",
			"[removed], PF-0X1YZ, xPF-0X1Y");
	assert_scrubbed(SCRUB_PROSE, "carol's caroline; root", "[removed]'s caroline; root");
}

TEST(commands_lose_all_paths_and_names_in_options)
{
	assert_scrubbed(SCRUB_COMMAND, "file,id=log,path=out/me/serial.log",
			"file,id=log,path=[path]");
	assert_scrubbed(SCRUB_COMMAND, "type=1,serial=ABC,uuid=x-y,asset=T 1",
			"type=1,serial=[removed],uuid=[removed],asset=[removed] 1");
	assert_scrubbed(SCRUB_COMMAND, "ip=192.168.1.20 v7.2.22", "ip=[ip] v7.2.22");
	assert_scrubbed(SCRUB_COMMAND, "suite=quick bench=mem.* samples=5",
			"suite=quick bench=mem.* samples=5");
}

TEST(kernel_line_keeps_the_options_that_affect_results)
{
	assert_scrubbed(SCRUB_KERNEL_LINE,
			"BOOT_IMAGE=/vmlinuz root=LABEL=mine ro quiet mitigations=off isolcpus=2,3 "
			"systemd.hostname=box ip=10.0.0.2::10.0.0.1 rd.luks.name=x",
			"BOOT_IMAGE=[removed] root=[removed] ro quiet mitigations=off "
			"isolcpus=2,3 systemd.hostname=[removed] ip=[removed] "
			"rd.luks.name=[removed]");
}

/* ---- Logs ---- */

struct instruction_profile {
	size_t records;
	char *texts;                    /* of machine, manifest and kernel's line */
};

static void count_record(void *context, const struct wire_record *record)
{
	struct instruction_profile *counted = context;
	char *longer = NULL;

	counted->records++;
	if (record->kind == WIRE_machine)
		longer = xasprintf("%s|%s;%s;%s;%s%s%s", counted->texts, record->machine.product,
				   record->machine.serial, record->machine.board_serial,
				   record->machine.uuid, record->machine.uuid_hash,
				   record->machine.chassis_serial_hash);
	if (record->kind == WIRE_network_card)
		longer = xasprintf("%s|%s%s%s", counted->texts, record->network_card.place,
				   record->network_card.mac, record->network_card.mac_hash);
	if (record->kind == WIRE_manifest)
		longer = xasprintf("%s|%s", counted->texts, record->manifest.command_line);
	if (record->kind == WIRE_kernel_line)
		longer = xasprintf("%s|%s", counted->texts, record->kernel_line.text);
	if (record->kind == WIRE_command_line)
		longer = xasprintf("%s|%s", counted->texts, record->command_line.text);
	if (record->kind == WIRE_warning)
		longer = xasprintf("%s|%s", counted->texts, record->warning.text);
	if (longer == NULL)
		return;
	free(counted->texts);
	counted->texts = longer;
}

static struct log_account count(const char *text, size_t size, struct instruction_profile *counted)
{
	const struct log_sink sink = {.record = count_record, .context = counted};
	static struct log_reader reader;

	*counted = (struct instruction_profile){.texts = xstrdup("")};
	log_init(&reader, &sink);
	log_feed(&reader, text, size);
	log_finish(&reader);
	return reader.account;
}

static char *share(const char *text, size_t text_size, size_t *size)
{
	struct scrub *scrub = scrub_new();
	char *made;

	shared_log_learn(scrub, text, text_size);
	made = shared_log_make(scrub, text, text_size, size);
	scrub_free(scrub);
	return made;
}

static void put(void *context, const char *text, size_t length)
{
	fwrite(text, 1, length, context);
}

/* A log with private text in records and in the console text between them. */
static char *make_log(size_t *size)
{
	char *text;
	FILE *file = file_in_memory(&text, size);
	struct wire_writer writer = {.put = put, .context = file};

	wire_write(&writer, WIRE_manifest, &(struct wire_manifest){
		.format = WIRE_FORMAT, .host = "linux", .command_line = "-o /home/me/x cut=mid"});
	wire_write(&writer, WIRE_command_line, &(struct wire_command_line){.text = "dle secret"});
	wire_write(&writer, WIRE_kernel_line, &(struct wire_kernel_line){.text = "quiet root=UU"});
	wire_write(&writer, WIRE_kernel_line, &(struct wire_kernel_line){.first = 13,
									 .text = "ID=1234"});
	fputs("usb 1-1: SerialNumber: INJECTED\r\n"
	      "firmware state restored: 5 values; SER-77\r\n", file);
	wire_write(&writer, WIRE_machine, &(struct wire_machine){
		.product = "ThinkPad", .serial = "SER-77", .board_serial = "B-99",
		.uuid = "U-U-U", .uuid_hash = "1111222233334444",
		.chassis_serial_hash = "5555666677778888", .chassis_serial = "C-88"});
	wire_write(&writer, WIRE_network_card, &(struct wire_network_card){
		.place = "00:1f.6", .mac_hash = "9999aaaabbbbcccc", .mac = "00:1b:21:aa:bb:cc"});
	wire_write(&writer, WIRE_warning, &(struct wire_warning){
		.source = "x", .text = "board B-99 at /root/y"});
	wire_write(&writer, WIRE_end, &(struct wire_end){.status = "complete",
							 .records = writer.seq});
	file_end_memory(file, &text);
	return text;
}

TEST(shared_log_is_complete_and_has_valid_checksums_but_no_identity)
{
	static const char *const secrets[] = {"SER-77", "B-99", "U-U-U", "INJECTED", "/home",
					      "me/x", "secret", "UU", "1234", "/root", "cut=mid",
					      "11112222", "55556666", "9999aaaa", "C-88",
					      "00:1b:21"};
	struct instruction_profile counted;
	size_t text_size, size;
	char *text = make_log(&text_size), *made = share(text, text_size, &size);
	struct log_account account = count(made, size, &counted);

	assert_int_equal(counted.records, 8);
	assert_int_equal(log_account_missing(&account), 0);
	assert_string_equal(counted.texts, "|-o [path]||quiet||ThinkPad;;;|00:1f.6|board "
					   "[removed] at [path]");
	for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++)
		assert_null(memmem(made, size, secrets[i], strlen(secrets[i])));
	assert_non_null(strstr(made, "firmware state restored: 5 values; [removed]\n"));
	free(counted.texts);
	free(made);
	free(text);
}

/* A whole run: only private text is changed. */
TEST(records_without_private_text_are_unchanged)
{
	struct sample_log log = sample_log_make(&(struct sample_log_options){0});
	size_t size, lines = 0;
	char *made = share(log.text, log.length, &size), *rest = made;

	for (char *line; (line = strsep(&rest, "\n")) != NULL && line[0] == '@'; lines++)
		assert_non_null(strstr(log.text, line));
	assert_true(lines > 10);
	free(made);
	free(log.text);
}

TEST(damaged_record_is_omitted)
{
	struct instruction_profile counted;
	size_t text_size, size;
	char *text = make_log(&text_size), *made;

	*strstr(text, "ThinkPad") = 'X';
	made = share(text, text_size, &size);
	count(made, size, &counted);
	assert_int_equal(counted.records, 7);
	assert_null(strstr(made, "hinkPad"));
	free(counted.texts);
	free(made);
	free(text);
}

TEST(manifest_loses_its_host_machine_and_paths_at_any_depth)
{
	json_t *manifest = json_loads("{\"host_name\": \"box-of-carol\", \"image\": {\"path\": "
				      "\"/x/kernel.elf\", \"size_bytes\": 5}, \"qemu_command\": "
				      "[\"qemu\", \"-smbios\", \"type=1,serial=S\", "
				      "\"on box-of-carol\"], \"identity\": {\"id\": "
				      "\"1111222233334444\", \"model\": \"m\"}, \"x\": "
				      "null, \"y\": true}", 0, NULL);
	struct scrub *scrub = scrub_new();
	json_t *made;
	char *text;

	assert_non_null(manifest);
	shared_manifest_learn(scrub, manifest);
	made = shared_manifest_make(scrub, manifest);
	text = json_dumps(made, JSON_COMPACT);
	assert_string_equal(text, "{\"image\":{\"path\":\"[path]\",\"size_bytes\":5},"
			    "\"qemu_command\":[\"qemu\",\"-smbios\",\"type=1,serial=[removed]\","
			    "\"on [removed]\"],\"identity\":{\"model\":\"m\"},\"x\":null,"
			    "\"y\":true}");
	free(text);
	json_decref(made);
	json_decref(manifest);
	scrub_free(scrub);
}

/* ---- Archive ---- */

#define BLOCK 512
#define LONG_BYTES 300000

static unsigned char *unpack(const char *packed, size_t packed_size, size_t *size)
{
	size_t room = 2 * LONG_BYTES;
	unsigned char *bytes = xmalloc(room);
	z_stream stream = {.next_in = (Bytef *)(size_t)packed, .avail_in = (uInt)packed_size,
			   .next_out = bytes, .avail_out = (uInt)room};

	assert_int_equal(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
	assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
	*size = stream.total_out;
	inflateEnd(&stream);
	return bytes;
}

TEST(archive_has_blocks_of_header_and_data)
{
	char *packed, *data = xcalloc(LONG_BYTES, 1);
	size_t packed_size, size;
	FILE *file = file_in_memory(&packed, &packed_size);
	struct tarball *tarball = tarball_begin(file);
	unsigned char *bytes;

	for (size_t i = 0; i < LONG_BYTES; i++)
		data[i] = (char)(i * i >> 3);
	tarball_add(tarball, "a/empty", "", 0);
	tarball_add(tarball, "a/long", data, LONG_BYTES);
	tarball_end(tarball);
	file_end_memory(file, &packed);
	bytes = unpack(packed, packed_size, &size);
	assert_int_equal(size, BLOCK * (1 + 1 + (LONG_BYTES + BLOCK - 1) / BLOCK + 2));
	assert_string_equal((char *)bytes, "a/empty");
	assert_memory_equal(bytes + 257, "ustar\00000", 8);
	assert_string_equal((char *)bytes + BLOCK, "a/long");
	assert_string_equal((char *)bytes + BLOCK + 124, "00001111740");
	assert_memory_equal(bytes + 2 * BLOCK, data, LONG_BYTES);
	free(bytes);
	free(packed);
	free(data);
}
