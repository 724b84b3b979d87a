/* SPDX-License-Identifier: MIT */
/* Bytes that a terminal sends for the keys of a script, and their names on an X server. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/run/input/terminal_keys.h"

static struct terminal_key keys[TERMINAL_KEYS_MAX];

static long load_by(long (*load_keys)(const char *, struct terminal_key *), const char *script)
{
	int file = memfd_create("keys", 0);
	char path[32];
	long count;

	assert_int_equal(write(file, script, strlen(script)), strlen(script));
	snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	count = load_keys(path, keys);
	close(file);
	return count;
}

static long load(const char *script)
{
	return load_by(terminal_keys_load, script);
}

static void assert_key(size_t index, uint64_t due_us, const char *label, const char *bytes)
{
	assert_int_equal(keys[index].due_us, due_us);
	assert_string_equal(keys[index].label, label);
	assert_int_equal(keys[index].count, strlen(bytes));
	assert_memory_equal(keys[index].bytes, bytes, strlen(bytes));
}

TEST(keys_become_the_bytes_of_a_terminal)
{
	assert_int_equal(load("pace 10ms\nhold 1ms\ntext \"aB \"\nlabel \"more\"\nkey ctrl+c\n"
			      "key pgdn\nkey ret\nkey alt+x\n"), 7);
	assert_key(0, 10000, "", "a");
	assert_key(1, 21000, "", "B");
	assert_key(2, 32000, "", " ");
	assert_key(3, 43000, "more", "\003");
	assert_key(4, 54000, "more", "\033[6~");
	assert_key(5, 65000, "more", "\r");
	assert_key(6, 76000, "more", "\033x");
	assert_int_equal(keys[0].code, 0x1e);
	assert_int_equal(keys[4].code, 0x151);
}

TEST(keys_have_the_keysyms_of_an_x_server)
{
	assert_int_equal(load("text \"aB \"\nkey ctrl+c\nkey shift+right\nkey alt+f12\n"
			      "key ret\n"), 7);
	assert_int_equal(keys[0].keysym, 'a');
	assert_int_equal(keys[1].keysym, 'B');
	assert_false(keys[1].has_shift);        /* the server's keyboard knows */
	assert_int_equal(keys[2].keysym, ' ');
	assert_true(keys[3].keysym == 'c' && keys[3].has_control && !keys[3].has_alt);
	assert_true(keys[4].keysym == 0xff53 && keys[4].has_shift);
	assert_true(keys[5].keysym == 0xffc9 && keys[5].has_alt && !keys[5].has_control);
	assert_int_equal(keys[6].keysym, 0xff0d);
}

TEST(mouse_moves_and_clicks_for_an_x_server)
{
	assert_int_equal(load_by(display_keys_load, "pace 10ms\nhold 1ms\nmove 5 -3\nmove 2 1\n"
				 "click right\nkey a\npress left\nmove 100 0\nrelease left\n"),
			 5);
	assert_true(keys[0].button == 3 && !keys[0].is_release && keys[0].count == 1);
	assert_true(keys[0].right == 7 && keys[0].downwards == -2);
	assert_int_equal(keys[0].move_due_us, 20000);
	assert_int_equal(keys[0].due_us, 30000);
	assert_int_equal(keys[0].code, 0x1002);
	assert_true(keys[1].button == 3 && keys[1].is_release && keys[1].right == 0);
	assert_int_equal(keys[1].due_us, 31000);
	assert_int_equal(keys[1].code, 0x1000);
	assert_true(keys[2].button == 0 && keys[2].keysym == 'a');
	assert_true(keys[3].button == 1 && keys[4].is_release && keys[4].right == 100);
	assert_int_equal(load_by(display_keys_load, "sync on\nclick left\n"), -1);
}

TEST(script_for_another_device_is_refused)
{
	assert_int_equal(load("click left\n"), -1);
	assert_int_equal(load("key caps_lock\n"), -1);
	assert_int_equal(load("key nonsense\n"), -1);
	assert_int_equal(terminal_keys_load("/nonexistent", keys), -1);
}

TEST(typed_byte_has_the_code_of_its_key)
{
	assert_int_equal(terminal_key_of_byte('a').code, 0x1e);
	assert_int_equal(terminal_key_of_byte('\r').code, 0x1c);
	assert_int_equal(terminal_key_of_byte('\001').code, 0);
}
