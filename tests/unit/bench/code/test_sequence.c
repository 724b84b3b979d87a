/* SPDX-License-Identifier: MIT */
/* code.sequence on a scripted machine, which executes the programs. */
#include "tests/unit/unit.h"

#include <fenv.h>
#include <stdio.h>

#include "bench/code/program.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

#define HEAD CODE_LIST_MAGIC "\n"
#define QUARTER_WORDS (PLATFORM_CODE_BUFFER_BYTES / 4 / sizeof(uint64_t))

static void run_list(const char *list)
{
	fake.code_list = list;
	bench_run("code.sequence");
}

/* The first fault's detail. */
static const char *fault_of(const char *list)
{
	run_list(list);
	assert_int_equal(fake_record_count(WIRE_fault), 1);
	return fake_record(WIRE_fault, 0)->fault.detail;
}

TEST_WITH(sequence_runs_n_and_2n_times_a_sample, bench_run_reset, NULL)
{
	const struct wire_series *once, *twice;

	/* inc qword ptr [rdi] */
	run_list(HEAD "inc@1 3 4096 7 0 - 48ff07 inc qword ptr [rdi]\n");
	once = &fake_record(WIRE_series, 0)->series;
	twice = &fake_record(WIRE_series, 1)->series;
	assert_string_equal(once->point, "sequence=inc@1 ring=3");
	assert_string_equal(once->stage, "");
	assert_string_equal(twice->stage, "2n");
	assert_int_equal(once->timed, 0);
	assert_int_equal(once->iterations, 7);
	assert_int_equal(twice->iterations, 14);
	/* Every second call executes twice as many copies. */
	assert_int_equal(fake.code_calls % 2, 0);
	assert_int_equal(fake.code_buffer[QUARTER_WORDS / 2], fake.code_calls / 2 * 3 * 7);
}

TEST_WITH(loops_repeat_the_copies, bench_run_reset, NULL)
{
	run_list(HEAD "inc@1 3 4096 2 5 - 48ff07 inc qword ptr [rdi]\n");
	assert_int_equal(fake_record(WIRE_series, 0)->series.iterations, 10);
	assert_int_equal(fake.code_buffer[QUARTER_WORDS / 2], fake.code_calls / 2 * 3 * 10);
}

TEST_WITH(initial_code_runs_once_before_the_copies, bench_run_reset, NULL)
{
	/* mov ecx, 5 before add [rdi], rcx */
	run_list(HEAD "add@1 3 4096 3 2 b905000000 48010f x\n");
	assert_int_equal(fake.code_buffer[QUARTER_WORDS / 2], fake.code_calls / 2 * 3 * 6 * 5);
}

/* Also a sequence that changes every register, and flags. */
TEST_WITH(callers_registers_survive_any_sequence, bench_run_reset, NULL)
{
	/* xor eax,eax; mov of it to all registers, std, push of nothing: rsp is 0 afterwards */
	run_list(HEAD "all@1 3 4096 4 3 - 31c089c389c189c289c689c789c54189c04189c14189c24189c3"
		      "4189c44189c54189c64189c789c4fd x\n");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_series), 2);
}

/* [rdi + offset] as operand of an instruction in hexadecimal digits. */
static int put_operand(char *text, unsigned number, unsigned offset)
{
	return sprintf(text, "%02x%02x%02x0000", 0x80 | (number & 7) << 3 | 7, offset & 0xff,
		       offset >> 8);
}

/* Code that stores all registers: general ones in words 0 to 15, vector registers from word 16,
 * MXCSR in word 48, and the control word of the x87 unit in word 49. */
static int put_stores(char *text)
{
	int used = 0;

	for (unsigned i = 0; i < 16; i++) {
		used += sprintf(text + used, "%02x89", i < 8 ? 0x48 : 0x4c);
		used += put_operand(text + used, i, 8 * i);
	}
	for (unsigned i = 0; i < 16; i++) {
		used += sprintf(text + used, i < 8 ? "f30f7f" : "f3440f7f");    /* movdqu */
		used += put_operand(text + used, i, 128 + 16 * i);
	}
	used += sprintf(text + used, "0fae");                                   /* stmxcsr */
	used += put_operand(text + used, 3, 384);
	used += sprintf(text + used, "d9");                                     /* fnstcw */
	return used + put_operand(text + used, 7, 392);
}

/* The sequence itself sets all vector registers to ones, and the rounding of both units. */
TEST_WITH(each_program_starts_with_the_same_registers, bench_run_reset, NULL)
{
	char list[1024];
	int used = sprintf(list, HEAD "state@1 3 4096 1 1 ");
	uint64_t quarter = PLATFORM_CODE_BUFFER_BYTES / 4, expected[PROGRAM_REGISTERS] = {0};
	const uint64_t *words;
	uint64_t buffer;

	used += put_stores(list + used);
	used += sprintf(list + used, " ");
	for (unsigned i = 0; i < 16; i++)       /* pcmpeqd xmm, xmm */
		used += sprintf(list + used, i < 8 ? "660f76%02x" : "66450f76%02x",
				0xc0 | (i & 7) << 3 | (i & 7));
	/* of [rdi + 400]: mov dword 0x7f80; ldmxcsr; mov word 0x0f7f; fldcw */
	sprintf(list + used, "c78790010000807f0000" "0fae9790010000" "66c787900100007f0f"
			     "d9af90010000 x\n");
	run_list(list);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	buffer = (uintptr_t)fake.code_buffer;
	words = fake.code_buffer + QUARTER_WORDS / 2;
	expected[4] = buffer - PLATFORM_CODE_STACK_BYTES / 2;   /* the stack is below the buffer */
	expected[7] = buffer + quarter / 2;
	expected[6] = expected[7] + quarter;
	expected[5] = expected[7] + 2 * quarter;
	expected[14] = expected[7] + 3 * quarter;
	for (unsigned i = 0; i < PROGRAM_REGISTERS; i++)
		assert_int_equal(words[i], expected[i]);
	for (unsigned i = 16; i < 48; i++)
		assert_int_equal(words[i], 0);
	assert_int_equal((uint32_t)words[48], 0x1f80);
	assert_int_equal((uint16_t)words[49], 0x037f);
}

TEST_WITH(callers_rounding_survives_any_sequence, bench_run_reset, NULL)
{
	fesetround(FE_UPWARD);
	run_list(HEAD "nop@1 3 4096 1 1 - 90\n");
	assert_int_equal(fegetround(), FE_UPWARD);
	assert_true(__builtin_ia32_stmxcsr() >> 13 == 2);
	fesetround(FE_TONEAREST);
}

TEST_WITH(record_precedes_the_samples_and_identifies_the_code, bench_run_reset, NULL)
{
	const struct wire_sequence *record;

	run_list(HEAD "nop@1 3 4096 0 0 90 9090 nop; nop\nnop@2 3 2097152 0 0 - 90\n");
	record = &fake_record(WIRE_sequence, 0)->sequence;
	assert_string_equal(record->point, "sequence=nop@1 ring=3");
	assert_string_equal(record->source, "nop; nop");
	assert_int_equal(record->code_bytes, 2);
	assert_int_equal(record->code.size, 2);
	assert_int_equal(record->code.data[1], 0x90);
	assert_int_equal(record->init_bytes, 1);
	assert_int_equal(record->copies, 100);
	assert_int_equal(record->page_bytes, 4096);
	assert_true(fake_record(WIRE_sequence, 0)->seq < fake_record(WIRE_series, 0)->seq);
	record = &fake_record(WIRE_sequence, 1)->sequence;
	assert_string_equal(record->source, "");
	assert_int_equal(record->page_bytes, 2 << 20);
}

TEST_WITH(default_copies_of_a_long_sequence_are_few, bench_run_reset, NULL)
{
	static char list[3 * 4096];
	int length = sprintf(list, HEAD "long@1 3 4096 0 0 - ");

	memset(list + length, '9', 2 * 2000);
	for (int i = 1; i < 2 * 2000; i += 2)
		list[length + i] = '0';
	run_list(list);
	assert_int_equal(fake_record(WIRE_series, 0)->series.iterations, 2);
}

TEST_WITH(sequence_that_does_not_reach_its_end_is_a_fault_and_the_next_one_runs, bench_run_reset,
	  NULL)
{
	fake.code_does_nothing = true;
	run_list(HEAD "a@1 3 4096 1 1 - 90\nb@2 3 4096 1 1 - 90\n");
	assert_int_equal(fake_record_count(WIRE_fault), 2);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.point, "sequence=a@1 ring=3");
	assert_string_equal(fake_record(WIRE_fault, 1)->fault.point, "sequence=b@2 ring=3");
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "the code returned without reaching its end");
}

TEST_WITH(without_a_list_the_benchmark_is_skipped, bench_run_reset, NULL)
{
	run_list(NULL);
	assert_string_equal(bench_skip_of(""), "code");
}

TEST_WITH(another_file_is_no_list, bench_run_reset, NULL)
{
	run_list("bareline-code 10\na 3 4096 0 0 - 90\n");
	assert_string_equal(bench_skip_of(""), "code");
	assert_int_equal(fake_record_count(WIRE_series), 0);
}

TEST_WITH(invalid_entry_is_a_fault_that_names_it_and_the_next_one_runs, bench_run_reset, NULL)
{
	assert_string_equal(fault_of(HEAD "a 2 4096 0 0 - 90\nb 3 4096 0 0 - 90\n"),
			    "entry 1 of the list: the ring is neither 0 nor 3");
	assert_int_equal(fake_record_count(WIRE_series), 2);
}

TEST_WITH(too_many_copies_are_refused, bench_run_reset, NULL)
{
	static char list[200100];
	int length = sprintf(list, HEAD "a 3 4096 65536 0 - ");

	memset(list + length, '9', 200);
	assert_string_equal(fault_of(list), "65536 copies of 100 bytes: more than 4194304 bytes of "
					    "code");
}

TEST_WITH(ring_0_is_skipped_where_a_platform_has_none, bench_run_reset, NULL)
{
	fake.code_status = -ENOTSUP;
	run_list(HEAD "a 0 4096 0 0 - 90\n");
	assert_string_equal(bench_skip_of("sequence=a ring=0"), "privileged");
}

TEST_WITH(events_of_n_copies_are_subtracted_from_those_of_2n, bench_run_reset, NULL)
{
	const struct wire_count *count;
	uint64_t calls;

	fake.code_list = HEAD "a 3 4096 4 1 - 90\n";
	fake.countable = 1u << PMC_CYCLES;
	fake.counters = 1;
	fake.count_step = 3;
	fake.count_mask = UINT64_MAX;
	fake.capabilities |= CAN_PMC;
	bench_run_counted("code.sequence", "cycles");
	count = &fake_record(WIRE_count, 0)->count;
	calls = fake.code_calls;
	assert_string_equal(count->point, "sequence=a ring=3");
	assert_int_equal(count->iterations, 4);
	assert_true(calls > 2 * count->n);
}
